public import Markup
public import URLs

/// An assembler that extracts a story from its pages without I/O, so that stored pages can be extracted again.
public struct FullTextAssembler: Sendable {
    /// The version of the rules, which increases when the same pages may give another result.
    public static var rulesVersion: Int { SanitizerRules.version * 100 + ArticleExtractor.version }

    /// The pages in order.
    public private(set) var parts: [FullTextPart] = []
    private var articles: [Article] = []
    private var error: ExtractionError?

    /// Creates an assembler with the first page.
    public init(_ first: FullTextPart) { append(first) }

    /// Creates an assembler with stored pages.
    public init(_ parts: [FullTextPart]) { for part in parts { append(part) } }

    /// The address of the story's next page, which never is the next story; nil after the last page.
    public var nextAddress: WebAddress? {
        guard error == nil, let next = articles.last?.nextPage, let first = parts.first,
            PaginationDetector(first.address).isPage(parts.count + 1, at: next)
        else { return nil }
        return next
    }

    /// Appends a page; a page without a story ends the story.
    public mutating func append(_ part: FullTextPart) {
        guard error == nil else { return }
        do {
            articles.append(try ArticleExtractor(address: part.address).article(in: part.html))
            parts.append(part)
        } catch {
            self.error = error
        }
    }

    /// Returns the whole story.
    /// - Throws: `ExtractionError` if the first page has no story.
    public func fullText() throws(ExtractionError) -> FullText {
        guard let first = articles.first, let page = parts.first else {
            throw error ?? .noArticle(.noPage)
        }
        return FullText(
            address: page.address, byline: first.authors, body: SafeHTML.joined(articles.map(\.html)),
            text: Self.singleLine(articles.map(\.text)), pictures: pictures, parts: parts, title: first.title,
            siteName: first.siteName, publishedText: first.publishedText, language: first.language,
            direction: first.direction, isTruncated: first.isTruncated)
    }

    /// Joins texts into one line, the form in which texts are stored.
    private static func singleLine(_ texts: [String]) -> String {
        texts.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: " ")
    }

    /// The pictures without duplicates; if there are none, the preview picture of the first page.
    private var pictures: [PictureReference] {
        var seen: Set<WebAddress> = []
        let inside = articles.flatMap(\.pictures).filter { seen.insert($0.address).inserted }
        guard inside.isEmpty, let lead = articles.first?.leadPicture else { return inside }
        return [PictureReference(address: lead)]
    }
}
