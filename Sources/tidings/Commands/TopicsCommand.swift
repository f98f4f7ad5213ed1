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

    @Option(
        help: ArgumentHelp("Only topics with a story since this day or time (default: a day ago).", valueName: "date"))
    var since: String?

    @Option(help: ArgumentHelp("The edition.", valueName: "id"))
    var edition = "mine"

    @Flag(help: "Show stories that only one publisher tells too.")
    var all = false

    @Flag(help: "Print JSON: every story, also those that only one publisher tells.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            _ = try EditionLoader.title(of: edition, configuration)
            let start = try since.map(Self.date) ?? Date().addingTimeInterval(-86400)
            // A server may be off, or a moment behind.
            try await library.clusters.update()
            let clusters = try await library.clusters.clusters(
                of: EditionID(rawValue: edition), since: start, for: reader)
            if json { return try JSONOutput.write(clusters.enumerated().map { TopicJSON($1, rank: $0 + 1) }) }
            let shown = all ? clusters : clusters.filter { $0.voiceCount > 1 }
            guard !shown.isEmpty else {
                return Terminal.print("\(Self.absence(of: clusters, since: start))")
            }
            show(shown)
        }
    }

    /// Returns why no topic is shown.
    private static func absence(of clusters: [StoryCluster], since start: Date) -> String {
        let time = TerminalTimeFormatter().timestamp(start)
        let publishers = clusters.reduce(into: Set<String>()) { $0.formUnion($1.publishers) }
        return switch publishers.count {
        case 0: "There are no stories since \(time). A newspaper gets its first when it is opened for the first time."
        case 1: "All stories since \(time) are of one publisher; a topic needs two. With --all they are shown."
        default: "Nothing is told by two publishers since \(time). With --all, other stories are shown."
        }
    }

    private func show(_ clusters: [StoryCluster]) {
        let formatter = TerminalTimeFormatter()
        var table = TerminalTable([.right, .flexible])
        for (index, cluster) in clusters.enumerated() {
            let stories = cluster.members.map { member in
                TerminalStyle.dim(
                    "\(formatter.timeOfDay(member.row.shownAt))  \(member.publisher): \(member.row.title)  \(member.address ?? "")"
                )
            }
            table.addRow(
                TerminalStyle.dim("\(index + 1)"), TerminalStyle.bold("\(cluster.lead.row.title)"),
                details: [TerminalStyle.dim("\(Self.reason(cluster, formatter))")] + stories)
        }
        table.print()
    }

    /// Returns "5 publishers since 14:10, the last one at 16:02; Daily Quay leads".
    fileprivate static func reason(_ cluster: StoryCluster, _ formatter: TerminalTimeFormatter) -> String {
        let since = formatter.timeOfDay(cluster.since)
        guard cluster.voiceCount > 1 else { return "1 publisher, \(since)" }
        let count = "\(cluster.voiceCount) publishers since \(since)"
        return "\(count), the last one at \(formatter.timeOfDay(cluster.lastVoiceAt)); \(cluster.lead.publisher) leads"
    }

    /// Reads "2026-11-21", or a time in ISO 8601.
    private static func date(_ text: String) throws -> Date {
        let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        // Each form is tried; if neither fits, the error says which there are.
        guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day)) else {
            throw CLIError(
                .usage, "“\(text)” is no date. Write a day such as 2026-11-21, or a time such as 2026-11-21T14:00:00Z.")
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
        let isLead, isNewVoice, isTitleOnly: Bool
    }

    let id: Int64
    let rank, publisherCount: Int
    let title, since, lastVoiceAt, reason: String
    let stories: [Story]

    init(_ cluster: StoryCluster, rank: Int) {
        let formatter = TerminalTimeFormatter()
        id = cluster.id.rawValue
        self.rank = rank
        publisherCount = cluster.voiceCount
        title = cluster.lead.row.title
        since = formatter.iso8601(cluster.since)
        lastVoiceAt = formatter.iso8601(cluster.lastVoiceAt)
        reason = TopicsCommand.reason(cluster, formatter)
        stories = cluster.members.enumerated().map { index, member in
            Story(
                id: member.row.id.rawValue, title: member.row.title, publisher: member.publisher,
                shownAt: formatter.iso8601(member.row.shownAt), link: member.address,
                isLead: index == cluster.leadIndex, isNewVoice: member.isNewVoice, isTitleOnly: member.isTitleOnly)
        }
    }
}
