import Markup
import News
public import URLs

/// The distinct pictures of a story in their largest size, the lead picture first. Small pictures, portraits, emoji and
/// the site's icon are excluded. If all pictures are known to fail, the gallery is empty; otherwise failing ones stay
/// for their captions.
public struct StoryGallery: Sendable {
    /// The pictures in order.
    public let pictures: [PictureDetails]
    private let indexes: [PictureIdentity: Int]

    /// The minimum length of the longer side in pixels: smaller pictures are icons, buttons or rules. WordPress
    /// thumbnails measure 150.
    private static let minLongSide = 140
    private static let minShortSide = 48

    public init(_ details: StoryDetails) {
        var kept: [PictureDetails] = []
        var indexByIdentity: [PictureIdentity: Int] = [:]
        let lead = details.row.picture.map { [$0] } ?? []
        for picture in lead + details.pictures where Self.isViewable(picture, icon: details.row.icon) {
            let identity = PictureIdentity(of: picture.address)
            if let index = indexByIdentity[identity] {
                kept[index] = Self.merged(kept[index], picture)
            } else {
                indexByIdentity[identity] = kept.count
                kept.append(picture)
            }
        }
        let isAvailable = kept.contains { !$0.isKnownToFail }
        pictures = isAvailable ? kept : []
        self.indexes = isAvailable ? indexByIdentity : [:]
    }

    /// Returns the index of a picture; nil if the gallery does not contain it.
    public func index(of address: WebAddress) -> Int? { indexes[PictureIdentity(of: address)] }

    private static func isViewable(_ picture: PictureDetails, icon: PictureID?) -> Bool {
        guard picture.id != icon, !isAvatarOrEmoji(picture.address) else { return false }
        guard let width = picture.width, let height = picture.height else { return true }
        return max(width, height) >= minLongSide && min(width, height) >= minShortSide
    }

    /// Returns true for the hosts and path components that common systems use for portraits and emoji.
    private static func isAvatarOrEmoji(_ address: WebAddress) -> Bool {
        let host = address.host
        guard !host.hasSuffix("gravatar.com"), host != "s.w.org" else { return true }
        let path = address.path.lowercased()
        return ["/avatars/", "/avatar/", "/smilies/", "/emoji/", "/emojis/"].contains { path.contains($0) }
    }

    /// Returns the better of two files of the same picture, with the metadata of both.
    private static func merged(_ first: PictureDetails, _ second: PictureDetails) -> PictureDetails {
        let isBetter = (second.width ?? 0) > (first.width ?? 0) || first.isKnownToFail
        var better = isBetter && !second.isKnownToFail ? second : first
        better.alt = first.alt ?? second.alt
        better.caption = first.caption ?? second.caption
        better.credit = first.credit ?? second.credit
        return better
    }
}
