import Markup

/// Puts a story's pictures in order of importance.
enum ImageRanking {
    /// Smaller ones, by what the origin declares, are portraits, logos or thumbnails and do not lead. In pixels.
    private static let minLeadWidth = 200
    private static let minLeadHeight = 120

    /// The pictures of the text, then those given beside it, each once; small ones last.
    ///
    /// What is known only beside the text (a caption, a credit, a size) is given to the same picture in the text.
    static func ordered(body: [PictureReference], beside: [PictureReference]) -> [PictureReference] {
        var kept: [PictureReference] = []
        var places: [ImageIdentity: Int] = [:]
        for picture in body + beside {
            let name = ImageIdentity(of: picture.address)
            if let place = places[name] {
                kept[place].fillMissing(from: picture)
            } else {
                places[name] = kept.count
                kept.append(picture)
            }
        }
        return kept.filter(canLead) + kept.filter { !canLead($0) }
    }

    private static func canLead(_ picture: PictureReference) -> Bool {
        (picture.width ?? minLeadWidth) >= minLeadWidth && (picture.height ?? minLeadHeight) >= minLeadHeight
    }
}

extension PictureReference {
    /// Fills what is missing here from another mention of the same picture.
    fileprivate mutating func fillMissing(from other: PictureReference) {
        alt = alt ?? other.alt
        caption = caption ?? other.caption
        credit = credit ?? other.credit
        title = title ?? other.title
        if width == nil, height == nil, address == other.address { (width, height) = (other.width, other.height) }
    }
}
