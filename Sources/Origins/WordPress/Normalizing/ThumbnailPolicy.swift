import Markup
import URLs
import Untrusted

/// The policy that decides which images of WordPress stories are shown, and from which file.
///
/// WordPress names resized copies after their size: `quay-300x200.jpg` for `quay.jpg`. A copy with no side over
/// `maxThumbnailSide` is a *thumbnail*, which is replaced by its link's target, else by the file without the size.
/// Larger copies, such as `-1024x768`, stay.
public struct ThumbnailPolicy: Sendable, Hashable {
    /// The maximum side of a thumbnail in pixels: three digits by default, as in the paper's own app; 0 keeps every
    /// copy.
    public var maxThumbnailSide: Int

    public init(maxThumbnailSide: Int = 999) { self.maxThumbnailSide = maxThumbnailSide }

    /// The default policy.
    public static let standard = ThumbnailPolicy()

    enum Decision: Hashable {
        case shown
        /// A resized copy, by its file name, that is too large for a thumbnail.
        case largeCopy(width: Int, height: Int)
        /// A thumbnail; `full` is shown instead.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
    }

    func decision(on picture: WebAddress, linkedTo link: WebAddress?) -> Decision {
        guard let copy = ResizedCopy(picture) else { return .shown }
        guard max(copy.width, copy.height) <= maxThumbnailSide else {
            return .largeCopy(width: copy.width, height: copy.height)
        }
        // A link may lead to a page or another image.
        if let link, PictureIdentity.hasImageExtension(link), PictureIdentity(of: link) == PictureIdentity(of: picture),
            link != picture
        {
            return .thumbnail(width: copy.width, height: copy.height, full: link.withoutFragment, isLinked: true)
        }
        return .thumbnail(width: copy.width, height: copy.height, full: copy.full, isLinked: false)
    }

    /// The size and full file in a name such as `name-WxH.extension`.
    private struct ResizedCopy {
        var width: Int
        var height: Int
        var full: WebAddress

        init?(_ picture: WebAddress) {
            guard PictureIdentity.hasImageExtension(picture), let dot = picture.path.lastIndex(of: ".") else {
                return nil
            }
            let path = picture.path
            guard let dash = path[..<dot].lastIndex(of: "-") else { return nil }
            // bounded: the dash stands before the dot
            let sides = path[path.index(after: dash)..<dot].split(separator: "x", omittingEmptySubsequences: false)
            guard sides.count == 2, let width = Self.dimension(sides[0]), let height = Self.dimension(sides[1]),
                let full = WebAddress(picture.origin + path[..<dash] + path[dot...])
            else { return nil }
            (self.width, self.height, self.full) = (width, height, full)
        }

        private static func dimension(_ digits: Substring) -> Int? {
            digits.utf8.count <= 5 ? UntrustedInteger(digits: digits)?.int(in: 0...99_999) : nil
        }
    }
}
