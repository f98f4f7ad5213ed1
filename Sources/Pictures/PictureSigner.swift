import Crypto
import Foundation

/// Signs the addresses of pictures, so that nobody can make the server fetch or resize what no page shows.
///
/// The mark is HMAC-SHA256 over id, width and shape, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct PictureSigner: Sendable {
    private let key: SymmetricKey

    /// `key` is secret and stays the same over restarts, or browsers lose what they have kept.
    public init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// The path of a picture: `/picture/{id}/{width}{shape}/{mark}`, where the shape is nothing, `w` (3:2) or `s`.
    public func path(id: Int64, width: Int, shape: PictureShape) -> String {
        "/picture/\(id)/\(width)\(shape.letter)/\(Self.text(mark(id, width, shape)))"
    }

    /// True when the mark is ours. Takes the same time wherever it differs.
    public func check(id: Int64, width: Int, shape: PictureShape, mark: String) -> Bool {
        let wanted = Self.text(self.mark(id, width, shape)).utf8
        let given = mark.utf8
        guard wanted.count == given.count else { return false }
        return zip(wanted, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Reads and checks the three parts of a path as a router hands them over; nil when they are not ours.
    public func opened(
        id: some StringProtocol, size: some StringProtocol, mark: some StringProtocol
    ) -> (id: Int64, width: Int, shape: PictureShape)? {
        let digits = size.prefix { $0.isASCII && $0.isNumber }
        let letters = String(size.dropFirst(digits.count))
        guard let number = Int64(id), String(number) == id, let width = Int(digits), String(width) == digits,
            let shape = PictureShape.allCases.first(where: { $0.letter == letters }),
            PictureShop.widths.contains(width), check(id: number, width: width, shape: shape, mark: String(mark))
        else { return nil }
        return (number, width, shape)
    }

    private func mark(_ id: Int64, _ width: Int, _ shape: PictureShape) -> [UInt8] {
        let words = Array("picture/\(id)/\(width)/\(shape.rawValue)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: words, using: key).prefix(16))
    }

    private static func text(_ mark: [UInt8]) -> String {
        Data(mark).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
