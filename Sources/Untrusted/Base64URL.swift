public import Foundation

/// Base64 with the URL's alphabet and without padding (RFC 4648 §5), in which the web writes keys and tokens.
public enum Base64URL {
    /// Encodes bytes.
    public static func encode(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the bytes; nil for other characters. Padding is accepted, as some browsers write it.
    public static func decode(_ text: String) -> [UInt8]? {
        let digits = text.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" }
        guard digits.count % 4 != 1 else { return nil }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: digits + padding).map(Array.init)
    }
}
