public import Foundation
public import Markup

/// The whole text of a story, as the story's own page has it, for feeds that give only its beginning.
public struct FullText: Sendable {
    /// Where the page was found, after redirects: whose text it is.
    public var address: WebAddress
    public var byline: String?
    public var body: SafeHTML
    /// The body as plain text, white space collapsed.
    public var text: String
    /// The pictures in it, the lead picture first.
    public var pictures: [PictureReference]
    /// The pages it was read from, in order, so that better rules can read them again.
    public var parts: [FullTextPart]
    /// The page's headline.
    public var title: String?
    /// The publication's name.
    public var siteName: String?
    /// When it appeared, as the page writes it.
    public var publishedText: String?
    /// The same, where it could be read.
    public var publishedAt: Date?
    /// Its language (BCP 47), as declared.
    public var language: String?
    public var direction: TextDirection
    /// Whether the page says that it shows only a beginning: the rest is for those who subscribe or sign in.
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

/// One page of a story, as its origin wrote it: most stories have one, some are cut into several.
public struct FullTextPart: Sendable, Hashable {
    /// Where it was found, after redirects.
    public var address: WebAddress
    /// The page's HTML, decoded.
    public var html: String

    public init(address: WebAddress, html: String) {
        self.address = address
        self.html = html
    }
}

/// The ability of a source to fetch a story's whole text from its page (decision 1: a value, nil where there is none).
public struct FullTextCapability: Sendable {
    private let fetch: @Sendable (WebAddress) async throws(SourceError) -> FullText

    /// - Parameter ask: fetches the page at an address, and those it goes on to, and reads them.
    public init(_ ask: @escaping @Sendable (WebAddress) async throws(SourceError) -> FullText) { self.fetch = ask }

    /// The text of the page at an address.
    /// - Throws: `SourceError`; `.unreadable` when there is a page, and no story on it.
    public func text(of page: WebAddress) async throws(SourceError) -> FullText { try await fetch(page) }
}
