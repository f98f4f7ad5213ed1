public import Foundation
public import Markup

/// The full text of a story, extracted from its page, for feeds that give only a beginning.
public struct FullText: Sendable {
    /// The page's final address, after redirects.
    public var address: WebAddress
    public var byline: String?
    public var body: SafeHTML
    /// The body as plain text with collapsed white space.
    public var text: String
    /// Its pictures, the lead picture first.
    public var pictures: [PictureReference]
    /// The pages it was extracted from, in order, kept for extraction by improved rules.
    public var parts: [FullTextPart]
    /// The headline.
    public var title: String?
    /// The name of the publication.
    public var siteName: String?
    /// The publication date as written on the page.
    public var publishedText: String?
    /// The publication date, if it could be parsed.
    public var publishedAt: Date?
    /// The declared language (BCP 47).
    public var language: String?
    public var direction: TextDirection
    /// Whether the page says that the rest is for subscribers or signed-in users.
    public var isTruncated: Bool

    public init(
        address: WebAddress, byline: String? = nil, body: SafeHTML, text: String, pictures: [PictureReference] = [],
        parts: [FullTextPart], title: String? = nil, siteName: String? = nil, publishedText: String? = nil,
        language: String? = nil, direction: TextDirection = .ltr, isTruncated: Bool = false
    ) {
        self.title = title
        self.siteName = siteName
        self.publishedText = publishedText
        self.language = language
        self.direction = direction
        self.isTruncated = isTruncated
        self.address = address
        self.byline = byline
        self.body = body
        self.text = text
        self.pictures = pictures
        self.parts = parts
    }
}

/// One page of a story, as its origin wrote it; most stories have a single one.
public struct FullTextPart: Sendable, Hashable {
    /// The final address, after redirects.
    public var address: WebAddress
    /// The decoded HTML.
    public var html: String

    public init(address: WebAddress, html: String) {
        self.address = address
        self.html = html
    }
}

/// A source's capability to fetch a story's full text from its page.
public struct FullTextCapability: Sendable {
    private let fetch: @Sendable (WebAddress) async throws(SourceError) -> FullText

    /// - Parameter fetch: fetches the page and its continuation pages, and extracts the text.
    public init(_ fetch: @escaping @Sendable (WebAddress) async throws(SourceError) -> FullText) { self.fetch = fetch }

    /// Fetches and extracts the text of a page.
    /// - Throws: `SourceError`; `.unreadable` when the page has no story.
    public func text(of page: WebAddress) async throws(SourceError) -> FullText { try await fetch(page) }
}
