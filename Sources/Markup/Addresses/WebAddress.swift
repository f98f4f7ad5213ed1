/// An absolute `http` or `https` URL in its serialised form: ASCII only, dot segments removed, unsafe characters
/// percent-encoded, international hosts in punycode, the default port left out.
///
/// Parsing is as lenient as a browser's (WHATWG URL, as far as it concerns the two schemes): backslashes count as
/// slashes, tabs and line ends are removed, and a reference without a scheme is resolved against `base`. Other schemes,
/// missing hosts and invalid ports give nil.
public struct WebAddress: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The serialised URL, fragment included; ASCII.
    public let text: String

    let components: WebAddressComponents

    /// Parses `text`, resolving it against `base` when it is relative.
    public init?(_ text: String, base: WebAddress? = nil) {
        var copy = text
        let read = copy.withUTF8 { WebAddressParser.read($0, base: base) }
        guard let read else { return nil }
        self = read
    }

    init?(bytes: UnsafeBufferPointer<UInt8>, base: WebAddress?) {
        guard let read = WebAddressParser.read(bytes, base: base) else { return nil }
        self = read
    }

    init(text: String, parts: WebAddressComponents) {
        self.text = text
        self.components = parts
    }

    /// The serialised URL.
    public var description: String { text }

    /// Whether the scheme is `https`.
    public var isSecure: Bool {
        text.utf8.count > 4 && text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: 4)] == 0x73
    }

    /// The host in lower case; an IPv6 literal keeps its brackets.
    public var host: String { slice(components.hostStart, components.hostEnd) }

    /// The port, by default 80 or 443.
    public var port: Int { components.port ?? (isSecure ? 443 : 80) }

    /// Scheme, host and port without a trailing slash: `https://example.org:8080`.
    public var origin: String {
        let scheme = isSecure ? "https://" : "http://"
        guard let port = components.port else { return scheme + host }
        return "\(scheme)\(host):\(port)"
    }

    /// The path with its first slash.
    public var path: String { slice(components.pathStart, components.pathEnd) }

    /// The query without its question mark, nil when there is none.
    public var query: String? {
        components.queryEnd > components.pathEnd ? slice(components.pathEnd + 1, components.queryEnd) : nil
    }

    /// The fragment without its number sign, nil when there is none.
    public var fragment: String? {
        text.utf8.count > components.queryEnd ? slice(components.queryEnd + 1, text.utf8.count) : nil
    }

    /// The URL for display and logs: without the user name and password it may carry (RFC 3986 §3.2.1).
    public var displayText: String { hasCredentials ? origin + slice(components.pathStart, text.utf8.count) : text }

    /// Whether it carries a user name or password.
    public var hasCredentials: Bool { !text.hasPrefix(origin) }

    /// The URL without user name and password. Resolved references inherit them (WHATWG URL), so this is the base for
    /// content from its origin.
    public var withoutCredentials: WebAddress { hasCredentials ? WebAddress(displayText) ?? self : self }

    /// The URL without its fragment.
    public var withoutFragment: WebAddress {
        guard text.utf8.count > components.queryEnd else { return self }
        return WebAddress(text: slice(0, components.queryEnd), parts: components)
    }

    /// The URL without tracking parameters (`utm_…`, `fbclid` and the like).
    public var withoutTracking: WebAddress { TrackingParameters.removed(from: self) }

    /// Whether both are equal apart from their fragments.
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

    private func slice(_ start: Int, _ end: Int) -> String {
        let utf8 = text.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: start)
        // bounded: parts of an address stand in order
        return String(text[first..<utf8.index(first, offsetBy: end - start)])
    }
}

/// Byte offsets of a URL's components in its text.
struct WebAddressComponents: Sendable {
    var hostStart = 0
    var hostEnd = 0
    /// nil for the scheme's default.
    var port: Int?
    var pathStart = 0
    var pathEnd = 0
    /// The offset of the fragment's number sign, or the end.
    var queryEnd = 0
}
