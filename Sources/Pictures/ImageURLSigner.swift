import Crypto
import Foundation
import Untrusted

/// Signs image URLs, so that nobody can make the server fetch or resize what no page shows.
///
/// The signature is HMAC-SHA256 over id, width and crop, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct ImageURLSigner: Sendable {
    /// The HMAC with its key applied, which saves half of the work.
    private let keyedHMAC: HMAC<SHA256>
    private let cache = SignedURLCache()

    /// - Parameter key: secret and stable over restarts; a new key invalidates what browsers have cached.
    public init(key: [UInt8]) {
        keyedHMAC = HMAC(key: SymmetricKey(data: key))
    }

    /// The path of an image: `/picture/{id}/{width}{shape}/{mark}`, where the shape is nothing, `w` (3:2) or `s`.
    public func path(id: Int64, width: Int, shape: ImageCrop) -> String {
        cache.path(SignedURLCache.URLKey(id: id, width: width, shape: shape)) {
            "/picture/\(id)/\(width)\(shape.pathSuffix)/\(Self.base64URL(signature(id, width, shape)))"
        }
    }

    /// The paths of an image at three widths, for pixel densities of 1, 2 and 3.
    public func srcSet(id: Int64, widths: (Int, Int, Int), shape: ImageCrop) -> SrcSet {
        cache.srcSet(SignedURLCache.SrcSetKey(id: id, widths: widths, shape: shape)) {
            let paths = [widths.0, widths.1, widths.2].map { path(id: id, width: $0, shape: shape) }
            return SrcSet(src: paths[1], srcset: "\(paths[0]) 1x, \(paths[1]) 2x, \(paths[2]) 3x")
        }
    }

    /// Returns whether the signature is ours, in constant time.
    public func isValid(id: Int64, width: Int, shape: ImageCrop, mark: String) -> Bool {
        let expected = Self.base64URL(signature(id, width, shape)).utf8
        let given = mark.utf8
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Parses and verifies the three path parts from the router; nil unless they are ours.
    public func verified(
        id: some StringProtocol, size: some StringProtocol, mark: some StringProtocol
    ) -> (id: Int64, width: Int, shape: ImageCrop)? {
        let digits = size.prefix { $0.isASCII && $0.isNumber }
        let letters = String(size.dropFirst(digits.count))
        guard let number = UntrustedInteger(digits: id)?.id, String(number) == id,
            let width = UntrustedInteger(digits: digits)?.int(in: 1...100_000), String(width) == digits,
            let shape = ImageCrop.allCases.first(where: { $0.pathSuffix == letters }),
            ImageService.widths.contains(width), isValid(id: number, width: width, shape: shape, mark: String(mark))
        else { return nil }
        return (number, width, shape)
    }

    private func signature(_ id: Int64, _ width: Int, _ shape: ImageCrop) -> [UInt8] {
        var mac = keyedHMAC
        mac.update(data: Array("picture/\(id)/\(width)/\(shape.rawValue)".utf8))
        return mac.finalize().withUnsafeBytes { Array($0.prefix(16)) }
    }

    /// RFC 4648 §5, without padding.
    private static func base64URL(_ mark: [UInt8]) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(22)
        var (rest, bits) = (0, 0)
        for byte in mark {
            (rest, bits) = (rest << 8 | Int(byte), bits + 8)
            while bits >= 6 {
                bits -= 6
                letters.append(alphabet[rest >> bits & 63])
            }
        }
        if bits > 0 { letters.append(alphabet[rest << (6 - bits) & 63]) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// The paths of one image for pixel densities of 1, 2 and 3.
public struct SrcSet: Sendable {
    /// The path for `src`: the middle width.
    public let src: String
    /// The value of `srcset`, with all three.
    public let srcset: String
}
