import Markup
import URLs

/// A search for a web page's feed links, for an error message. Markup has the discovery for subscribing.
enum FeedAutodiscovery {
    static func links(in bytes: UnsafeBufferPointer<UInt8>, address: WebAddress?) -> [FeedLink] {
        var links: [FeedLink] = []
        let entities = XMLEntityResolver()
        var at = 0
        while let open = bytes.first(0x3C, from: at), links.count < 50 {
            at = open + 1
            guard open + 6 < bytes.count, isLinkTag(bytes, at: open), bytes[open + 5].isSpace else { continue }
            var spans: [XMLAttributes.Span] = []
            var reader = XMLTagReader(bytes: bytes, at: open + 5, limit: 32)
            guard reader.read(into: &spans) else { break }
            at = max(at, reader.at)
            let link = withExtendedLifetime(entities) {
                spans.withUnsafeBufferPointer { spans in
                    self.link(XMLAttributes(bytes: bytes, spans: spans, entities: entities), address)
                }
            }
            if let link, !links.contains(where: { $0.address == link.address }) { links.append(link) }
        }
        return links
    }

    private static func isLinkTag(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) -> Bool {
        bytes[at + 1].lower == 0x6C && bytes[at + 2].lower == 0x69 && bytes[at + 3].lower == 0x6E
            && bytes[at + 4].lower == 0x6B
    }

    private static func link(_ attributes: XMLAttributes, _ address: WebAddress?) -> FeedLink? {
        func value(_ lower: StaticString, _ upper: StaticString) -> String? {
            attributes.trimmed(lower) ?? attributes.trimmed(upper)
        }
        let relations = (value("rel", "REL") ?? "").lowercased().split(separator: " ")
        let type = FeedLinkType(value("type", "TYPE") ?? "")
        let isFeed =
            relations.contains("alternate") || relations.contains("feed")
            ? type.isFeed : relations.isEmpty && type.isSpecific
        guard isFeed, let written = value("href", "HREF"), !written.contains("/wp-json/") else { return nil }
        let href = FeedScheme.stripped(written) ?? written
        let absolute = WebAddress(href, base: address)?.text ?? href
        return FeedLink(address: absolute)
    }
}

/// A feed linked by a web page.
public struct FeedLink: Sendable, Hashable, Codable {
    /// The feed's URL, absolute if the page's address was known.
    public var address: String

    /// Creates a link to the feed at `address`.
    public init(address: String) { self.address = address }
}
