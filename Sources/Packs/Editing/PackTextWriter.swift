/// A writer of the editor's text: one block a line, marks in a fixed order.
struct PackTextWriter {
    private var out = ""
    private var openElements: [String] = []

    /// Returns the markup of blocks.
    static func source(of blocks: [PackTextBlock]) -> String {
        var writer = Self()
        for block in blocks { writer.write(block) }
        return writer.out
    }

    // MARK: Blocks

    private mutating func write(_ block: PackTextBlock) {
        beginLine()
        switch block {
        case .paragraph(let kind, let line):
            out += "<\(kind.rawValue)>"
            write(line)
            out += "</\(kind.rawValue)>"
        case .rule: out += "<hr>"
        case .quote(let blocks):
            out += "<blockquote>"
            for block in blocks { write(block) }
            beginLine()
            out += "</blockquote>"
        case .list(let isOrdered, let items):
            out += isOrdered ? "<ol>" : "<ul>"
            for item in items { write(item: item) }
            beginLine()
            out += isOrdered ? "</ol>" : "</ul>"
        }
    }

    /// Writes an item; its only paragraph, if it comes first, needs no element of its own.
    private mutating func write(item: [PackTextBlock]) {
        beginLine()
        out += "<li>"
        var blocks = item[...]
        if case .paragraph(.p, let line) = blocks.first, item.count(where: Self.isParagraph) == 1 {
            write(line)
            blocks.removeFirst()
        }
        for block in blocks { write(block) }
        if !blocks.isEmpty { beginLine() }
        out += "</li>"
    }

    private static func isParagraph(_ block: PackTextBlock) -> Bool {
        if case .paragraph(.p, _) = block { true } else { false }
    }

    private mutating func beginLine() {
        if let last = out.utf8.last, last != 0x0A { out += "\n" }
    }

    // MARK: Lines

    private mutating func write(_ line: PackTextLine) {
        for piece in line.pieces {
            open(piece.marks)
            switch piece.content {
            case .text(let text), .invisible(let text): out += text
            case .space: out += " "
            case .noBreakSpace: out += "\u{A0}"
            case .lineBreak: out += "<br>"
            case .picture(let source, let alternative): out += "<img src=\"\(source)\" alt=\"\(alternative)\">"
            }
        }
        close(to: 0)
    }

    /// Closes and opens elements until those of the marks are open.
    private mutating func open(_ marks: PackTextMarks) {
        var wanted = marks.link.map { ["a href=\"\($0)\""] } ?? []
        wanted += PackTextMarks.Styles.elements.filter { marks.styles.contains($0.style) }.map(\.name)
        let common = zip(openElements, wanted).prefix { $0 == $1 }.count
        close(to: common)
        for element in wanted[common...] { out += "<\(element)>" }
        openElements = wanted
    }

    private mutating func close(to count: Int) {
        for element in openElements[count...].reversed() { out += "</\(element.prefix { $0 != " " })>" }
        openElements.removeSubrange(count...)
    }
}
