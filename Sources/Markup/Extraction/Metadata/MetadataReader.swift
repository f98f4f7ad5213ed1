import CGumbo
import Foundation
import JSON
import URLs

/// A collector of the raw values for `PageMetadata` in one traversal.
struct MetadataReader {
    private(set) var base: WebAddress
    private(set) var title = ""
    private(set) var headings: [String] = []
    private(set) var topLevelHeadings: [String] = []
    private(set) var language: String?
    private(set) var direction: String?
    private(set) var canonical: WebAddress?
    private(set) var nextPage: WebAddress?
    private(set) var hasPasswordField = false
    private let pagination: PaginationDetector
    private(set) var picture: WebAddress?
    private(set) var jsonLD: [JSONLDArticle] = []
    /// The microdata `datePublished`.
    private(set) var itemDate: String?
    /// The date of a `<time>` that is marked as the publication date.
    private(set) var timeDate: String?
    private var hasTitle = false
    private var hasBase = false
    private var values: [String: String] = [:]
    private var otherValues: [String: String] = [:]
    /// All values of the author fields, in order.
    private var authors: [String: [String]] = [:]

    init(_ root: GumboTree.Node, address: WebAddress) {
        base = address
        pagination = PaginationDetector(address)
        language = Self.trimmedAttribute(root, "lang") ?? Self.trimmedAttribute(root, "xml:lang")
        direction = Self.trimmedAttribute(root, "dir")
        var walker = GumboTreeWalker(root)
        while let step = walker.next() {
            if case .enter(let node) = step, GumboTree.isElement(node) { read(node) }
        }
    }

    subscript(name: String) -> String? { values[name] }
    func otherValue(_ name: String) -> String? { otherValues[name] }
    func authors(_ name: String) -> [String] { authors[name] ?? [] }

    private mutating func read(_ node: GumboTree.Node) {
        switch node.pointee.v.element.tag {
        case GUMBO_TAG_TITLE:
            if !hasTitle {
                title = Self.text(node)
                hasTitle = true
            }
        case GUMBO_TAG_META: meta(node)
        case GUMBO_TAG_LINK: link(node)
        case GUMBO_TAG_BASE:
            if !hasBase, let reference = GumboTree.attribute(node, "href"),
                let found = WebAddress(bytes: reference, base: base)
            {
                base = found
                hasBase = true
            }
        case GUMBO_TAG_H1, GUMBO_TAG_H2: heading(node)
        case GUMBO_TAG_SCRIPT: script(node)
        case GUMBO_TAG_TIME: time(node)
        case GUMBO_TAG_A: anchor(node)
        case GUMBO_TAG_INPUT: if GumboTree.string(node, "type")?.lowercased() == "password" { hasPasswordField = true }
        case GUMBO_TAG_BODY: if direction == nil { direction = Self.trimmedAttribute(node, "dir") }
        default: break
        }
    }

    private mutating func heading(_ node: GumboTree.Node) {
        guard headings.count < 200 else { return }
        let text = Self.text(node)
        headings.append(text)
        if node.pointee.v.element.tag == GUMBO_TAG_H1 { topLevelHeadings.append(text) }
    }

    private mutating func link(_ node: GumboTree.Node) {
        guard let rel = GumboTree.string(node, "rel")?.lowercased(), let reference = GumboTree.attribute(node, "href"),
            let address = WebAddress(bytes: reference, base: base)
        else { return }
        let relations = rel.split(whereSeparator: \.isWhitespace)
        if relations.contains("canonical"), canonical == nil { canonical = address }
        if relations.contains("next") { considerNextPage(address) }
        if relations.contains("image_src"), picture == nil { picture = address }
    }

    /// Finds the next page by address alone; link texts differ too much.
    private mutating func anchor(_ node: GumboTree.Node) {
        guard nextPage == nil, let reference = GumboTree.attribute(node, "href"), reference.count < 512,
            pagination.mayLead(to: reference),
            let address = WebAddress(bytes: reference, base: base)
        else { return }
        considerNextPage(address)
    }

    private mutating func considerNextPage(_ address: WebAddress) {
        if nextPage == nil, pagination.isFollowed(by: address) { nextPage = address.withoutFragment }
    }

    private mutating func time(_ node: GumboTree.Node) {
        let item = GumboTree.string(node, "itemprop") ?? ""
        guard let instant = Self.trimmedAttribute(node, "datetime") else { return }
        if item.contains("datePublished") { itemDate = itemDate ?? instant }
        if GumboTree.attribute(node, "pubdate") != nil || (GumboTree.string(node, "class") ?? "").contains("publish") {
            timeDate = timeDate ?? instant
        }
    }

