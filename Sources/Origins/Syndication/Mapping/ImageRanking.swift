import Markup

/// Orders a story's images by importance.
enum ImageRanking {
    /// In pixels, as declared; smaller images are portraits, logos or thumbnails and do not lead.
    private static let minLeadWidth = 200
    private static let minLeadHeight = 120

    /// The images of the text, then the attached ones, without duplicates; small ones last.
    ///
    /// Caption, credit and size of an attached image are merged into the same image of the text.
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
    /// Fills missing fields from another reference to the same image.
    fileprivate mutating func fillMissing(from other: PictureReference) {
        alt = alt ?? other.alt
        caption = caption ?? other.caption
        credit = credit ?? other.credit
        title = title ?? other.title
        if width == nil, height == nil, address == other.address { (width, height) = (other.width, other.height) }
    }
}
