/// The media type of a link that may lead to a feed.
public struct FeedLinkType: Sendable, Hashable {
    /// The type in lower case, without parameters.
    public let essence: String
    /// True for a single entry of a feed (RFC 5023 §12.1), such as the story of the page.
    private let isEntry: Bool

    /// Parses a `type` attribute.
    public init(_ text: String) {
        let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" } }
        essence = parts.first ?? ""
        isEntry = parts.dropFirst().contains("type=entry")
    }

    /// True if only feeds have this type.
    public var isSpecific: Bool { !isEntry && Self.specific.contains(essence) }

    /// True for a feed's type, including the types that feeds share with other documents.
    public var isFeed: Bool { isSpecific || !isEntry && Self.generic.contains(essence) }

    private static let specific: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml", "text/atom+xml",
    ]
    private static let generic: Set<String> = ["application/json", "application/xml", "text/xml"]
}
