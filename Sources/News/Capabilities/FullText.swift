public import Foundation
public import Markup
public import URLs

/// A story's text, extracted from its page.
public struct FullText: Sendable {
    /// The address of the page after redirects.
    public var address: WebAddress
    /// The author line; nil if the page states none.
    public var byline: String?
    /// The sanitised text.
    public var body: SafeHTML
    /// The plain text with collapsed white space.
    public var text: String
    /// The pictures, the lead picture first.
    public var pictures: [PictureReference]
    /// The source pages in order, stored for improved rules.
    public var parts: [FullTextPart]
    /// The title; nil if the page states none.
    public var title: String?
    /// The name of the site; nil if the page states none.
    public var siteName: String?
    /// The date of publication as written on the page.
    public var publishedText: String?
    /// The time of publication; nil if it is unknown.
    public var publishedAt: Date?
    /// The declared language as a BCP 47 tag.
    public var language: String?
    /// The direction of the text.
    public var direction: TextDirection
    /// True if the rest of the text is for subscribers or signed-in users.
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

/// A page of a story, as the origin sent it.
public struct FullTextPart: Sendable, Hashable {
    /// The address of the page after redirects.
    public var address: WebAddress
    /// The decoded HTML.
    public var html: String

    public init(address: WebAddress, html: String) {
        self.address = address
        self.html = html
    }
}
