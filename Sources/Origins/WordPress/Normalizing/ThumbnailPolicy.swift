import Markup
import Untrusted

/// Which pictures of a WordPress site's stories are shown, and from which file (rows NEXUS-08 to 10 and 56): the one place
/// where that is decided.
///
/// WordPress keeps, beside every picture that was uploaded, copies named after their size: `quay-300x200.jpg` is a copy of
/// `quay.jpg`, whatever the ending (jpg, png, gif, webp, avif). A copy neither side of which is longer than
/// `maxThumbnailSide` is a *thumbnail*: it is never shown. The full file is shown instead, the one that the thumbnail's
/// link leads to, else the one whose name it bears. A larger copy, such as `-1024x768`, is as good as the original on
/// every screen and stays. Where a `srcset` names a larger file, that was chosen before these rules are asked.
public struct ThumbnailPolicy: Sendable, Hashable {
    /// The longest side of a thumbnail, in pixels. Three digits by default, as the paper's own app had it; 0 takes every
    /// copy as it is.
    public var maxThumbnailSide: Int

    public init(maxThumbnailSide: Int = 999) { self.maxThumbnailSide = maxThumbnailSide }

    /// The rules of this build.
    public static let standard = ThumbnailPolicy()

    /// What becomes of a picture.
    enum Decision: Hashable {
        case shown
        /// It is a large copy, by its name.
        case largeCopy(width: Int, height: Int)
        /// It is a thumbnail; the full file is elsewhere.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
    }

    /// - Parameter link: where the link around it leads, if there is one.
    func decision(on picture: WebAddress, linkedTo link: WebAddress?) -> Decision {
        guard let copy = ResizedCopy(picture) else { return .shown }
        guard max(copy.width, copy.height) <= maxThumbnailSide else {
            return .largeCopy(width: copy.width, height: copy.height)
        }
        // Only the same picture counts: a thumbnail may lead to another page, or to another picture.
        if let link, ImageIdentity.isPicture(link), ImageIdentity(of: link) == ImageIdentity(of: picture),
            link != picture
        {
            return .thumbnail(width: copy.width, height: copy.height, full: link.withoutFragment, isLinked: true)
        }
        return .thumbnail(width: copy.width, height: copy.height, full: copy.full, isLinked: false)
    }

    /// A file whose name says that it is a copy: `name-WxH.ending`.
    private struct ResizedCopy {
        var width: Int
        var height: Int
        var full: WebAddress

        init?(_ picture: WebAddress) {
            guard ImageIdentity.isPicture(picture), let dot = picture.path.lastIndex(of: ".") else { return nil }
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
