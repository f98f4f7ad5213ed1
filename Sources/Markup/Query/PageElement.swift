// bounded throughout: `max` keeps ends from preceding starts.

/// An element of a `ParsedPage`.
public struct PageElement: Sendable, Hashable {
    let nodeList: PageNodeList
    let index: Int

    private var node: PageNodeList.Node { nodeList.nodes[index] }

    /// The tag name in lower case.
    public var name: String { node.name }

    /// nil if missing.
    public subscript(attribute: String) -> String? { node.attributes.first { $0.name == attribute }?.value }

    /// Whether `class` contains the word.
    public func hasClass(_ word: String) -> Bool {
        self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == word } ?? false
    }

    /// nil for the root.
    public var parent: PageElement? { node.parent < 0 ? nil : PageElement(nodeList: nodeList, index: node.parent) }

    /// Child elements.
    public var children: [PageElement] {
        var children: [PageElement] = []
        var at = index + 1
        while at < node.end {
            if !nodeList.nodes[at].isText { children.append(PageElement(nodeList: nodeList, index: at)) }
            at = nodeList.nodes[at].end
        }
        return children
    }

    /// The next sibling.
    public var next: PageElement? {
        guard let parent else { return nil }
        var at = node.end
        while at < nodeList.nodes[parent.index].end {
            if !nodeList.nodes[at].isText { return PageElement(nodeList: nodeList, index: at) }
            at = nodeList.nodes[at].end
        }
        return nil
    }

    /// Matches in document order.
    public func all(_ selector: ElementSelector) -> [PageElement] {
        guard nodeList.allowsVisits(node.end - index) else { return [] }
        return (index + 1..<max(index + 1, node.end)).lazy.map { PageElement(nodeList: nodeList, index: $0) }
            .filter { !$0.node.isText && selector.matches($0) }
    }

    /// Alternatives are tried in order.
    public func first(_ selector: ElementSelector) -> PageElement? {
        for alternative in selector.alternatives {
            let found = (index + 1..<max(index + 1, node.end)).first { at in
                !nodeList.nodes[at].isText && alternative.matches(PageElement(nodeList: nodeList, index: at))
            }
            guard nodeList.allowsVisits((found ?? node.end) - index) else { return nil }
            if let found { return PageElement(nodeList: nodeList, index: found) }
        }
        return nil
    }

    /// White space collapsed, one space between blocks.
    public var text: String {
        var out = PlainTextBuffer(reserving: 64)
        guard nodeList.allowsVisits(node.end - index) else { return "" }
        for at in index + 1..<max(index + 1, node.end) {
            let node = nodeList.nodes[at]
            if node.isText {
                var text = node.text
                text.withUTF8 { out.append($0) }
            } else if !Self.phrasingElements.contains(node.name) {
                out.breakWord()
            }
        }
        return out.finished
    }

    /// Unsafe to show without sanitising.
    public var innerHTML: String { innerHTML { _ in false } }

    /// Without the elements that `leavingOut` selects.
    public func innerHTML(leavingOut: (PageElement) -> Bool) -> String {
        var out = ""
        guard nodeList.allowsVisits(node.end - index) else { return out }
        var open: [(name: String, end: Int)] = []
        var at = index
        while at + 1 < node.end {
            at += 1
            while let last = open.last, last.end <= at { out += "</\(open.removeLast().name)>" }
            let node = nodeList.nodes[at]
            if !node.isText, leavingOut(PageElement(nodeList: nodeList, index: at)) {
                at = node.end - 1
                continue
            }
            if node.isText {
                out += Self.escaped(node.text)
                continue
            }
            out += "<\(node.name)"
            for (name, value) in node.attributes { out += " \(name)=\"\(Self.escaped(value))\"" }
            out += ">"
            if !Self.voidElements.contains(node.name) { open.append((node.name, node.end)) }
        }
        for (name, _) in open.reversed() { out += "</\(name)>" }
        return out
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }) else { return text }
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }

    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    private static let phrasingElements: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark",
        "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "unknown",
    ]

    public static func == (one: PageElement, other: PageElement) -> Bool {
        one.nodeList === other.nodeList && one.index == other.index
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
