import Markup

enum ImageRanking {
    /// Declared pixels; portraits, logos and thumbnails do not lead.
    private static let minLeadWidth = 200
    private static let minLeadHeight = 120

    /// Text images, then attached ones, small ones last. Duplicates merge their caption, credit and size.
    static func ordered(body: [PictureReference], attached: [PictureReference]) -> [PictureReference] {
        var kept: [PictureReference] = []
        var indices: [ImageIdentity: Int] = [:]
        for picture in body + attached {
            let identity = ImageIdentity(of: picture.address)
            if let index = indices[identity] {
                kept[index].fillMissing(from: picture)
            } else {
                indices[identity] = kept.count
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
    fileprivate mutating func fillMissing(from other: PictureReference) {
        alt = alt ?? other.alt
        caption = caption ?? other.caption
        credit = credit ?? other.credit
        title = title ?? other.title
        if width == nil, height == nil, address == other.address { (width, height) = (other.width, other.height) }
    }
}
