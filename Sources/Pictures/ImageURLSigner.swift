import Caching
import Untrusted

/// Signs image URLs, so that nobody can make the server fetch or resize what no page shows.
public struct ImageURLSigner: Sendable {
    private let signer: URLSigner
    // Lists repeat images, and signing takes as long as the rest of a row. Some hundred bytes an entry.
    private let paths = BoundedCache<PathKey, String>(maxCount: 8_192)
    private let srcSets = BoundedCache<SrcSetKey, SrcSet>(maxCount: 8_192)
    private let widthSets = BoundedCache<WidthSetKey, String>(maxCount: 8_192)

    private struct PathKey: Hashable {
        let id: Int64
        let width: Int
        let crop: ImageCrop
    }

    /// Hashing this dominates a row's image: widths are one number.
    private struct SrcSetKey: Hashable {
        let id: Int64
        let widths: Int
        let crop: ImageCrop
    }

    private struct WidthSetKey: Hashable {
        let id: Int64
        let widths: [Int]
        let crop: ImageCrop
    }

    /// - Parameter key: a new one invalidates browsers' caches.
    public init(key: [UInt8]) {
        signer = URLSigner(key: key, prefix: "picture/")
    }

    /// `/picture/{id}/{width}{crop}/{signature}`; the crop is nothing, `w` (3:2) or `s`.
    public func path(id: Int64, width: Int, crop: ImageCrop) -> String {
        paths.value(for: PathKey(id: id, width: width, crop: crop)) {
            "/picture/\(id)/\(width)\(crop.pathSuffix)/\(signer.signature(of: Self.signedText(id, width, crop)))"
        }
    }

    /// For pixel densities 1, 2 and 3.
    public func srcSet(id: Int64, widths: (Int, Int, Int), crop: ImageCrop) -> SrcSet {
        srcSets.value(for: SrcSetKey(id: id, widths: widths.0 << 32 | widths.1 << 16 | widths.2, crop: crop)) {
            let paths = [widths.0, widths.1, widths.2].map { path(id: id, width: $0, crop: crop) }
            return SrcSet(src: paths[1], srcset: "\(paths[0]) 1x, \(paths[1]) 2x, \(paths[2]) 3x")
        }
    }

    /// For `sizes`: each path with its width.
    public func srcSet(id: Int64, widths: [Int], crop: ImageCrop) -> String {
        widthSets.value(for: WidthSetKey(id: id, widths: widths, crop: crop)) {
            widths.map { "\(path(id: id, width: $0, crop: crop)) \($0)w" }.joined(separator: ", ")
        }
    }

    /// Compares in constant time.
    public func isValid(id: Int64, width: Int, crop: ImageCrop, signature: String) -> Bool {
        signer.isValid(Self.signedText(id, width, crop), signature: signature)
    }

    /// nil unless ours.
    public func verified(
        id: some StringProtocol, size: some StringProtocol, signature: some StringProtocol
    ) -> (id: Int64, width: Int, crop: ImageCrop)? {
        let digits = size.prefix { $0.isASCII && $0.isNumber }
        let letters = String(size.dropFirst(digits.count))
        guard let number = UntrustedInteger(digits: id)?.id, String(number) == id,
            let width = UntrustedInteger(digits: digits)?.int(in: 1...100_000), String(width) == digits,
            let crop = ImageCrop.allCases.first(where: { $0.pathSuffix == letters }),
            ImageService.widths.contains(width),
            isValid(id: number, width: width, crop: crop, signature: String(signature))
        else { return nil }
        return (number, width, crop)
    }

    private static func signedText(_ id: Int64, _ width: Int, _ crop: ImageCrop) -> String {
        "\(id)/\(width)/\(crop.rawValue)"
    }
}

/// Paths for pixel densities 1, 2 and 3.
public struct SrcSet: Sendable {
    /// The middle width.
    public let src: String
    /// All three.
    public let srcset: String
}
