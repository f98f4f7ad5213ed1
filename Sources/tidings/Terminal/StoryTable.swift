import Library
import Markup
import News

/// A list of stories with the numbers that `tidings show` takes; unread titles are bold.
struct StoryTable {
    private var table = TerminalTable([.right, .flexible])
    private let formatter = TerminalTimeFormatter()

    /// Adds a heading with the number of unread stories, if any.
    mutating func addHeading(_ title: String, unread: BoundedCount = .zero) {
        let count: TerminalText = unread.value > 0 ? "  \(unread.value)\(unread.isMore ? "+" : "") unread" : ""
        table.addText(TerminalStyle.bold("\(title)") + TerminalStyle.dim(count))
    }

    mutating func addGap() { table.addText() }

    /// - Parameters:
    ///   - hasDek: true to show the story's dek too.
    ///   - excerpt: a part of its text, such as the hits of a search.
    mutating func add(_ row: StoryRow, hasDek: Bool = false, excerpt: TerminalText = "") {
        let title: TerminalText = "\(row.title)"
        let also = row.otherChannelTitles.isEmpty ? [] : ["also in \(row.otherChannelTitles.joined(separator: ", "))"]
        let facts = ([row.channelTitle, formatter.relative(row.shownAt)] + also).joined(separator: " · ")
        let dek: TerminalText = hasDek ? "\(row.dek ?? "")" : ""
        table.addRow(
            TerminalStyle.dim("\(row.id.rawValue)"), row.isRead ? title : TerminalStyle.bold(title),
            details: [dek, excerpt, TerminalStyle.dim("\(facts)")])
    }

    func print() { table.print() }
}
