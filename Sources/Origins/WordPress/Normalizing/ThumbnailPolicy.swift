import Markup
import Untrusted

/// Decides which images of a WordPress site's stories are shown, and from which file.
///
/// WordPress stores copies of every uploaded image, named after their size: `quay-300x200.jpg` is a copy of `quay.jpg`,
/// whatever the extension (jpg, png, gif, webp, avif). A copy with neither side longer than `maxThumbnailSide` is a
/// *thumbnail* and never shown; the full file is shown instead: the target of the thumbnail's link, else the file named
/// without the size. A larger copy, such as `-1024x768`, is as good as the original on every screen and stays. Larger
/// files from a `srcset` have been chosen before.
public struct ThumbnailPolicy: Sendable, Hashable {
    /// The longest side of a thumbnail in pixels: three digits by default, as in the paper's own app; 0 keeps every
    /// copy.
    public var maxThumbnailSide: Int

    public init(maxThumbnailSide: Int = 999) { self.maxThumbnailSide = maxThumbnailSide }

    /// The default policy.
    public static let standard = ThumbnailPolicy()

    /// What becomes of an image.
    enum Decision: Hashable {
        case shown
        /// A large copy, by its name.
        case largeCopy(width: Int, height: Int)
        /// A thumbnail; `full` is shown instead.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
    }

    /// - Parameter link: the target of the enclosing link, if any.
    func decision(on picture: WebAddress, linkedTo link: WebAddress?) -> Decision {
        guard let copy = ResizedCopy(picture) else { return .shown }
        guard max(copy.width, copy.height) <= maxThumbnailSide else {
            return .largeCopy(width: copy.width, height: copy.height)
        }
        // A thumbnail may also link to another page or another image.
        if let link, ImageIdentity.isPicture(link), ImageIdentity(of: link) == ImageIdentity(of: picture),
            link != picture
        {
            return .thumbnail(width: copy.width, height: copy.height, full: link.withoutFragment, isLinked: true)
        }
        return .thumbnail(width: copy.width, height: copy.height, full: copy.full, isLinked: false)
    }

    /// A file named as a copy: `name-WxH.extension`.
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
