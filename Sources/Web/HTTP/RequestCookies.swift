import HTTPTypes
import Hummingbird

/// The cookies of a request (RFC 6265 §5.4), undecoded; of several with the same name the first.
///
/// Hummingbird's `request.cookies` (2.28) is not used, as it compares characters: it drops any Unicode space before a
/// name, and takes U+037E for a semicolon. Another host of the domain could thereby plant a session with a cookie that
/// browsers do not check against the rules of `__Host-` (RFC 6265bis §4.1.3.2). Here, bytes are compared.
struct RequestCookies: Sendable {
    private let pairs: [(name: Substring.UTF8View, value: Substring.UTF8View)]

    init(of request: Request) { self.init(request.headers[values: .cookie]) }

    /// Parses the first hundred pairs of the Cookie headers.
    init(_ headers: [String]) {
        pairs = headers.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.prefix(100).compactMap { text in
            let pair = text.drop { $0 == UInt8(ascii: " ") }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (pair[..<equals], pair[equals...].dropFirst())
        }
    }

    subscript(_ name: String) -> String? {
        pairs.first { $0.name.elementsEqual(name.utf8) }.map { String(Substring($0.value)) }
    }
}
