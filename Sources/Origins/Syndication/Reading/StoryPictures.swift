import Markup

/// Puts a story's pictures in order of importance.
enum StoryPictures {
    /// Smaller ones, by what the origin declares, are portraits, logos or thumbnails and do not lead. In pixels.
    private static let leadWidth = 200
    private static let leadHeight = 120

    /// The pictures of the text, then those given beside it, each once; small ones last.
    ///
    /// What is known only beside the text (a caption, a credit, a size) is given to the same picture in the text.
    static func ordered(body: [PictureMention], beside: [PictureMention]) -> [PictureMention] {
        var kept: [PictureMention] = []
        var places: [PictureName: Int] = [:]
        for picture in body + beside {
            let name = PictureName(of: picture.address)
            if let place = places[name] {
                kept[place].learn(from: picture)
            } else {
                places[name] = kept.count
                kept.append(picture)
            }
        }
        return kept.filter(mayLead) + kept.filter { !mayLead($0) }
    }

    private static func mayLead(_ picture: PictureMention) -> Bool {
        (picture.width ?? leadWidth) >= leadWidth && (picture.height ?? leadHeight) >= leadHeight
    }
}

extension PictureMention {
    /// Fills what is missing here from another mention of the same picture.
    fileprivate mutating func learn(from other: PictureMention) {
        alt = alt ?? other.alt
        caption = caption ?? other.caption
        credit = credit ?? other.credit
        title = title ?? other.title
        if width == nil, height == nil, address == other.address { (width, height) = (other.width, other.height) }
    }
}
