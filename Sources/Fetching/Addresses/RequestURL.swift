import Foundation
import URLs
import Untrusted

/// The URL of a request. One parse gives all parts, so address check and HTTP client cannot differ.
struct RequestURL: Sendable, Hashable {
    let host: HostName
    /// The percent-encoded path with its first slash, and the query.
    let pathAndQuery: String
    /// The decoded `name:password`, for the `Authorization` header only.
    let credentials: String?
    private let address: WebAddress

    /// The scheme, host and port. Secrets are sent only while the origin remains the same.
    var origin: String {
        (address.isSecure ? "https://" : "http://") + host.text + (specialPort.map { ":\($0)" } ?? "")
    }

    var port: Int { address.port }

    /// The port; nil if it is the default of http or https.
    var specialPort: Int? { port == (address.isSecure ? 443 : 80) ? nil : port }

    var isSecure: Bool { address.isSecure }

    /// The path without the query.
    var path: String { String(pathAndQuery.prefix { $0 != "?" }) }

    var absoluteString: String { origin + pathAndQuery }

    var hostKey: String { address.hostKey }

    /// Parses an absolute http or https URL with a valid DNS host and a port above 0; nil for other text.
    init?(_ text: String) {
        self.init(text, base: nil)
    }

    /// Resolves a redirect's target (RFC 3986 §5.2); a relative one inherits no credentials.
    init?(reference: String, from base: RequestURL) {
        self.init(reference, base: base.address)
    }

    private init?(_ text: String, base: WebAddress?) {
        guard !Self.lacksSlashes(text), let address = WebAddress(text, base: base), address.port > 0,
            let host = HostName(address.host)
        else { return nil }
        self.host = host
        self.address = address.withoutCredentials.withoutFragment
        let credentials = address.userInfo?.removingPercentEncoding ?? ""
        self.credentials = credentials.isEmpty ? nil : credentials
        pathAndQuery = Self.percentEncoded(address.path + (address.query.map { "?" + $0 } ?? ""))
    }

    /// Returns true if a web scheme lacks two slashes (`http:example.org`), which is valid for WHATWG URL only.
    private static func lacksSlashes(_ text: String) -> Bool {
        let bytes = text.utf8.drop { $0 <= 0x20 }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let scheme = String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        guard scheme.utf8.count < bytes.count, ["http", "https"].contains(scheme.lowercased()) else { return false }
        let rest = bytes.dropFirst(scheme.utf8.count + 1)
        return rest.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.count < 2
    }

    /// Encodes the characters that WHATWG URL leaves but RFC 3986 forbids.
    private static func percentEncoded(_ text: String) -> String {
        let escapes: [Character: String] = ["^": "%5E", "`": "%60", "{": "%7B", "|": "%7C", "}": "%7D"]
        guard text.contains(where: { escapes[$0] != nil }) else { return text }
        return text.map { escapes[$0] ?? String($0) }.joined()
    }
}