    private mutating func script(_ node: GumboTree.Node) {
        guard jsonLD.count < 16, GumboTree.string(node, "type")?.lowercased().contains("ld+json") == true,
            node.pointee.v.element.children.length > 0, let child = GumboTree.child(node, 0),
            let text = child.pointee.v.text.text, let json = EmbeddedJSON.value(in: GumboTree.bytes(text)),
            let article = JSONLDArticle.article(in: json)
        else { return }
        jsonLD.append(article)
    }

    // MARK: Meta

    private static let prefixes: Set<Substring> = ["article", "dc", "dcterm", "og", "twitter"]
    private static let names: Set<Substring> = [
        "author", "creator", "description", "published_time", "title", "site_name",
    ]
    private static let bareNames: Set<String> = [
        "author", "creator", "pub-date", "description", "title", "site_name",
    ]

    private mutating func meta(_ node: GumboTree.Node) {
        if let item = GumboTree.string(node, "itemprop"), item.contains("datePublished"), itemDate == nil {
            itemDate = Self.trimmedAttribute(node, "content")
        }
        if let item = GumboTree.string(node, "itemprop"), item == "author" { itemAuthor(node) }
        guard let content = Self.trimmedAttribute(node, "content") else { return }
        let property = GumboTree.string(node, "property")?.lowercased()
        let name = (GumboTree.string(node, "name") ?? GumboTree.string(node, "http-equiv"))?.lowercased()
        for key in [property, name] {
            guard let key = key?.trimmed, !key.isEmpty, key.utf8.count < 64 else { continue }
            if otherValues[key] == nil { otherValues[key] = content }
            if Self.otherAuthorFields.contains(key) { addAuthor(content, to: key) }
            if picture == nil, Self.isPicture(key) { picture = WebAddress(content, base: base) }
        }
        guard let key = property.flatMap(Self.propertyKey) ?? name.flatMap(Self.nameKey) else { return }
        values[key] = content
        if key.hasSuffix("author") || key.hasSuffix("creator") { addAuthor(content, to: key) }
    }

    private static let otherAuthorFields: Set<String> = ["citation_author", "dcterms.creator", "sailthru.author"]

    private mutating func addAuthor(_ name: String, to field: String) {
        guard authors[field, default: []].count < 2 * AuthorNames.maximumCount else { return }
        authors[field, default: []].append(name)
    }

    /// Reads `<meta itemprop=author>`, except in a comment.
    private mutating func itemAuthor(_ node: GumboTree.Node) {
        guard let name = Self.trimmedAttribute(node, "content") else { return }
        var at = node.pointee.parent
        for _ in 0..<24 {
            guard let above = at, GumboTree.isElement(above) else { break }
            if GumboTree.string(above, "itemprop")?.lowercased().contains("comment") == true { return }
            at = above.pointee.parent
        }
        addAuthor(name, to: "itemprop")
    }

    private static func isPicture(_ key: String) -> Bool {
        ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"].contains(key)
    }

    private static func propertyKey(_ property: String) -> String? {
        for token in property.split(whereSeparator: \.isWhitespace) {
            let parts = token.split(separator: ":", maxSplits: 1)
            if parts.count == 2, prefixes.contains(parts[0]), names.contains(parts[1]) { return String(token) }
        }
        return nil
    }

    private static func nameKey(_ name: String) -> String? {
        let key = name.filter { !$0.isWhitespace }.replacing(".", with: ":")
        if bareNames.contains(key) { return key }
        for prefix in ["dc", "dcterm", "og", "twitter", "parsely", "weibo:article", "weibo:webpage"] {
            guard key.hasPrefix(prefix), key.utf8.count > prefix.utf8.count else { continue }
            let rest = key.dropFirst(prefix.count)
            if rest.first == ":" || rest.first == "-", bareNames.contains(String(rest.dropFirst())) { return key }
        }
        return nil
    }

    private static func trimmedAttribute(_ node: GumboTree.Node, _ name: StaticString) -> String? {
        guard let text = GumboTree.attribute(node, name).map({ PlainText.collapsed($0) }), !text.isEmpty else {
            return nil
        }
        return text
    }

    private static func text(_ node: GumboTree.Node) -> String {
        var out = PlainTextBuffer(reserving: 128)
        var walker = GumboTreeWalker(node)
        while let step = walker.next() {
            guard case .enter(let child) = step else { continue }
            if GumboTree.isElement(child) {
                if child.pointee.v.element.tag == GUMBO_TAG_BR { out.breakWord() }
                if child.pointee.v.element.tag.isRubyReading { walker.skipChildren() }
                continue
            }
            guard let text = child.pointee.v.text.text else { continue }
            if child.pointee.type != GUMBO_NODE_COMMENT { out.append(GumboTree.bytes(text)) }
            if out.bytes.count > 4_096 { break }
        }
        return out.finished
    }
}
