import CGumbo
import Foundation
import URLs
import Untrusted

/// A collector of `DocumentMetadata` in one traversal.
struct DocumentMetadataReader {
    private(set) var details: DocumentMetadata
    private let address: WebAddress
    private var title: PlainTextBuffer?
    private var hasTitle = false
    private var link: (address: WebAddress, isFeed: Bool, text: PlainTextBuffer)?

    private static let maximumLinks = 2_000
    /// The maximum number of feeds, and of icons.
    private static let maximumReferences = 500

    init(address: WebAddress) {
        self.address = address
        details = DocumentMetadata(baseAddress: address)
    }

    mutating func read(_ root: GumboTree.Node) {
        details.language = GumboTree.string(root, "lang").flatMap(Self.trimmed)
        readBase(root)
        var walker = GumboTreeWalker(root)
        while let step = walker.next() {
            switch step {
            case .enter(let node): enter(node)
            case .leave(let node): leave(node)
            }
        }
    }

    /// Reads the first `<base>`, which also applies to preceding elements.
    private mutating func readBase(_ root: GumboTree.Node) {
        var walker = GumboTreeWalker(root)
        while case .some(let step) = walker.next() {
            guard case .enter(let node) = step, GumboTree.isElement(node) else { continue }
            if node.pointee.v.element.tag == GUMBO_TAG_BODY { return }
            guard node.pointee.v.element.tag == GUMBO_TAG_BASE, let reference = GumboTree.attribute(node, "href") else {
                continue
            }
            if let base = WebAddress(bytes: reference, base: address) { details.baseAddress = base }
            return
        }
    }

    private mutating func enter(_ node: GumboTree.Node) {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            guard let text = node.pointee.v.text.text else { return }
            title?.append(GumboTree.bytes(text))
            link?.text.append(GumboTree.bytes(text))
        case GUMBO_NODE_ELEMENT:
            switch node.pointee.v.element.tag {
            case GUMBO_TAG_TITLE where !hasTitle: title = PlainTextBuffer(reserving: 64)
            case GUMBO_TAG_LINK: readLink(node)
            case GUMBO_TAG_META: readMeta(node)
            case GUMBO_TAG_A: beginLink(node)
            default: break
            }
        default: break
        }
    }

    private mutating func leave(_ node: GumboTree.Node) {
        switch node.pointee.v.element.tag {
        case GUMBO_TAG_TITLE:
            if let text = title?.finished, !text.isEmpty, details.title == nil { details.title = text }
            title = nil
            hasTitle = true
        case GUMBO_TAG_A:
            if let link {
                details.bodyLinks.append(
                    LinkReference(address: link.address, text: link.text.finished, isFeed: link.isFeed))
            }
            link = nil
        default: break
        }
    }

    private mutating func beginLink(_ node: GumboTree.Node) {
        link = nil
        guard details.bodyLinks.count < Self.maximumLinks, let (address, isFeed) = address(node, "href") else { return }
        link = (address, isFeed, PlainTextBuffer(reserving: 32))
    }

    private mutating func readLink(_ node: GumboTree.Node) {
        guard let (address, isFeed) = address(node, "href") else { return }
        let relations = (GumboTree.string(node, "rel") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let type = FeedLinkType(GumboTree.string(node, "type") ?? "")
        if isFeed || Self.isFeed(type, relations) {
            guard details.feeds.count < Self.maximumReferences else { return }
            details.feeds.append(
                FeedReference(
                    address: address, title: GumboTree.string(node, "title").flatMap(Self.trimmed), type: type.essence))
        } else if relations.contains("canonical") {
            if details.canonical == nil { details.canonical = address }
        } else if relations.contains("manifest") {
            if details.manifest == nil { details.manifest = address }
        } else if relations.contains(where: Self.isIcon), details.icons.count < Self.maximumReferences {
            let size = GumboTree.string(node, "sizes").flatMap(Self.size)
            details.icons.append(IconReference(address: address, size: size, rel: relations.joined(separator: " ")))
        }
    }

    /// Returns true for a feed; some sites forget the relation.
    private static func isFeed(_ type: FeedLinkType, _ relations: [Substring]) -> Bool {
        if relations.isEmpty { return type.isSpecific }
        guard relations.contains("alternate") || relations.contains("feed") else { return false }
        return type.isFeed || type.essence.isEmpty && relations.contains("feed")
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

    private mutating func readMeta(_ node: GumboTree.Node) {
        guard let content = GumboTree.string(node, "content").flatMap(Self.trimmed) else { return }
        let name = (GumboTree.string(node, "property") ?? GumboTree.string(node, "name") ?? "").lowercased()
        switch name {
        case "og:site_name": details.siteName = content
        case "application-name": if details.siteName == nil { details.siteName = content }
        case "og:title": if details.title == nil, hasTitle { details.title = content }
        case "og:description": if details.description == nil { details.description = content }
        case "description": details.description = content
        case "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src":
            if details.picture == nil { details.picture = WebAddress(content, base: details.baseAddress) }
        default: break
        }
        if GumboTree.string(node, "http-equiv")?.lowercased() == "refresh" { readRefresh(content) }
    }

    private mutating func readRefresh(_ content: String) {
        guard let equals = content.lowercased().range(of: "url="), details.refreshAddress == nil else { return }
        let offset = content.lowercased().distance(from: content.lowercased().startIndex, to: equals.upperBound)
        let target = content.dropFirst(offset).trimmingPrefix { $0 == "'" || $0 == "\"" || $0.isWhitespace }
        let end = target.firstIndex { $0 == "'" || $0 == "\"" } ?? target.endIndex
        details.refreshAddress = WebAddress(String(target[..<end]), base: details.baseAddress)
    }

    /// Returns the address in an attribute, and whether its scheme is one for feeds.
    private func address(_ node: GumboTree.Node, _ name: StaticString) -> (address: WebAddress, isFeed: Bool)? {
        guard let reference = GumboTree.attribute(node, name) else { return nil }
        if let address = WebAddress(bytes: reference, base: details.baseAddress) { return (address, false) }
        return FeedScheme.stripped(String(decoding: reference, as: UTF8.self))
            .flatMap { WebAddress($0, base: details.baseAddress) }.map { ($0, true) }
    }

    private static func trimmed(_ text: String) -> String? {
        var copy = text
        let word = copy.withUTF8 { PlainText.collapsed($0) }
        return word.isEmpty ? nil : word
    }
}
