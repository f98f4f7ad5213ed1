import CGumbo
import Foundation
import URLs

/// The metadata from head, JSON-LD and microdata.
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
    /// The whole text from JSON-LD.
    private(set) var body: String?
    private(set) var hasPasswordField: Bool
    /// True if `isAccessibleForFree` (schema.org) is false.
    private(set) var isPaywalled = false
    /// The byline for texts without one.
    private(set) var fallbackByline: String?
    /// The names of the byline, or those marked in the text, one by one; the text should not repeat them.
    private(set) var authorNames: [String] = []
    private var markedNames: [String] = []

    init(_ root: GumboTree.Node, address: WebAddress) {
        let reader = MetadataReader(root, address: address)
        let sources = MetadataSources(reader: reader)
        base = reader.base
        direction = reader.direction
        canonical = reader.canonical
        nextPage = reader.nextPage
        hasPasswordField = reader.hasPasswordField
        byline = sources.byline
        fallbackByline = sources.fallbackByline
        authorNames = sources.authorNames
        excerpt = sources.excerpt
        siteName = sources.siteName
        title = sources.title(without: SiteNameStripper(siteName: siteName, host: (canonical ?? address).host))
        published = sources.published
        picture = sources.picture
        body = sources.standard?.body ?? sources.other?.body
        isPaywalled = reader.jsonLD.contains(where: \.isPaywalled)
        language = sources.language
    }

    /// Adds marked authors if the head names none.
    mutating func add(_ marked: AnnotatedAuthors) {
        guard byline == nil, marked.names.count > 1 else { return }
        markedNames = marked.names
        authorNames = marked.names
    }

    /// Returns the byline.
    /// - Parameter line: the byline in the text, which often has only the first of several marked authors.
    func byline(from line: String?) -> String? {
        if let byline { return byline }
        guard let line else { return nil }
        let missing = markedNames.filter { !AuthorNames.contains($0, in: line) }
        guard !missing.isEmpty, missing.count < markedNames.count else { return line }
        return AuthorNames.joined(markedNames, siteName: siteName)
    }
}

/// The choice between the sources of each value, the most reliable first.
private struct MetadataSources {
    let reader: MetadataReader
    /// The JSON-LD article in the standard form.
    let standard: JSONLDArticle?
    /// The JSON-LD article in another form, which only fills gaps.
    let other: JSONLDArticle?

    init(reader: MetadataReader) {
        self.reader = reader
        standard = reader.jsonLD.first { $0.isStandardForm }
        other = reader.jsonLD.first { !$0.isStandardForm }
    }

    var byline: String? {
        Self.firstNonEmpty(standard?.byline) ?? authorFields.lazy.compactMap { joined($0) }.first
    }

    /// The names in the field that `byline` is from.
    var authorNames: [String] {
        guard standard?.byline == nil, let names = authorFields.first(where: { joined($0) != nil }) else { return [] }
        return Array(names.lazy.filter { $0.utf8.count <= 200 }.prefix(AuthorNames.maximumCount))
    }

    private var authorFields: [[String]] {
        [
            reader.authors("dc:creator"), reader.authors("dcterm:creator"), reader.authors("author"),
            reader.authors("parsely-author"), reader.authors("article:author").filter { !$0.contains("://") },
            // Each Highwire Press tag names one person.
            reader.authors("citation_author").map(AuthorNames.inReadingOrder),
        ]
    }

    private func joined(_ names: [String]) -> String? {
        AuthorNames.joined(names.compactMap { Self.firstNonEmpty($0).map(AuthorNames.withoutTags) }, siteName: siteName)
    }

    var fallbackByline: String? {
        Self.firstNonEmpty(
            other?.byline, joined(reader.authors("dcterms.creator")), joined(reader.authors("sailthru.author")),
            joined(reader.authors("itemprop")),
            reader.otherValue("twitter:creator").flatMap { $0.hasPrefix("@") ? nil : $0 })
    }

    var excerpt: String? {
        Self.firstNonEmpty(
            standard?.description, reader["dc:description"], reader["dcterm:description"], reader["og:description"],
            reader["weibo:article:description"], reader["weibo:webpage:description"], reader["description"],
            reader["twitter:description"], other?.description, reader.otherValue("dcterms.description"))
    }

    var siteName: String? {
        Self.firstNonEmpty(
            standard?.siteName, reader["og:site_name"], other?.siteName, reader.otherValue("application-name"),
            reader.otherValue("apple-mobile-web-app-title"))
    }

    var published: String? {
        Self.firstNonEmpty(
            standard?.published, reader["article:published_time"], reader["parsely-pub-date"], other?.published,
            reader.otherValue("article:published"), reader.otherValue("og:published_time"),
            reader.otherValue("datepublished"), reader.otherValue("date"), reader.otherValue("dc.date.issued"),
            reader.otherValue("dcterms.date"), reader.otherValue("dc.date"), reader.otherValue("dcterms.created"),
            reader.otherValue("pubdate"), reader.otherValue("publishdate"),
            reader.otherValue("citation_publication_date"), reader.otherValue("sailthru.date"),
            reader.otherValue("parsely-pub-date"), reader.otherValue("publication_date"),
            reader.otherValue("article.published"), reader.otherValue("displaydate"),
            reader.itemDate, reader.timeDate)
    }

    var picture: WebAddress? {
        reader.picture ?? (standard?.picture ?? other?.picture).flatMap { WebAddress($0, base: reader.base) }
    }

    var language: String? {
        reader.language ?? reader.otherValue("content-language") ?? reader.otherValue("og:locale")
            ?? standard?.language
    }

    /// Returns the title; `siteNames` strips the publication's name.
    func title(without siteNames: SiteNameStripper) -> String? {
        let page = PageTitle(
            text: reader.title, headings: reader.headings, topLevelHeadings: reader.topLevelHeadings)
        return Self.firstNonEmpty(
            Self.title(standard, page), reader["dc:title"], reader["dcterm:title"], reader["og:title"],
            reader["weibo:article:title"], reader["weibo:webpage:title"], reader["title"], reader["twitter:title"],
            reader["parsely-title"], siteNames.removed(from: page.headline), other?.title,
            reader.topLevelHeadings.first)
    }

    private static func title(_ linked: JSONLDArticle?, _ page: PageTitle) -> String? {
        guard let linked else { return nil }
        guard let name = linked.name, let headline = linked.headline, name != headline else { return linked.title }
        let title = page.headline
        return TextSimilarity.of(headline, title) > 0.75 && TextSimilarity.of(name, title) <= 0.75 ? headline : name
    }

    private static func firstNonEmpty(_ candidates: String?...) -> String? {
        for case .some(let text) in candidates {
            var plain = CharacterReferenceDecoder.decoded(text).trimmed
            plain = plain.withUTF8 { PlainText.collapsed($0) }
            if !plain.isEmpty { return plain }
        }
        return nil
    }
}

/// A decoder of metadata, which is often escaped twice.
enum CharacterReferenceDecoder {
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        var copy = text.replacing("<", with: "&lt;")
        return copy.withUTF8 { TextExtractor.text(of: $0) }
    }

    /// Decodes character references.
    /// - Parameter keepingLines: true to decode line by line.
    static func decoded(_ text: String, keepingLines: Bool) -> String {
        guard keepingLines else { return decoded(text) }
        return text.split(whereSeparator: \.isNewline).map { decoded(String($0)) }.joined(separator: "\n")
    }
}
