import Foundation

/// Base64 with the URL's alphabet and without padding (RFC 4648 §5), in which the web writes keys and tokens.
public enum Base64URL {
    /// Encodes bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the bytes; nil for other characters, such as those of plain base64. Padding is accepted, as some browsers
    /// write it.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.prefix { $0 != "=" }
        guard digits.count % 4 != 1, !digits.contains(where: { $0 == "+" || $0 == "/" }) else { return nil }
        let plain = String(digits).replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - digits.count % 4) % 4)).map(Array.init)
    }
}
