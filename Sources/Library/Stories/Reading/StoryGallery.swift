public import Markup
import News

/// A story's pictures to be looked through one after the other: the lead picture first, then the others, each once.
///
/// The same picture in several sizes is one, shown by its largest file. What is too small to be looked at, portraits of
/// authors, smileys and the site's own sign are not among them. A story none of whose pictures can be had has no gallery;
/// where only some cannot be had, they keep their place, for their captions' sake.
public struct StoryGallery: Sendable {
    public let pictures: [PictureDetails]
    private let indexes: [ImageIdentity: Int]

    /// Pixels: what measures less on its longer or its shorter side is a sign, a button or a rule. WordPress' own small
    /// pictures measure 150.
    private static let minLongSide = 140
    private static let minShortSide = 48

    public init(_ details: StoryDetails) {
        var kept: [PictureDetails] = []
        var places: [ImageIdentity: Int] = [:]
        let lead = details.row.picture.map { [$0] } ?? []
        for picture in lead + details.pictures where Self.isViewable(picture, icon: details.row.icon) {
            let name = ImageIdentity(of: picture.address)
            if let place = places[name] {
                kept[place] = Self.merged(kept[place], picture)
            } else {
                places[name] = kept.count
                kept.append(picture)
            }
        }
        let canBeHad = kept.contains { !$0.isKnownToFail }
        pictures = canBeHad ? kept : []
        self.indexes = canBeHad ? places : [:]
    }

    /// Where the picture of an address stands among them, from 0; nil when it is none of them.
    public func index(of address: WebAddress) -> Int? { indexes[ImageIdentity(of: address)] }

    /// The picture of an address, in its largest file.
    public func picture(at address: WebAddress) -> PictureDetails? { index(of: address).map { pictures[$0] } }

    private static func isViewable(_ picture: PictureDetails, icon: PictureID?) -> Bool {
        guard picture.id != icon, !isAvatarOrEmoji(picture.address) else { return false }
        guard let width = picture.width, let height = picture.height else { return true }
        return max(width, height) >= minLongSide && min(width, height) >= minShortSide
    }

    /// Portraits beside comments and bylines, and smileys, by the places where the usual systems keep them.
    private static func isAvatarOrEmoji(_ address: WebAddress) -> Bool {
        let host = address.host
        guard !host.hasSuffix("gravatar.com"), host != "s.w.org" else { return true }
        let path = address.path.lowercased()
        return ["/avatars/", "/avatar/", "/smilies/", "/emoji/", "/emojis/"].contains { path.contains($0) }
    }

    /// The better file of two of one picture, with what either of them knows.
    private static func merged(_ first: PictureDetails, _ second: PictureDetails) -> PictureDetails {
        let isBetter = (second.width ?? 0) > (first.width ?? 0) || first.isKnownToFail
        var better = isBetter && !second.isKnownToFail ? second : first
        better.alt = first.alt ?? second.alt
        better.caption = first.caption ?? second.caption
        better.credit = first.credit ?? second.credit
        return better
    }
}
