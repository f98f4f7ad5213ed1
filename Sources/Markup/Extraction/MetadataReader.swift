import CGumbo
import Foundation

/// Walks a page once for everything `PageMetadata` is made of.
struct MetadataReader {
    private(set) var base: WebAddress
    private(set) var title = ""
    private(set) var headings: [String] = []
    private(set) var firstHeadings: [String] = []
    private(set) var language: String?
    private(set) var direction: String?
    private(set) var canonical: WebAddress?
    /// Where the article goes on.
    private(set) var next: WebAddress?
    /// Whether somebody is to sign in here.
    private(set) var asksForPassword = false
    private let parts: PartAddress
    private(set) var picture: WebAddress?
    private(set) var linked: [LinkedData] = []
    /// `datePublished` in microdata.
    private(set) var itemDate: String?
    /// A `<time>` that says it is the publication's.
    private(set) var timeDate: String?
    private var hasTitle = false
    private var hasBase = false
    private var values: [String: String] = [:]
    private var others: [String: String] = [:]

    init(_ root: Tree.Node, address: WebAddress) {
        base = address
        parts = PartAddress(address)
        language = Self.word(root, "lang") ?? Self.word(root, "xml:lang")
        direction = Self.word(root, "dir")
        var walk = TreeWalk(root)
        while let step = walk.next() {
            if case .enter(let node) = step, Tree.isElement(node) { read(node) }
        }
    }

    subscript(name: String) -> String? { values[name] }
    func other(_ name: String) -> String? { others[name] }

    private mutating func read(_ node: Tree.Node) {
        switch node.pointee.v.element.tag {
        case GUMBO_TAG_TITLE:
            if !hasTitle {
                title = Self.text(node)
                hasTitle = true
            }
        case GUMBO_TAG_META: meta(node)
        case GUMBO_TAG_LINK: link(node)
        case GUMBO_TAG_BASE:
            if !hasBase, let reference = Tree.attribute(node, "href"),
                let found = WebAddress(bytes: reference, base: base)
            {
                base = found
                hasBase = true
            }
        case GUMBO_TAG_H1, GUMBO_TAG_H2: heading(node)
        case GUMBO_TAG_SCRIPT: script(node)
        case GUMBO_TAG_TIME: time(node)
        case GUMBO_TAG_A: anchor(node)
        case GUMBO_TAG_INPUT: if Tree.string(node, "type")?.lowercased() == "password" { asksForPassword = true }
        case GUMBO_TAG_BODY: if direction == nil { direction = Self.word(node, "dir") }
        default: break
        }
    }

    private mutating func heading(_ node: Tree.Node) {
        guard headings.count < 200 else { return }
        let text = Self.text(node)
        headings.append(text)
        if node.pointee.v.element.tag == GUMBO_TAG_H1 { firstHeadings.append(text) }
    }

    private mutating func link(_ node: Tree.Node) {
        guard let rel = Tree.string(node, "rel")?.lowercased(), let reference = Tree.attribute(node, "href"),
            let address = WebAddress(bytes: reference, base: base)
        else { return }
        let relations = rel.split(whereSeparator: \.isWhitespace)
        if relations.contains("canonical"), canonical == nil { canonical = address }
        if relations.contains("next") { consider(address) }
        if relations.contains("image_src"), picture == nil { picture = address }
    }

    /// Links count as the next part by their address alone; their words differ too much.
    private mutating func anchor(_ node: Tree.Node) {
        guard next == nil, let reference = Tree.attribute(node, "href"), reference.count < 512,
            parts.mayLead(to: reference),
            let address = WebAddress(bytes: reference, base: base)
        else { return }
        consider(address)
    }

    private mutating func consider(_ address: WebAddress) {
        if next == nil, parts.isFollowed(by: address) { next = address.withoutFragment }
    }

    private mutating func time(_ node: Tree.Node) {
        let item = Tree.string(node, "itemprop") ?? ""
        guard let instant = Self.word(node, "datetime") else { return }
        if item.contains("datePublished") { itemDate = itemDate ?? instant }
        if Tree.attribute(node, "pubdate") != nil || (Tree.string(node, "class") ?? "").contains("publish") {
            timeDate = timeDate ?? instant
        }
    }

    private mutating func script(_ node: Tree.Node) {
        guard linked.count < 16, Tree.string(node, "type")?.lowercased().contains("ld+json") == true,
            node.pointee.v.element.children.length > 0, let child = Tree.child(node, 0),
            let text = child.pointee.v.text.text, let json = LooseJSON.read(Tree.bytes(text)),
            let article = LinkedData.article(in: json)
        else { return }
        linked.append(article)
    }

    // MARK: Meta

    private static let prefixes: Set<Substring> = ["article", "dc", "dcterm", "og", "twitter"]
    private static let names: Set<Substring> = [
        "author", "creator", "description", "published_time", "title", "site_name",
    ]
    private static let bareNames: Set<String> = [
        "author", "creator", "pub-date", "description", "title", "site_name",
    ]

    private mutating func meta(_ node: Tree.Node) {
        if let item = Tree.string(node, "itemprop"), item.contains("datePublished"), itemDate == nil {
            itemDate = Self.word(node, "content")
        }
        guard let content = Self.word(node, "content") else { return }
        let property = Tree.string(node, "property")?.lowercased()
        let name = (Tree.string(node, "name") ?? Tree.string(node, "http-equiv"))?.lowercased()
        for key in [property, name] {
            guard let key = key?.trimmed, !key.isEmpty, key.utf8.count < 64 else { continue }
            if others[key] == nil { others[key] = content }
            if picture == nil, Self.isPicture(key) { picture = WebAddress(content, base: base) }
        }
        if let key = property.flatMap(Self.propertyKey) {
            values[key] = content
        } else if let key = name.flatMap(Self.nameKey) {
            values[key] = content
        }
    }

    private static func isPicture(_ key: String) -> Bool {
        ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"].contains(key)
    }

    /// The first property of a list of them that counts.
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

    // MARK: Text

    private static func word(_ node: Tree.Node, _ name: StaticString) -> String? {
        guard let text = Tree.attribute(node, name).map({ PlainText.collapsed($0) }), !text.isEmpty else { return nil }
        return text
    }

    private static func text(_ node: Tree.Node) -> String {
        var out = TextBuffer(reserving: 128)
        var walk = TreeWalk(node)
        while let step = walk.next() {
            guard case .enter(let child) = step else { continue }
            if Tree.isElement(child) {
                if child.pointee.v.element.tag == GUMBO_TAG_BR { out.breakWord() }
                continue
            }
            guard let text = child.pointee.v.text.text else { continue }
            if child.pointee.type != GUMBO_NODE_COMMENT { out.append(Tree.bytes(text)) }
            if out.bytes.count > 4_096 { break }
        }
        return out.finished
    }
}
