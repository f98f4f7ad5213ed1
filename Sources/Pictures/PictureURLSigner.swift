import Caching
import Untrusted

/// A signer of image URLs, so that nobody can make the server fetch or resize an image that no page shows.
public struct PictureURLSigner: Sendable {
    private let signer: URLSigner
    // Lists repeat images, and signing takes as long as the rest of a row. An entry takes some hundred bytes.
    private let paths = BoundedCache<PathKey, String>(maxCount: 8_192)
    private let srcSets = BoundedCache<SrcSetKey, SrcSet>(maxCount: 8_192)
    private let widthSets = BoundedCache<WidthSetKey, String>(maxCount: 8_192)

    private struct PathKey: Hashable {
        let id: Int64
        let width: Int
        let crop: PictureCrop
    }

    /// The three widths are packed into one number, as hashing this key dominates the cost of a row's image.
    private struct SrcSetKey: Hashable {
        let id: Int64
        let widths: Int
        let crop: PictureCrop
    }

    private struct WidthSetKey: Hashable {
        let id: Int64
        let widths: [Int]
        let crop: PictureCrop
    }

    /// Creates a signer.
    /// - Parameter key: the secret; a new one invalidates browsers' caches.
    public init(key: [UInt8]) {
        signer = URLSigner(key: key, prefix: "picture/")
    }

    /// Returns the path `/picture/{id}/{width}{crop}/{signature}`; the crop is empty, `w` (3:2) or `s` (square).
    public func path(id: Int64, width: Int, crop: PictureCrop) -> String {
        paths.value(for: PathKey(id: id, width: width, crop: crop)) {
            "/picture/\(id)/\(width)\(crop.pathSuffix)/\(signer.signature(of: Self.signedText(id, width, crop)))"
        }
    }

    /// Returns the paths for pixel densities 1, 2 and 3.
    public func srcSet(id: Int64, widths: (Int, Int, Int), crop: PictureCrop) -> SrcSet {
        srcSets.value(for: SrcSetKey(id: id, widths: widths.0 << 32 | widths.1 << 16 | widths.2, crop: crop)) {
            let paths = [widths.0, widths.1, widths.2].map { path(id: id, width: $0, crop: crop) }
            return SrcSet(src: paths[1], srcset: "\(paths[0]) 1x, \(paths[1]) 2x, \(paths[2]) 3x")
        }
    }

    /// Returns a `srcset` with width descriptors for use with `sizes`.
    public func srcSet(id: Int64, widths: [Int], crop: PictureCrop) -> String {
        widthSets.value(for: WidthSetKey(id: id, widths: widths, crop: crop)) {
            widths.map { "\(path(id: id, width: $0, crop: crop)) \($0)w" }.joined(separator: ", ")
        }
    }

    /// Returns true for a valid signature; compares in constant time.
    public func isValid(id: Int64, width: Int, crop: PictureCrop, signature: String) -> Bool {
        signer.isValid(Self.signedText(id, width, crop), signature: signature)
    }

    /// Parses and verifies the parts of a path; nil if the path is not one that this signer made.
    public func verified(
        id: some StringProtocol, size: some StringProtocol, signature: some StringProtocol
    ) -> (id: Int64, width: Int, crop: PictureCrop)? {
        let digits = size.prefix { $0.isASCII && $0.isNumber }
        let letters = String(size.dropFirst(digits.count))
        guard let number = UntrustedInteger(digits: id)?.id, String(number) == id,
            let width = UntrustedInteger(digits: digits)?.int(in: 1...100_000), String(width) == digits,
            let crop = PictureCrop.allCases.first(where: { $0.pathSuffix == letters }),
            PictureLoader.widths.contains(width),
            isValid(id: number, width: width, crop: crop, signature: String(signature))
        else { return nil }
        return (number, width, crop)
    }

    /// Returns the path `/pictures/{ids}/{signature}` of several pictures in one file; a dot separates the numbers.
    public func sheetPath(of ids: [Int64]) -> String {
        let list = ids.map(String.init).joined(separator: ".")
        return "/pictures/\(list)/\(signer.signature(of: "sheet/\(list)"))"
    }

    /// Parses and verifies the parts of the path of several pictures; nil if the path is not one that this signer made.
    public func verifiedSheet(ids: String, signature: String) -> [Int64]? {
        guard signer.isValid("sheet/\(ids)", signature: signature) else { return nil }
        return ids.split(separator: ".").compactMap { UntrustedInteger(digits: $0)?.id }
    }

    private static func signedText(_ id: Int64, _ width: Int, _ crop: PictureCrop) -> String {
        "\(id)/\(width)/\(crop.rawValue)"
    }
}

/// The paths for pixel densities 1, 2 and 3.
public struct SrcSet: Sendable {
    /// The path of the middle width.
    public let src: String
    /// The `srcset` with all three paths.
    public let srcset: String
}
