public import Foundation
public import Markup
public import URLs

/// A story's text, extracted from its page.
public struct FullText: Sendable {
    /// After redirects.
    public var address: WebAddress
    public var byline: String?
    public var body: SafeHTML
    /// Plain text with collapsed white space.
    public var text: String
    /// The lead picture first.
    public var pictures: [PictureReference]
    /// The source pages in order, kept for improved rules.
    public var parts: [FullTextPart]
    public var title: String?
    public var siteName: String?
    /// As written on the page.
    public var publishedText: String?
    public var publishedAt: Date?
    /// BCP 47, as declared.
    public var language: String?
    public var direction: TextDirection
    /// The rest is for subscribers or signed-in users.
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

/// A page of a story, as its origin wrote it.
public struct FullTextPart: Sendable, Hashable {
    /// After redirects.
    public var address: WebAddress
    /// Decoded.
    public var html: String

    public init(address: WebAddress, html: String) {
        self.address = address
        self.html = html
    }
}
