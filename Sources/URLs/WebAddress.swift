/// An absolute, serialised `http(s)` URL: ASCII (international hosts by IDNA), no dot segments or default port, unsafe
/// characters percent-encoded.
///
/// Parsed leniently, as in browsers (WHATWG URL): backslashes are slashes, tabs and line ends are removed. Other
/// schemes, missing hosts and invalid ports give nil.
public struct WebAddress: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The serialised URL with fragment.
    public let text: String

    let components: WebAddressComponents

    /// Resolves a relative `text` against `base`.
    public init?(_ text: String, base: WebAddress? = nil) {
        var copy = text
        let read = copy.withUTF8 { WebAddressParser.read($0, base: base) }
        guard let read else { return nil }
        self = read
    }

    /// Parses UTF-8 bytes.
    public init?(bytes: UnsafeBufferPointer<UInt8>, base: WebAddress?) {
        guard let read = WebAddressParser.read(bytes, base: base) else { return nil }
        self = read
    }

    init(text: String, components: WebAddressComponents) {
        self.text = text
        self.components = components
    }

    /// The serialised URL.
    public var description: String { text }

    /// Whether the scheme is `https`.
    public var isSecure: Bool {
        text.utf8.count > 4 && text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: 4)] == 0x73
    }

    /// In lower case; IPv6 in brackets.
    public var host: String { slice(components.hostStart, components.hostEnd) }

    /// By default 80 or 443.
    public var port: Int { components.port ?? (isSecure ? 443 : 80) }

    /// Without a trailing slash: `https://example.org:8080`.
    public var origin: String {
        let scheme = isSecure ? "https://" : "http://"
        guard let port = components.port else { return scheme + host }
        return "\(scheme)\(host):\(port)"
    }

    /// With its leading slash.
    public var path: String { slice(components.pathStart, components.pathEnd) }

    /// Without `?`.
    public var query: String? {
        components.queryEnd > components.pathEnd ? slice(components.pathEnd + 1, components.queryEnd) : nil
    }

    /// Without `#`.
    public var fragment: String? {
        text.utf8.count > components.queryEnd ? slice(components.queryEnd + 1, text.utf8.count) : nil
    }

    /// For display and logs: without credentials (RFC 3986 §3.2.1).
    public var displayText: String { hasCredentials ? origin + slice(components.pathStart, text.utf8.count) : text }

    /// Whether it has a user name or password.
    public var hasCredentials: Bool { components.hostStart > schemeEnd }

    /// `name:password`, percent-encoded.
    public var userInfo: String? { hasCredentials ? slice(schemeEnd, components.hostStart - 1) : nil }

    /// Without credentials: the base for content, as resolved references inherit them (WHATWG URL).
    public var withoutCredentials: WebAddress { hasCredentials ? WebAddress(displayText) ?? self : self }

    /// Without its fragment.
    public var withoutFragment: WebAddress {
        guard text.utf8.count > components.queryEnd else { return self }
        return WebAddress(text: slice(0, components.queryEnd), components: components)
    }

    /// Both percent-encoded already; nil for none.
    public func replacing(query: String?, fragment: String?) -> WebAddress {
        var text = slice(0, components.pathEnd)
        if let query { text += "?" + query }
        var changed = components
        changed.queryEnd = text.utf8.count
        if let fragment { text += "#" + fragment }
        return WebAddress(text: text, components: changed)
    }

    /// Whether both are equal apart from fragments.
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

    /// After `https://`.
    private var schemeEnd: Int { isSecure ? 8 : 7 }

    private func slice(_ start: Int, _ end: Int) -> String {
        let utf8 = text.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: start)
        // bounded: component offsets are ordered
        return String(text[first..<utf8.index(first, offsetBy: end - start)])
    }
}

/// Byte offsets in the URL's text.
struct WebAddressComponents: Sendable {
    var hostStart = 0
    var hostEnd = 0
    /// nil for the scheme's default.
    var port: Int?
    var pathStart = 0
    var pathEnd = 0
    /// The offset of `#`, or the end.
    var queryEnd = 0
}
