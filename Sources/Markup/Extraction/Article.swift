public import URLs

/// A page's main article.
public struct Article: Sendable {
    /// Plain text.
    public var title: String?
    /// Plain text.
    public var byline: String?
    /// The description, else the first paragraph.
    public var excerpt: String?
    /// The publication's name.
    public var siteName: String?
    /// As written; `FeedDate` parses it.
    public var publishedText: String?
    /// Declared, BCP 47.
    public var language: String?
    /// Declared, else from the text.
    public var direction: TextDirection
    /// Without boilerplate or a repeated `title`.
    public var html: SafeHTML
    /// Plain, with blank lines between paragraphs.
    public var text: String
    /// Those in `html`, in order.
    public var pictures: [PictureReference]
    /// The preview picture, possibly not in `pictures`.
    public var leadPicture: WebAddress?
    /// The article's next page.
    public var nextPage: WebAddress?
    /// Whether the rest is for subscribers.
    public var isTruncated = false

    /// `byline` without "by", date and job titles.
    public var authors: String? { byline.map { BylineParser.names(in: $0) } }
}
