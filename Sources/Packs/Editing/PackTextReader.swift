/// A reader of a cleaned text: makes the blocks that the editor keeps, and notes what it cannot keep. One linear pass.
struct PackTextReader {
    /// The kinds of content that the blocks lack.
    private(set) var obstacles: Set<PackTextObstacle> = []
    private var containers: [Container] = [Container(kind: .document)]
    private var open: [OpenElement] = []
    private var pieces: [PackTextPiece] = []
    private var state = State()

    /// The blocks of the text.
    var blocks: [PackTextBlock] { containers[0].blocks }

    private struct State {
        var marks = PackTextMarks()
        var paragraph = PackTextParagraphKind.p
    }

    private struct OpenElement {
        var before: State
        /// True if a line begins and ends with the element.
        var isBlock = false
        var isContainer = false
    }

    private struct Container {
        enum Kind { case document, quote, orderedList, list, item }

        let kind: Kind
        var blocks: [PackTextBlock] = []
        var items: [[PackTextBlock]] = []

        var isList: Bool { kind == .orderedList || kind == .list }
    }

    /// Reads a whole text.
    /// - Parameter cleaned: the text of a `SafeHTML`.
    mutating func read(_ cleaned: String) {
        var rest = cleaned.utf8[...]
        while let first = rest.first {
            if first == UInt8(ascii: "<") {
                let tag = rest.dropFirst().prefix { $0 != UInt8(ascii: ">") }
                rest = rest[tag.endIndex...].dropFirst()
                if tag.first == UInt8(ascii: "/") { finish() } else { begin(PackTextTag(tag)) }
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
                append(text: rest[..<end])
                rest = rest[end...]
            }
        }
        endLine()
    }

    // MARK: Text

    private mutating func append(text: Substring.UTF8View) {
        var rest = text
        while !rest.isEmpty {
            let word = rest.prefix { $0 > 0x20 }
            rest = rest[word.endIndex...]
            append(word: Substring(word))
            let white = rest.prefix { $0 <= 0x20 }
            if !white.isEmpty { append(.space) }
            rest = rest[white.endIndex...]
        }
    }

    private mutating func append(word: Substring) {
        let parts = word.unicodeScalars.split(separator: "\u{A0}", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { append(.noBreakSpace) }
            guard !part.isEmpty else { continue }
            // The cleaner removes elements in which nothing can be seen.
            let isVisible = part.contains { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
            append(isVisible ? .text(String(part)) : .invisible(String(part)))
        }
    }

    private mutating func append(_ content: PackTextPiece.Content) {
        pieces.append(PackTextPiece(content: content, marks: state.marks))
    }

    // MARK: Elements

    private mutating func begin(_ tag: PackTextTag) {
        if let obstacle = PackTextObstacle.elements[tag.name] { obstacles.insert(obstacle) }
        for (name, value) in tag.attributes {
            if let obstacle = PackTextObstacle.kind(of: name, value) { obstacles.insert(obstacle) }
        }
        switch tag.name {
        case "br": append(.lineBreak)
        case "img":
            append(.picture(source: tag.value(of: "src") ?? "", alternative: tag.value(of: "alt") ?? ""))
        case "hr":
            endLine()
            append(.rule)
        case "wbr", "source": break
        default: open(tag)
        }
    }

    private mutating func open(_ tag: PackTextTag) {
        var element = OpenElement(before: state)
        if let style = PackTextMarks.Styles(element: tag.name) {
            state.marks.styles.insert(style)
        } else if tag.name == "a" {
            state.marks.link = tag.value(of: "href")
        } else if tag.name != "span" {
            endLine()
            element.isBlock = true
            if let kind = containerKind(tag.name) {
                element.isContainer = true
                containers.append(Container(kind: kind))
                state.paragraph = .p
            } else if let heading = PackTextParagraphKind.heading(tag.name) {
                state.paragraph = heading
            }
        }
        open.append(element)
    }

    private func containerKind(_ name: String) -> Container.Kind? {
        switch name {
        case "blockquote": .quote
        case "ol": .orderedList
        case "ul": .list
        case "li": containers.last?.isList == true ? .item : nil
        default: nil
        }
    }

    private mutating func finish() {
        guard let element = open.popLast() else { return }
        if element.isBlock { endLine() }
        state = element.before
        if element.isContainer, let container = containers.popLast() { finish(container) }
    }

    private mutating func finish(_ container: Container) {
        switch container.kind {
        case .document: break
        case .quote: if !container.blocks.isEmpty { append(.quote(container.blocks)) }
        case .orderedList, .list:
            guard !container.items.isEmpty else { return }
            append(.list(isOrdered: container.kind == .orderedList, items: container.items))
        case .item:
            if !container.blocks.isEmpty { containers[containers.count - 1].items.append(container.blocks) }
        }
    }

    private mutating func endLine() {
        guard !pieces.isEmpty else { return }
        let line = PackTextLine(pieces)
        pieces.removeAll(keepingCapacity: true)
        if !line.isEmpty { append(.paragraph(state.paragraph, line)) }
    }

    /// Appends a block. A list may have one outside of its items, as Google Docs writes lists in lists: it belongs to the item
    /// before.
    private mutating func append(_ block: PackTextBlock) {
        let last = containers.count - 1
        guard containers[last].isList else { return containers[last].blocks.append(block) }
        if containers[last].items.isEmpty { containers[last].items.append([]) }
        containers[last].items[containers[last].items.count - 1].append(block)
    }
}

/// A start tag of a cleaned text.
struct PackTextTag {
    let name: String
    /// The attributes in their order; values are escaped.
    private(set) var attributes: [(name: String, value: String)] = []

    /// Reads a tag.
    /// - Parameter tag: the tag without `<` and `>`; each attribute has a value in double quotes.
    init(_ tag: Substring.UTF8View) {
        name = String(Substring(tag.prefix { $0 != 0x20 }))
        var rest = tag.dropFirst(name.utf8.count)
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let attribute = String(Substring(rest[..<equals].drop { $0 == 0x20 }))
            let value = rest[equals...].dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
            attributes.append((attribute, String(Substring(value))))
            rest = rest[value.endIndex...].dropFirst()
        }
    }

    /// Returns the value of an attribute, escaped; nil if there is none.
    func value(of name: String) -> String? { attributes.first { $0.name == name }?.value }
}
