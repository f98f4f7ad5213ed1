struct StoryBodyParser {
    private var lines: ArraySlice<Substring>
    private(set) var blocks: [StoryBlock] = []
    private(set) var footnotes: [SampleStory.Footnote] = []

    init(lines: ArraySlice<Substring>) {
        self.lines = lines
    }

    mutating func parse() {
        while let line = lines.first {
            if line.allSatisfy(\.isWhitespace) {
                lines.removeFirst()
            } else if line.hasPrefix("~~~") {
                parseCode()
            } else {
                parseBlock()
            }
        }
    }

    private mutating func parseCode() {
        let language = StoryFileParser.trimmed(lines.removeFirst().dropFirst(3))
        let code = lines.prefix { !$0.hasPrefix("~~~") }
        lines = lines[code.endIndex...].dropFirst()
        blocks.append(.code(language: language.isEmpty ? nil : language, code.joined(separator: "\n")))
    }

    /// Parses a block, which ends at an empty line, code, figure or footnote.
    private mutating func parseBlock() {
        let first = StoryFileParser.trimmed(lines.removeFirst())
        if first.hasPrefix("![") { return parseFigure(first) }
        if first.hasPrefix("[^"), let note = footnote(first) { return footnotes.append(note) }
        if first.hasPrefix("## ") { return blocks.append(.heading(String(first.dropFirst(3)))) }
        var block = [first]
        while let next = lines.first.map({ StoryFileParser.trimmed($0) }), !next.isEmpty, !startsNewBlock(next) {
            block.append(next)
            lines.removeFirst()
        }
        blocks.append(Self.block(of: block))
    }

    private func startsNewBlock(_ line: String) -> Bool {
        line.hasPrefix("~~~") || line.hasPrefix("![") || line.hasPrefix("## ")
            || (line.hasPrefix("[^") && footnote(line) != nil)
    }

    private static func block(of lines: [String]) -> StoryBlock {
        let first = lines[0]
        if first.hasPrefix(">") {
            let text = lines.map { $0.hasPrefix(">") ? StoryFileParser.trimmed($0.dropFirst()) : $0 }
            return .quotation(text.joined(separator: " "))
        }
        if first.hasPrefix("|") { return table(lines) }
        if first.hasPrefix("- ") { return .list(ordered: false, items(lines) { $0.hasPrefix("- ") ? 2 : nil }) }
        if listMarkerLength(first) != nil { return .list(ordered: true, items(lines, listMarkerLength)) }
        return .paragraph(lines.joined(separator: " "))
    }

    /// Returns the items of a list; lines without a marker continue an item.
    private static func items(_ lines: [String], _ mark: (String) -> Int?) -> [String] {
        var items: [String] = []
        for line in lines {
            if let length = mark(line) {
                items.append(StoryFileParser.trimmed(line.dropFirst(length)))
            } else if !items.isEmpty {
                items[items.count - 1] += " " + line
            }
        }
        return items
    }

    /// Returns the length of an initial marker such as `12. `; nil without one.
    private static func listMarkerLength(_ line: String) -> Int? {
        let digits = line.prefix(3).prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits.count + 2 : nil
    }

    private static func table(_ lines: [String]) -> StoryBlock {
        let rows = lines.filter { !$0.allSatisfy { "|-: ".contains($0) } }.map { line in
            var cells = line.split(separator: "|", omittingEmptySubsequences: false).map(StoryFileParser.trimmed)
            if cells.first?.isEmpty == true { cells.removeFirst() }
            if cells.last?.isEmpty == true { cells.removeLast() }
            return cells
        }
        return .table(head: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private mutating func parseFigure(_ line: String) {
        let inside = line.dropFirst(2).prefix { $0 != "]" }
        var parts = inside.split(separator: "|", omittingEmptySubsequences: false).map(StoryFileParser.trimmed)
        while parts.count < 5 { parts.append("") }
        blocks.append(
            .figure(
                Illustration(
                    kind: parts[0], subject: parts[1], caption: parts[2], credit: parts[3], alt: parts[4])))
    }

    private func footnote(_ line: String) -> SampleStory.Footnote? {
        guard let close = line.firstIndex(of: "]"), line[close...].hasPrefix("]:") else { return nil }
        let label = line[line.index(line.startIndex, offsetBy: 2)..<close]
        return .init(label: String(label), text: StoryFileParser.trimmed(line[close...].dropFirst(2)))
    }
}
