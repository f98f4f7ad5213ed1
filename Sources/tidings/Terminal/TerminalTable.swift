/// Rows in columns, each as wide as its widest cell. One flexible column takes what is left of the line: its cells, and
/// the details of a row below it, are broken into lines that begin where the column begins. On a terminal that leaves
/// too little, they follow the other cells in lines of their own.
///
/// ```swift
/// var table = TerminalTable([.right, .flexible, .right])
/// table.addRow("12", "Harbour Post", "52 unread", details: ["next fetch at 14:50"])
/// table.print()
/// ```
struct TerminalTable {
    enum Column {
        case left, right, flexible
    }

    private enum Entry {
        case text(TerminalText)
        case row(cells: [TerminalText], details: [TerminalText])
    }

    private let columns: [Column]
    private let flexible: Int
    private var entries: [Entry] = []

    /// The space between two columns.
    private static let gap = 2
    /// The least width of a flexible column beside others.
    private static let minFlexibleWidth = 16

    /// - Parameter columns: the columns from left to right, one of them flexible.
    init(_ columns: [Column]) {
        self.columns = columns
        flexible = columns.firstIndex(of: .flexible) ?? columns.count - 1
    }

    /// Adds a line that stands outside the columns, such as a heading; empty for a gap.
    mutating func addText(_ text: TerminalText = "") { entries.append(.text(text)) }

    /// - Parameter details: lines below the flexible column's cell; empty ones are left out.
    mutating func addRow(_ cells: TerminalText..., details: [TerminalText] = []) {
        entries.append(.row(cells: cells, details: details.filter { !$0.isEmpty }))
    }

    func print() {
        let (width, widths) = (TerminalStyle.lineWidth, widths(TerminalStyle.lineWidth))
        for entry in entries {
            switch entry {
            case .text(let text): Terminal.print(text)
            case .row(let cells, let details):
                for line in lines(cells, details, widths, isBroken: width != nil) { Terminal.write(line + "\n") }
            }
        }
    }

    private func widths(_ lineWidth: Int?) -> [Int] {
        var widths = columns.map { _ in 0 }
        for case .row(let cells, _) in entries {
            for (index, cell) in cells.enumerated() { widths[index] = max(widths[index], cell.columns) }
        }
        if let lineWidth {
            let rest = widths.enumerated().reduce(lineWidth) { rest, column in
                column.offset == flexible || column.element == 0 ? rest : rest - column.element - Self.gap
            }
            widths[flexible] = rest < min(widths[flexible], Self.minFlexibleWidth) ? 0 : min(widths[flexible], rest)
        }
        return widths
    }

    private func lines(
        _ cells: [TerminalText], _ details: [TerminalText], _ widths: [Int], isBroken: Bool
    ) -> [TerminalText] {
        let isStacked = widths[flexible] == 0 && !cells[flexible].isEmpty
        let indent = isStacked ? 4 : widths[..<flexible].reduce(0) { $1 == 0 ? $0 : $0 + $1 + Self.gap }
        let margin = ("" as TerminalText).padded(to: indent)
        let below = (isStacked ? [cells[flexible]] : []) + details
        var flexibleLines = isStacked ? [] : cells[flexible].lines(width: isBroken ? widths[flexible] : nil)
        let firstOfCell = flexibleLines.isEmpty ? "" : flexibleLines.removeFirst()
        var first: TerminalText = ""
        for index in cells.indices where widths[index] > 0 {
            let cell = index == flexible ? firstOfCell : cells[index]
            let isLast = cells.indices.allSatisfy { $0 <= index || widths[$0] == 0 || cells[$0].isEmpty }
            first +=
                isLast && columns[index] != .right
                ? cell : cell.padded(to: widths[index], isRightAligned: columns[index] == .right)
            if isLast { break }
            first += "  "
        }
        let detailWidth = isBroken ? TerminalStyle.lineWidth : nil
        return [first] + flexibleLines.map { margin + $0 }
            + below.flatMap { $0.lines(width: detailWidth, indent: margin) }
    }
}
