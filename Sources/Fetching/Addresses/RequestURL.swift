import Foundation
import Untrusted

/// A web address split into its parts, in one canonical spelling.
///
/// It is parsed completely here, so that the policy check and the HTTP client can never read one text differently.
struct RequestURL: Sendable, Hashable {
    let isSecure: Bool
    let host: HostName
    let port: Int
    /// Path and query, percent-encoded ASCII, beginning with a slash.
    let pathAndQuery: String
    /// `name:password` from before the host, decoded; sent only as an Authorization header.
    let credentials: String?

    var defaultPort: Int { isSecure ? 443 : 80 }

    /// Scheme, host and port. Secrets are sent only while these stay the same.
    var origin: String {
        (isSecure ? "https://" : "http://") + host.text + (port == defaultPort ? "" : ":\(port)")
    }

    /// The address given to the HTTP client.
    var absoluteString: String { origin + pathAndQuery }

    /// The key of a host's limits: http and https share one, unusual ports have their own.
    var hostKey: String { port == 80 || port == 443 ? host.text : "\(host.text):\(port)" }

    /// Returns nil unless the text is an absolute http or https address.
    init?(_ text: String) {
        let cleaned = Self.cleaned(text)
        guard let colon = cleaned.firstIndex(of: ":") else { return nil }
        switch cleaned[..<colon].lowercased() {
        case "http": self.init(secure: false, afterScheme: cleaned[cleaned.index(after: colon)...])
        case "https": self.init(secure: true, afterScheme: cleaned[cleaned.index(after: colon)...])
        default: return nil
        }
    }

    /// Resolves the target of a redirect, an absolute or relative reference (RFC 3986 §5.2).
    init?(reference: String, from base: RequestURL) {
        let cleaned = Self.cleaned(reference)
        if let colon = cleaned.firstIndex(of: ":"), Self.isScheme(cleaned[..<colon]) {
            self.init(cleaned)
            return
        }
        if cleaned.hasPrefix("//") {
            self.init(secure: base.isSecure, afterScheme: cleaned[...])
            return
        }
        let path = base.pathAndQuery.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let merged: String
        switch cleaned.first {
        case nil, "#": merged = base.pathAndQuery
        case "?": merged = path + cleaned
        case "/": merged = cleaned
        default: merged = path[...(path.lastIndex(of: "/") ?? path.startIndex)] + cleaned
        }
        self.init(secure: base.isSecure, afterScheme: "//\(base.host.text):\(base.port)\(merged)")
    }

    private init?(secure: Bool, afterScheme rest: some StringProtocol) {
        let start = rest.drop { $0 == "/" }
        guard rest.hasPrefix("//") else { return nil }
        let end = start.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? start.endIndex
        var authority = start[..<end]
        var credentials: String?
        if let at = authority.lastIndex(of: "@") {
            credentials = String(authority[..<at]).removingPercentEncoding
            authority = authority[authority.index(after: at)...]
        }
        var port = secure ? 443 : 80
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            let digits = authority[authority.index(after: colon)...]
            if !digits.isEmpty {
                guard let given = UntrustedInteger(digits: digits)?.int(in: 1...65535) else { return nil }
                port = given
            }
            authority = authority[..<colon]
        }
        guard let host = HostName(authority) else { return nil }
        self.isSecure = secure
        self.host = host
        self.port = port
        self.pathAndQuery = Self.target(start[end...])
        self.credentials = credentials.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: Normalisation

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first | 0x20 >= 97, first | 0x20 <= 122 else { return false }
        return text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == 43 || byte == 45 || byte == 46
        }
    }

    /// Removes control characters and outer spaces; turns backslashes before the query into slashes, as browsers do.
    private static func cleaned(_ text: String) -> String {
        var scalars = text.unicodeScalars
        scalars.removeAll { $0.value < 0x20 || $0.value == 0x7f }
        let trimmed = String(scalars).trimmingCharacters(in: .whitespaces)
        let end = trimmed.firstIndex { $0 == "?" || $0 == "#" } ?? trimmed.endIndex
        return String(trimmed[..<end].replacing("\\", with: "/") + trimmed[end...])
    }

    private static func target(_ rest: some StringProtocol) -> String {
        let whole = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let mark = whole.firstIndex(of: "?") ?? whole.endIndex
        return percentEncoded(removingDotSegments(whole[..<mark])) + percentEncoded(String(whole[mark...]))
    }

    private static func removingDotSegments(_ path: some StringProtocol) -> String {
        var resolved: [Substring] = []
        let segments = Substring(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in zip(segments.indices, segments) {
            let plain = segment.lowercased().replacing("%2e", with: ".")
            if plain == ".." { _ = resolved.popLast() }
            if plain != "..", plain != "." {
                resolved.append(segment)
            } else if index == segments.endIndex - 1 {
                resolved.append("")
            }
        }
        return "/" + resolved.joined(separator: "/")
    }

    private static func percentEncoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isPlain = byte > 0x20 && byte < 0x7f && !#""<>^`{|}"#.utf8.contains(byte)
            if isPlain {
                bytes.append(byte)
            } else {
                bytes.append(37)
                bytes.append(contentsOf: [byte >> 4, byte & 15].map { $0 < 10 ? $0 + 48 : $0 + 55 })
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
