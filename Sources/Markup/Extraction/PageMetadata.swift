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
    private(set) var next: WebAddress?
    private(set) var base: WebAddress
    /// The whole text, where JSON-LD gives it.
    private(set) var body: String?
    /// Whether the page has a field for a password.
    private(set) var asksForPassword: Bool
    /// Whether the page says that not everybody may read it (schema.org `isAccessibleForFree`).
    private(set) var isPaidFor = false
    /// What only fills gaps the page's text leaves.
    private(set) var fallbackByline: String?

    init(_ root: Tree.Node, address: WebAddress) {
        let reader = MetadataReader(root, address: address)
        base = reader.base
        language = reader.language
        direction = reader.direction
        canonical = reader.canonical
        next = reader.next
        asksForPassword = reader.asksForPassword
        let page = PageTitle(
            text: reader.title, headings: reader.headings, firstHeadings: reader.firstHeadings)
        let plain = reader.linked.first { $0.isPlain }
        let loose = reader.linked.first { !$0.isPlain }
        let ownAuthor = reader["article:author"].flatMap { $0.contains("://") ? nil : $0 }
        byline = Self.first(
            plain?.byline, reader["dc:creator"], reader["dcterm:creator"], reader["author"], reader["parsely-author"],
            ownAuthor)
        fallbackByline = Self.first(
            loose?.byline, reader.other("citation_author"), reader.other("dcterms.creator"),
            reader.other("sailthru.author"),
            reader.other("twitter:creator").flatMap { $0.hasPrefix("@") ? nil : $0 })
        excerpt = Self.first(
            plain?.description, reader["dc:description"], reader["dcterm:description"], reader["og:description"],
            reader["weibo:article:description"], reader["weibo:webpage:description"], reader["description"],
            reader["twitter:description"], loose?.description, reader.other("dcterms.description"))
        siteName = Self.first(
            plain?.siteName, reader["og:site_name"], loose?.siteName, reader.other("application-name"),
            reader.other("apple-mobile-web-app-title"))
        // What is told as the headline is one; `<title>` alone names the publication too.
        let masthead = Masthead(siteName: siteName, host: (canonical ?? address).host)
        title = Self.first(
            Self.title(plain, page), reader["dc:title"], reader["dcterm:title"], reader["og:title"],
            reader["weibo:article:title"], reader["weibo:webpage:title"], reader["title"], reader["twitter:title"],
            reader["parsely-title"], masthead.removed(from: page.headline), loose?.title, reader.firstHeadings.first)
        published = Self.first(
            plain?.published, reader["article:published_time"], reader["parsely-pub-date"], loose?.published,
            reader.other("article:published"), reader.other("og:published_time"), reader.other("datepublished"),
            reader.other("date"), reader.other("dc.date.issued"), reader.other("dcterms.date"), reader.other("dc.date"),
            reader.other("dcterms.created"), reader.other("pubdate"), reader.other("publishdate"),
            reader.other("citation_publication_date"), reader.other("sailthru.date"), reader.other("parsely-pub-date"),
            reader.other("publication_date"), reader.other("article.published"), reader.other("displaydate"),
            reader.itemDate, reader.timeDate)
        picture = reader.picture ?? (plain?.picture ?? loose?.picture).flatMap { WebAddress($0, base: reader.base) }
        body = plain?.body ?? loose?.body
        isPaidFor = reader.linked.contains(where: \.isPaidFor)
        language = language ?? reader.other("content-language") ?? reader.other("og:locale") ?? plain?.language
    }

    private static func title(_ linked: LinkedData?, _ page: PageTitle) -> String? {
        guard let linked else { return nil }
        guard let name = linked.name, let headline = linked.headline, name != headline else { return linked.title }
        let title = page.headline
        return TextSimilarity.of(headline, title) > 0.75 && TextSimilarity.of(name, title) <= 0.75 ? headline : name
    }

    private static func first(_ candidates: String?...) -> String? {
        for case .some(let text) in candidates {
            let plain = HTMLReferences.decoded(text).trimmed
            if !plain.isEmpty { return plain }
        }
        return nil
    }
}

/// Metadata is often escaped twice; one layer is left after parsing.
enum HTMLReferences {
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var copy = text.replacing("<", with: "&lt;")
        return copy.withUTF8 { TextReader.text(of: $0) }
    }

    /// Decodes line by line, so that lines stay.
    static func decoded(_ text: String, keepingLines: Bool) -> String {
        guard keepingLines else { return decoded(text) }
        return text.split(whereSeparator: \.isNewline).map { decoded(String($0)) }.joined(separator: "\n")
    }
}
