import ArgumentParser
import Foundation
import Library
import News
import URLs

struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics",
        abstract: "Show what several publishers tell, one event in one place.",
        discussion: """
            Stories about one event are gathered by the words of their titles and first paragraphs. A topic ranks by how \
            many independent publishers tell of it, and by how lately the last of them joined. docs/why/topics.md says how.
            """)

    @Option(help: ArgumentHelp("Only topics with a story since this day or time (default: a day ago).", valueName: "date"))
    var since: String?

    @Option(help: ArgumentHelp("The edition.", valueName: "id"))
    var edition = "mine"

    @Flag(help: "Show stories that only one publisher tells too.")
    var all = false

    @Flag(help: "Print JSON: every story, also those that only one publisher tells.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _ in
            let start = try since.map(Self.date) ?? Date().addingTimeInterval(-86400)
            let clusters = try await library.clusters.clusters(
                of: EditionID(rawValue: edition), since: start, for: .first)
            if json { return try JSONOutput.write(clusters.enumerated().map { TopicJSON($0.element, rank: $0.offset + 1) }) }
            let shown = all ? clusters : clusters.filter { $0.publishers.count > 1 }
            if shown.isEmpty { return Terminal.print("No event is told by two publishers since \(TerminalTimeFormatter().timestamp(start)).") }
            print(shown)
        }
    }

    private func print(_ clusters: [StoryCluster]) {
        let formatter = TerminalTimeFormatter()
        var table = TerminalTable([.right, .flexible])
        for (index, cluster) in clusters.enumerated() {
            let others = cluster.members.indices.filter { $0 != cluster.leadIndex }.map { member in
                let member = cluster.members[member]  // bounded: an index of it
                return TerminalStyle.dim(
                    "\(member.row.id.rawValue)  \(formatter.relative(member.row.shownAt)) · \(member.publisher): \(member.row.title)")
            }
            table.addRow(
                TerminalStyle.dim("\(index + 1)"), TerminalStyle.bold("\(cluster.lead.row.title)"),
                details: [TerminalStyle.dim("\(cluster.lead.row.id.rawValue)  \(cluster.lead.publisher) · \(Self.reason(cluster, formatter))")] + others)
        }
        table.print()
    }

    /// Returns "5 publishers since 14:10, the last one at 16:02".
    private static func reason(_ cluster: StoryCluster, _ formatter: TerminalTimeFormatter) -> String {
        let first = cluster.members.first?.row.shownAt ?? cluster.lastVoiceAt
        let count = cluster.publishers.count
        return count == 1
            ? "1 publisher, \(formatter.timeOfDay(first))"
            : "\(count) publishers since \(formatter.timeOfDay(first)), the last one at \(formatter.timeOfDay(cluster.lastVoiceAt))"
    }

    /// Reads "2026-11-21", or a time in ISO 8601.
    private static func date(_ text: String) throws -> Date {
        let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day)) else {  // Neither form: told below.
            throw CLIError(.usage, "“\(text)” is no date. Write a day such as 2026-11-21, or a time such as 2026-11-21T14:00:00Z.")
        }
        return date
    }
}

/// A topic as `--json` prints it.
private struct TopicJSON: Encodable {
    struct Story: Encodable {
        let id: Int64
        let title, publisher, shownAt: String
        let link: String?
        let isLead, isTitleOnly: Bool
    }

    let rank, publisherCount: Int
    let title, since, lastVoiceAt: String
    let stories: [Story]

    init(_ cluster: StoryCluster, rank: Int) {
        let formatter = TerminalTimeFormatter()
        self.rank = rank
        publisherCount = cluster.publishers.count
        title = cluster.lead.row.title
        since = formatter.iso8601(cluster.members.first?.row.shownAt ?? cluster.lastVoiceAt)
        lastVoiceAt = formatter.iso8601(cluster.lastVoiceAt)
        stories = cluster.members.enumerated().map { index, member in
            Story(
                id: member.row.id.rawValue, title: member.row.title, publisher: member.publisher,
                shownAt: formatter.iso8601(member.row.shownAt), link: member.row.link?.displayText,
                isLead: index == cluster.leadIndex, isTitleOnly: member.isTitleOnly)
        }
    }
}
