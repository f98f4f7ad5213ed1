import CGumbo
import Foundation
import Untrusted

/// Walks a parsed page once and collects `PageFacts`.
struct PageReader {
    private(set) var facts: PageFacts
    private let address: WebAddress
    private var hasBase = false
    private var title: TextBuffer?
    private var titleIsDone = false
    private var link: (address: WebAddress, text: TextBuffer)?
    private var pending: [(Tree.Node, tag: GumboTag)] = []

    private static let mostLinks = 2_000

    init(address: WebAddress) {
        self.address = address
        facts = PageFacts(baseAddress: address)
    }

    mutating func read(_ root: Tree.Node) {
        facts.language = Tree.string(root, "lang").flatMap(Self.word)
        readBase(root)
        var walk = TreeWalk(root)
        while let step = walk.next() {
            switch step {
            case .enter(let node): enter(node)
            case .leave(let node): leave(node)
            }
        }
    }

    /// `<base>` counts for everything, also for what stands before it: the first with an address wins.
    private mutating func readBase(_ root: Tree.Node) {
        var walk = TreeWalk(root)
        while case .some(let step) = walk.next() {
            guard case .enter(let node) = step, Tree.isElement(node) else { continue }
            if node.pointee.v.element.tag == GUMBO_TAG_BODY { return }
            guard node.pointee.v.element.tag == GUMBO_TAG_BASE, let reference = Tree.attribute(node, "href") else {
                continue
            }
            if let base = WebAddress(bytes: reference, base: address) { facts.baseAddress = base }
            return
        }
    }

    private mutating func enter(_ node: Tree.Node) {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            guard let text = node.pointee.v.text.text else { return }
            title?.append(Tree.bytes(text))
            link?.text.append(Tree.bytes(text))
        case GUMBO_NODE_ELEMENT:
            switch node.pointee.v.element.tag {
            case GUMBO_TAG_TITLE where !titleIsDone: title = TextBuffer(reserving: 64)
            case GUMBO_TAG_LINK: readLink(node)
            case GUMBO_TAG_META: readMeta(node)
            case GUMBO_TAG_A: beginLink(node)
            default: break
            }
        default: break
        }
    }

    private mutating func leave(_ node: Tree.Node) {
        switch node.pointee.v.element.tag {
        case GUMBO_TAG_TITLE:
            if let text = title?.finished, !text.isEmpty, facts.title == nil { facts.title = text }
            title = nil
            titleIsDone = true
        case GUMBO_TAG_A:
            if let link { facts.bodyLinks.append(LinkMention(address: link.address, text: link.text.finished)) }
            link = nil
        default: break
        }
    }

    private mutating func beginLink(_ node: Tree.Node) {
        link = nil
        guard facts.bodyLinks.count < Self.mostLinks, let address = address(node, "href") else { return }
        link = (address, TextBuffer(reserving: 32))
    }

    private mutating func readLink(_ node: Tree.Node) {
        guard let rel = Tree.string(node, "rel")?.lowercased(), let address = address(node, "href") else { return }
        let relations = rel.split(whereSeparator: \.isWhitespace)
        let type = (Tree.string(node, "type") ?? "").lowercased().prefix { $0 != ";" }
        let media = type.filter { !$0.isWhitespace }
        if relations.contains("alternate") || relations.contains("feed"),
            Self.isFeed(media, isFeed: relations.contains("feed"))
        {
            facts.feeds.append(
                FeedMention(address: address, title: Tree.string(node, "title").flatMap(Self.word), type: media))
        } else if relations.contains("canonical") {
            if facts.canonical == nil { facts.canonical = address }
        } else if relations.contains("manifest") {
            if facts.manifest == nil { facts.manifest = address }
        } else if relations.contains(where: Self.isIcon) {
            let size = Tree.string(node, "sizes").flatMap(Self.size)
            facts.icons.append(IconMention(address: address, size: size, rel: relations.joined(separator: " ")))
        }
    }

    private static func isFeed(_ type: String, isFeed: Bool) -> Bool {
        switch type {
        case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
            "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml", "text/atom+xml":
            true
        case "application/json", "application/xml", "text/xml": true
        case "": isFeed
        default: false
        }
    }

    private static func isIcon(_ relation: Substring) -> Bool {
        relation == "icon" || relation == "apple-touch-icon" || relation == "apple-touch-icon-precomposed"
            || relation == "fluid-icon"
    }

    private static func size(_ sizes: String) -> Int? {
        let each = sizes.lowercased().split(whereSeparator: \.isWhitespace).compactMap { size -> Int? in
            if size == "any" { return Int.max }
            return size.split(separator: "x").compactMap { UntrustedInteger(digits: $0)?.int(clampedTo: 0...100_000) }
                .max()
        }
        return each.max()
    }

    private mutating func readMeta(_ node: Tree.Node) {
        guard let content = Tree.string(node, "content").flatMap(Self.word) else { return }
        let name = (Tree.string(node, "property") ?? Tree.string(node, "name") ?? "").lowercased()
        switch name {
        case "og:site_name": facts.siteName = content
        case "application-name": if facts.siteName == nil { facts.siteName = content }
        case "og:title": if facts.title == nil, titleIsDone { facts.title = content }
        case "og:description": if facts.description == nil { facts.description = content }
        case "description": facts.description = content
        case "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src":
            if facts.picture == nil { facts.picture = WebAddress(content, base: facts.baseAddress) }
        default: break
        }
        if Tree.string(node, "http-equiv")?.lowercased() == "refresh" { readRefresh(content) }
    }

    private mutating func readRefresh(_ content: String) {
        guard let equals = content.lowercased().range(of: "url="), facts.refreshAddress == nil else { return }
        let offset = content.lowercased().distance(from: content.lowercased().startIndex, to: equals.upperBound)
        let target = content.dropFirst(offset).trimmingPrefix { $0 == "'" || $0 == "\"" || $0.isWhitespace }
        let end = target.firstIndex { $0 == "'" || $0 == "\"" } ?? target.endIndex
        facts.refreshAddress = WebAddress(String(target[..<end]), base: facts.baseAddress)
    }

    private func address(_ node: Tree.Node, _ name: StaticString) -> WebAddress? {
        Tree.attribute(node, name).flatMap { WebAddress(bytes: $0, base: facts.baseAddress) }
    }

    /// The text without surrounding white space, nil when nothing is left.
    private static func word(_ text: String) -> String? {
        var copy = text
        let word = copy.withUTF8 { PlainText.collapsed($0) }
        return word.isEmpty ? nil : word
    }
}
