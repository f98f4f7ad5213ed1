import Markup
import News
public import URLs

/// A story's distinct pictures, the lead picture first, in their largest size. Small pictures, portraits, emoji and the
/// site's icon are left out. If all are known to fail there is no gallery; otherwise failing ones stay for their
/// captions.
public struct StoryGallery: Sendable {
    public let pictures: [PictureDetails]
    private let indexes: [ImageIdentity: Int]

    /// In pixels: smaller pictures are icons, buttons or rules. WordPress thumbnails measure 150.
    private static let minLongSide = 140
    private static let minShortSide = 48

    public init(_ details: StoryDetails) {
        var kept: [PictureDetails] = []
        var indexByIdentity: [ImageIdentity: Int] = [:]
        let lead = details.row.picture.map { [$0] } ?? []
        for picture in lead + details.pictures where Self.isViewable(picture, icon: details.row.icon) {
            let identity = ImageIdentity(of: picture.address)
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

    /// Nil if not in the gallery.
    public func index(of address: WebAddress) -> Int? { indexes[ImageIdentity(of: address)] }

    private static func isViewable(_ picture: PictureDetails, icon: PictureID?) -> Bool {
        guard picture.id != icon, !isAvatarOrEmoji(picture.address) else { return false }
        guard let width = picture.width, let height = picture.height else { return true }
        return max(width, height) >= minLongSide && min(width, height) >= minShortSide
    }

    /// By the hosts and paths of common systems.
    private static func isAvatarOrEmoji(_ address: WebAddress) -> Bool {
        let host = address.host
        guard !host.hasSuffix("gravatar.com"), host != "s.w.org" else { return true }
        let path = address.path.lowercased()
        return ["/avatars/", "/avatar/", "/smilies/", "/emoji/", "/emojis/"].contains { path.contains($0) }
    }

    /// The better file, with the metadata of both.
    private static func merged(_ first: PictureDetails, _ second: PictureDetails) -> PictureDetails {
        let isBetter = (second.width ?? 0) > (first.width ?? 0) || first.isKnownToFail
        var better = isBetter && !second.isKnownToFail ? second : first
        better.alt = first.alt ?? second.alt
        better.caption = first.caption ?? second.caption
        better.credit = first.credit ?? second.credit
        return better
    }
}
