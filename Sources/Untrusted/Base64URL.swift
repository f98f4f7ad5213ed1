import Foundation

/// Base64 with the URL's alphabet and without padding (RFC 4648 §5), in which the web writes keys and tokens.
public enum Base64URL {
    /// Encodes bytes, without padding, in one pass: pages sign the address of every picture.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 2)
        var (rest, bits) = (0, 0)
        for byte in bytes {
            // The bits that are not written yet stay.
            (rest, bits) = ((rest & 0x3F) << 8 | Int(byte), bits + 8)
            while bits >= 6 {
                bits -= 6
                letters.append(alphabet[rest >> bits & 0x3F])
            }
        }
        if bits > 0 { letters.append(alphabet[rest << (6 - bits) & 0x3F]) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the bytes; nil for other characters, such as those of plain base64. Padding is accepted, as some browsers
    /// write it.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.prefix { $0 != "=" }
        guard digits.count % 4 != 1, !digits.contains(where: { $0 == "+" || $0 == "/" }) else { return nil }
        let plain = String(digits).replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - digits.count % 4) % 4)).map(Array.init)
    }
}
