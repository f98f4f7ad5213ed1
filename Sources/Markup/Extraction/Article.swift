/// A page's main article.
public struct Article: Sendable {
    /// The headline, plain text.
    public var title: String?
    /// The byline, plain text.
    public var byline: String?
    /// A summary: the page's own description, else its first paragraph.
    public var excerpt: String?
    /// The publication's name.
    public var siteName: String?
    /// The publication date as the page writes it; `FeedDate` parses it.
    public var publishedText: String?
    /// The declared language (BCP 47).
    public var language: String?
    /// The writing direction: as declared, else by the text's letters.
    public var direction: TextDirection
    /// The text with its pictures, without boilerplate and without a heading that repeats `title`.
    public var html: SafeHTML
    /// The same as plain text, with a blank line between paragraphs.
    public var text: String
    /// The pictures in `html`, in order.
    public var pictures: [PictureReference]
    /// The page's preview picture, which may be missing from `pictures`.
    public var leadPicture: WebAddress?
    /// The next page of a multi-page article.
    public var nextPage: WebAddress?
    /// The page's canonical address.
    public var canonical: WebAddress?
    /// Whether the page shows only a beginning and reserves the rest for subscribers or signed-in readers.
    public var isTruncated = false
    /// What a limit left out, as log messages.
    public var diagnostics: [String]

    /// The authors: `byline` without "by", date and job titles.
    public var authors: String? { byline.map { BylineParser.names(in: $0) } }
}
