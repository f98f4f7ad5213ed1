/// A page's main article.
public struct Article: Sendable {
    /// Its headline, plain text.
    public var title: String?
    /// Who wrote it, plain text.
    public var byline: String?
    /// What it says in a sentence or two: the page's own description, else its first paragraph.
    public var excerpt: String?
    /// The publication's name.
    public var siteName: String?
    /// When it appeared, as the page writes it; `FeedDate` reads it.
    public var publishedText: String?
    /// Its language (BCP 47), as declared.
    public var language: String?
    /// Which way it runs: as declared, else as its letters do.
    public var direction: TextDirection
    /// The text with its pictures, without the page's furniture and without a heading that repeats `title`.
    public var html: SafeHTML
    /// The same as plain text, a blank line between paragraphs.
    public var text: String
    /// The pictures in `html`, in order.
    public var pictures: [PictureReference]
    /// The picture the page shows itself with, which may or may not be among `pictures`.
    public var leadPicture: WebAddress?
    /// Where the article goes on, when it has several parts.
    public var nextPage: WebAddress?
    /// The address the page wants to be known by.
    public var canonical: WebAddress?
    /// Whether the page says that it shows only a beginning: the rest is for those who subscribe or sign in.
    public var isTruncated = false
    /// What had to be left out because of a bound, in words for the log.
    public var diagnostics: [String]

    /// Who wrote it: `byline` without a word such as "by", without a date and without what the authors are.
    public var authors: String? { byline.map { BylineParser.names(in: $0) } }
}
