public import Markup

/// Reads a story from its page, and from the pages it goes on to: pure, so that kept pages can be read again.
public struct FullTextAssembler: Sendable {
    /// Grows whenever the same pages may come out different.
    public static var rulesVersion: Int { SanitizerRules.version * 100 + ArticleExtractor.version }

    /// The pages read so far, in order.
    public private(set) var parts: [FullTextPart] = []
    private var articles: [Article] = []
    private var error: ExtractionError?

    /// Begins with a story's first page.
    public init(_ first: FullTextPart) { append(first) }

    /// Reads kept pages again.
    public init(_ parts: [FullTextPart]) { for part in parts { append(part) } }

    /// Where the story goes on: the next page of the same story, not the next story; nil at its end.
    public var nextAddress: WebAddress? {
        guard error == nil, let next = articles.last?.nextPage, let first = parts.first,
            PaginationDetector(first.address).isPage(parts.count + 1, at: next)
        else { return nil }
        return next
    }

    /// Takes one more page. A later page without a story on it ends the story.
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
    /// - Throws: `ExtractionError`, when the first page has no story on it.
    public func fullText() throws(ExtractionError) -> FullText {
        guard let first = articles.first, let page = parts.first else {
            throw error ?? .noArticle(why: "There is no page.")
        }
        return FullText(
            address: page.address, byline: first.authors, body: SafeHTML.joined(articles.map(\.html)),
            text: Self.singleLine(articles.map(\.text)), pictures: pictures, parts: parts, title: first.title,
            siteName: first.siteName, publishedText: first.publishedText, language: first.language,
            direction: first.direction, isTruncated: first.isTruncated)
    }

    /// Stories are kept with their text in one line, whichever way it came.
    private static func singleLine(_ texts: [String]) -> String {
        texts.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: " ")
    }

    /// Each picture of the text once; of a text without pictures the one that the page shows itself with.
    private var pictures: [PictureReference] {
        var seen: Set<WebAddress> = []
        let inside = articles.flatMap(\.pictures).filter { seen.insert($0.address).inserted }
        guard inside.isEmpty, let lead = articles.first?.leadPicture else { return inside }
        return [PictureReference(address: lead)]
    }
}
