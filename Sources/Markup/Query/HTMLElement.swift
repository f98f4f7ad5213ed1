// bounded throughout: `max` keeps ends from preceding starts.

/// An element of an `HTMLDocument`.
public struct HTMLElement: Sendable, Hashable {
    let nodeList: HTMLNodeList
    let index: Int

    private var node: HTMLNodeList.Node { nodeList.nodes[index] }

    /// The tag name in lower case.
    public var name: String { node.name }

    /// Returns the value of an attribute; nil if it is missing.
    public subscript(attribute: String) -> String? { node.attributes.first { $0.name == attribute }?.value }

    /// Returns true if `class` contains the word.
    public func hasClass(_ word: String) -> Bool {
        self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == word } ?? false
    }

    /// The parent element; nil for the root.
    public var parent: HTMLElement? { node.parent < 0 ? nil : HTMLElement(nodeList: nodeList, index: node.parent) }

    /// The child elements.
    public var children: [HTMLElement] {
        var children: [HTMLElement] = []
        var at = index + 1
        while at < node.end {
            if !nodeList.nodes[at].isText { children.append(HTMLElement(nodeList: nodeList, index: at)) }
            at = nodeList.nodes[at].end
        }
        return children
    }

    /// The next sibling element.
    public var next: HTMLElement? {
        guard let parent else { return nil }
        var at = node.end
        while at < nodeList.nodes[parent.index].end {
            if !nodeList.nodes[at].isText { return HTMLElement(nodeList: nodeList, index: at) }
            at = nodeList.nodes[at].end
        }
        return nil
    }

    /// Returns the matching descendants in document order.
    public func all(_ selector: ElementSelector) -> [HTMLElement] {
        guard nodeList.allowsVisits(node.end - index) else { return [] }
        return (index + 1..<max(index + 1, node.end)).lazy.map { HTMLElement(nodeList: nodeList, index: $0) }
            .filter { !$0.node.isText && selector.matches($0) }
    }

    /// Returns the first matching descendant; alternatives are tried in order.
    public func first(_ selector: ElementSelector) -> HTMLElement? {
        for alternative in selector.alternatives {
            let found = (index + 1..<max(index + 1, node.end)).first { at in
                !nodeList.nodes[at].isText && alternative.matches(HTMLElement(nodeList: nodeList, index: at))
            }
            guard nodeList.allowsVisits((found ?? node.end) - index) else { return nil }
            if let found { return HTMLElement(nodeList: nodeList, index: found) }
        }
        return nil
    }

    /// The text with white space collapsed, and one space between blocks.
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

    /// The markup of the content; unsafe to show without sanitising.
    public var innerHTML: String { innerHTML { _ in false } }

    /// Returns the markup of the content without the elements for which `leavingOut` returns true.
    public func innerHTML(leavingOut: (HTMLElement) -> Bool) -> String {
        var out = ""
        guard nodeList.allowsVisits(node.end - index) else { return out }
        var open: [(name: String, end: Int)] = []
        var at = index
        while at + 1 < node.end {
            at += 1
            while let last = open.last, last.end <= at { out += "</\(open.removeLast().name)>" }
            let node = nodeList.nodes[at]
            if !node.isText, leavingOut(HTMLElement(nodeList: nodeList, index: at)) {
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

    public static func == (one: HTMLElement, other: HTMLElement) -> Bool {
        one.nodeList === other.nodeList && one.index == other.index
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
