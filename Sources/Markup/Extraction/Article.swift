public import URLs

/// The main article of a web page.
public struct Article: Sendable {
    /// The title as plain text.
    public var title: String?
    /// The byline as plain text.
    public var byline: String?
    /// The page's description, or else the first paragraph.
    public var excerpt: String?
    /// The publication's name.
    public var siteName: String?
    /// The publication date as written; `FeedDateParser` parses it.
    public var publishedText: String?
    /// The declared language (BCP 47).
    public var language: String?
    /// The text direction: declared, or else detected from the text.
    public var direction: TextDirection
    /// The article as HTML, without boilerplate or a repeated `title`.
    public var html: SafeHTML
    /// The plain text, with blank lines between paragraphs.
    public var text: String
    /// The pictures in `html`, in order.
    public var pictures: [PictureReference]
    /// The preview picture, possibly not in `pictures`.
    public var leadPicture: WebAddress?
    /// The article's next page.
    public var nextPage: WebAddress?
    /// True if the rest is for subscribers.
    public var isTruncated = false

    /// The `byline` without "by", date and job titles.
    public var authors: String? { byline.map { BylineParser.names(in: $0) } }
}
