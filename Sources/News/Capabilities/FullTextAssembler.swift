public import Markup
public import URLs

/// Extracts a story from its pages without I/O, so that stored pages can be extracted again.
public struct FullTextAssembler: Sendable {
    /// Increases when the same pages may give another result.
    public static var rulesVersion: Int { SanitizerRules.version * 100 + ArticleExtractor.version }

    /// In order.
    public private(set) var parts: [FullTextPart] = []
    private var articles: [Article] = []
    private var error: ExtractionError?

    /// Starts with the first page.
    public init(_ first: FullTextPart) { append(first) }

    /// Extracts stored pages again.
    public init(_ parts: [FullTextPart]) { for part in parts { append(part) } }

    /// The story's next page, not the next story.
    public var nextAddress: WebAddress? {
        guard error == nil, let next = articles.last?.nextPage, let first = parts.first,
            PaginationDetector(first.address).isPage(parts.count + 1, at: next)
        else { return nil }
        return next
    }

    /// Appends a page; one without a story ends the story.
    public mutating func append(_ part: FullTextPart) {
        guard error == nil else { return }
        do {
            articles.append(try ArticleExtractor(address: part.address).article(in: part.html))
            parts.append(part)
        } catch {
            self.error = error
        }
    }

    /// The whole story.
    /// - Throws: `ExtractionError` when the first page has none.
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

    /// Texts are stored on one line.
    private static func singleLine(_ texts: [String]) -> String {
        texts.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: " ")
    }

    /// Deduplicated; without any, the page's preview picture.
    private var pictures: [PictureReference] {
        var seen: Set<WebAddress> = []
        let inside = articles.flatMap(\.pictures).filter { seen.insert($0.address).inserted }
        guard inside.isEmpty, let lead = articles.first?.leadPicture else { return inside }
        return [PictureReference(address: lead)]
    }
}
