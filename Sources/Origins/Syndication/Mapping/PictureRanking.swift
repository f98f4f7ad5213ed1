import Markup

enum PictureRanking {
    /// The minimum declared size in pixels of a leading picture; portraits, logos and thumbnails do not lead.
    private static let minLeadWidth = 200
    private static let minLeadHeight = 120

    /// Returns the text's pictures, then the attached ones; small pictures come last. Duplicates are merged, with the
    /// missing captions, credits and sizes filled in.
    static func ordered(body: [PictureReference], attached: [PictureReference]) -> [PictureReference] {
        var kept: [PictureReference] = []
        var indices: [PictureIdentity: Int] = [:]
        for picture in body + attached {
            let identity = PictureIdentity(of: picture.address)
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
