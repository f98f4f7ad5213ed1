/// An absolute, serialised `http(s)` URL: ASCII (international hosts by IDNA), without dot segments or a default port,
/// unsafe characters percent-encoded.
///
/// Parsing is lenient, as in browsers (WHATWG URL): backslashes are slashes, tabs and line ends are removed. Other
/// schemes, missing hosts and invalid ports give nil.
public struct WebAddress: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The serialised URL with fragment.
    public let text: String

    let components: WebAddressOffsets

    /// Parses an address, and resolves a relative one against `base`.
    public init?(_ text: String, base: WebAddress? = nil) {
        var copy = text
        let read = copy.withUTF8 { WebAddressParser.read($0, base: base) }
        guard let read else { return nil }
        self = read
    }

    /// Parses UTF-8 bytes, and resolves a relative reference against `base`.
    public init?(bytes: UnsafeBufferPointer<UInt8>, base: WebAddress?) {
        guard let read = WebAddressParser.read(bytes, base: base) else { return nil }
        self = read
    }

    init(text: String, components: WebAddressOffsets) {
        self.text = text
        self.components = components
    }

    /// The serialised URL.
    public var description: String { text }

    /// True if the scheme is `https`.
    public var isSecure: Bool {
        text.utf8.count > 4 && text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: 4)] == 0x73
    }

    /// The host in lower case; IPv6 in brackets.
    public var host: String { slice(components.hostStart, components.hostEnd) }

    /// The host without `www.`.
    public var bareHost: String {
        let host = host
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// The port, by default 80 or 443.
    public var port: Int { components.port ?? (isSecure ? 443 : 80) }

    /// The scheme, host and port without a trailing slash: `https://example.org:8080`.
    public var origin: String {
        let scheme = isSecure ? "https://" : "http://"
        guard let port = components.port else { return scheme + host }
        return "\(scheme)\(host):\(port)"
    }

    /// The path with its leading slash.
    public var path: String { slice(components.pathStart, components.pathEnd) }

    /// The query without `?`; nil if there is none.
    public var query: String? {
        components.queryEnd > components.pathEnd ? slice(components.pathEnd + 1, components.queryEnd) : nil
    }

    /// The fragment without `#`; nil if there is none.
    public var fragment: String? {
        text.utf8.count > components.queryEnd ? slice(components.queryEnd + 1, text.utf8.count) : nil
    }

    /// The URL without credentials, for display and logs (RFC 3986 §3.2.1).
    public var displayText: String { hasCredentials ? origin + slice(components.pathStart, text.utf8.count) : text }

    /// True if the URL has a user name or password.
    public var hasCredentials: Bool { components.hostStart > schemeEnd }

    /// The user name and password as `name:password`, percent-encoded; nil if there are none.
    public var userInfo: String? { hasCredentials ? slice(schemeEnd, components.hostStart - 1) : nil }

    /// The URL without credentials: the base for content, as resolved references inherit credentials (WHATWG URL).
    public var withoutCredentials: WebAddress { hasCredentials ? WebAddress(displayText) ?? self : self }

    /// The URL without its fragment.
    public var withoutFragment: WebAddress {
        guard text.utf8.count > components.queryEnd else { return self }
        return WebAddress(text: slice(0, components.queryEnd), components: components)
    }

    /// Replaces the query and the fragment, both already percent-encoded; nil removes them.
    public func replacing(query: String?, fragment: String?) -> WebAddress {
        var text = slice(0, components.pathEnd)
        if let query { text += "?" + query }
        var changed = components
        changed.queryEnd = text.utf8.count
        if let fragment { text += "#" + fragment }
        return WebAddress(text: text, components: changed)
    }

    /// Returns true if both URLs are equal apart from their fragments.
    public func isSamePage(as other: WebAddress) -> Bool {
        components.queryEnd == other.components.queryEnd
            && text.utf8.prefix(components.queryEnd).elementsEqual(other.text.utf8.prefix(components.queryEnd))
    }

    public static func == (one: WebAddress, other: WebAddress) -> Bool { one.text == other.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = WebAddress(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a web address: \(text)")
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The offset after `https://` or `http://`.
    private var schemeEnd: Int { isSecure ? 8 : 7 }

    private func slice(_ start: Int, _ end: Int) -> String {
        let utf8 = text.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: start)
        // bounded: component offsets are ordered
        return String(text[first..<utf8.index(first, offsetBy: end - start)])
    }
}

/// The byte offsets of the components in the URL's text.
struct WebAddressOffsets: Sendable {
    var hostStart = 0
    var hostEnd = 0
    /// The port; nil for the scheme's default.
    var port: Int?
    var pathStart = 0
    var pathEnd = 0
    /// The offset of `#`, or the end.
    var queryEnd = 0
}
