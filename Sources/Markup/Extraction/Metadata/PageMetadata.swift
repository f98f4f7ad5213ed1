import CGumbo
import Foundation

/// What a page says about itself in its head, in JSON-LD and in microdata.
struct PageMetadata {
    private(set) var title: String?
    private(set) var byline: String?
    private(set) var excerpt: String?
    private(set) var siteName: String?
    private(set) var published: String?
    private(set) var language: String?
    private(set) var direction: String?
    private(set) var picture: WebAddress?
    private(set) var canonical: WebAddress?
    private(set) var nextPage: WebAddress?
    private(set) var base: WebAddress
    /// The whole text, where JSON-LD gives it.
    private(set) var body: String?
    /// Whether the page has a field for a password.
    private(set) var hasPasswordField: Bool
    /// Whether the page says that not everybody may read it (schema.org `isAccessibleForFree`).
    private(set) var isPaywalled = false
    /// What only fills gaps the page's text leaves.
    private(set) var fallbackByline: String?

    init(_ root: GumboTree.Node, address: WebAddress) {
        let reader = MetadataReader(root, address: address)
        base = reader.base
        language = reader.language
        direction = reader.direction
        canonical = reader.canonical
        nextPage = reader.nextPage
        hasPasswordField = reader.hasPasswordField
        let page = PageTitle(
            text: reader.title, headings: reader.headings, topLevelHeadings: reader.topLevelHeadings)
        let plain = reader.jsonLD.first { $0.isStandardForm }
        let loose = reader.jsonLD.first { !$0.isStandardForm }
        let ownAuthor = reader["article:author"].flatMap { $0.contains("://") ? nil : $0 }
        byline = Self.firstNonEmpty(
            plain?.byline, reader["dc:creator"], reader["dcterm:creator"], reader["author"], reader["parsely-author"],
            ownAuthor)
        fallbackByline = Self.firstNonEmpty(
            loose?.byline, reader.otherValue("citation_author"), reader.otherValue("dcterms.creator"),
            reader.otherValue("sailthru.author"),
            reader.otherValue("twitter:creator").flatMap { $0.hasPrefix("@") ? nil : $0 })
        excerpt = Self.firstNonEmpty(
            plain?.description, reader["dc:description"], reader["dcterm:description"], reader["og:description"],
            reader["weibo:article:description"], reader["weibo:webpage:description"], reader["description"],
            reader["twitter:description"], loose?.description, reader.otherValue("dcterms.description"))
        siteName = Self.firstNonEmpty(
            plain?.siteName, reader["og:site_name"], loose?.siteName, reader.otherValue("application-name"),
            reader.otherValue("apple-mobile-web-app-title"))
        // What is told as the headline is one; `<title>` alone names the publication too.
        let masthead = SiteNameStripper(siteName: siteName, host: (canonical ?? address).host)
        title = Self.firstNonEmpty(
            Self.title(plain, page), reader["dc:title"], reader["dcterm:title"], reader["og:title"],
            reader["weibo:article:title"], reader["weibo:webpage:title"], reader["title"], reader["twitter:title"],
            reader["parsely-title"], masthead.removed(from: page.headline), loose?.title, reader.topLevelHeadings.first)
        published = Self.firstNonEmpty(
            plain?.published, reader["article:published_time"], reader["parsely-pub-date"], loose?.published,
            reader.otherValue("article:published"), reader.otherValue("og:published_time"),
            reader.otherValue("datepublished"),
            reader.otherValue("date"), reader.otherValue("dc.date.issued"), reader.otherValue("dcterms.date"),
            reader.otherValue("dc.date"),
            reader.otherValue("dcterms.created"), reader.otherValue("pubdate"), reader.otherValue("publishdate"),
            reader.otherValue("citation_publication_date"), reader.otherValue("sailthru.date"),
            reader.otherValue("parsely-pub-date"),
            reader.otherValue("publication_date"), reader.otherValue("article.published"),
            reader.otherValue("displaydate"),
            reader.itemDate, reader.timeDate)
        picture = reader.picture ?? (plain?.picture ?? loose?.picture).flatMap { WebAddress($0, base: reader.base) }
        body = plain?.body ?? loose?.body
        isPaywalled = reader.jsonLD.contains(where: \.isPaywalled)
        language =
            language ?? reader.otherValue("content-language") ?? reader.otherValue("og:locale") ?? plain?.language
    }

    private static func title(_ linked: JSONLDArticle?, _ page: PageTitle) -> String? {
        guard let linked else { return nil }
        guard let name = linked.name, let headline = linked.headline, name != headline else { return linked.title }
        let title = page.headline
        return TextSimilarity.of(headline, title) > 0.75 && TextSimilarity.of(name, title) <= 0.75 ? headline : name
    }

    private static func firstNonEmpty(_ candidates: String?...) -> String? {
        for case .some(let text) in candidates {
            let plain = CharacterReferences.decoded(text).trimmed
            if !plain.isEmpty { return plain }
        }
        return nil
    }
}

/// Metadata is often escaped twice; one layer is left after parsing.
enum CharacterReferences {
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var copy = text.replacing("<", with: "&lt;")
        return copy.withUTF8 { TextExtractor.text(of: $0) }
    }

    /// Decodes line by line, so that lines stay.
    static func decoded(_ text: String, keepingLines: Bool) -> String {
        guard keepingLines else { return decoded(text) }
        return text.split(whereSeparator: \.isNewline).map { decoded(String($0)) }.joined(separator: "\n")
    }
}
