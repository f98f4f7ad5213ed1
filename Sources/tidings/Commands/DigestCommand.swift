import ArgumentParser
import Foundation
import Library
import News
import Web

struct DigestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Show an issue of the digest.",
        discussion: """
            Issues are made at the hours chosen in Settings, Digest, while Tidings is served. Without options the newest \
            one is shown. docs/digest.md says how.
            """)

    @Option(
        help: ArgumentHelp("The issue of this day (2026-11-28), or its second one (2026-11-28-2).", valueName: "date"))
    var date: String?

    @Option(help: ArgumentHelp("The edition.", valueName: "id"))
    var edition = "mine"

    @Flag(help: "Show what would be in an issue made now; it is not kept.")
    var now = false

    @Flag(help: "List all issues.")
    var list = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            let title = try EditionLoader.title(of: edition, configuration)
            let id = EditionID(rawValue: edition)
            if list { return try Self.show(try await library.digests.archive(of: id, for: reader), json: json) }
            // A server may be off, or a moment behind.
            if now { try await library.clusters.update() }
            let issue = try await issue(of: id, for: reader, in: library.digests)
            if json { return try JSONOutput.write(DigestJSON(issue)) }
            let composer = DigestMessageComposer(origin: String(configuration.server.address.dropLast())) { _ in title }
            for line in composer.text(of: issue).split(separator: "\n", omittingEmptySubsequences: false) {
                Terminal.print("\(String(line))")
            }
        }
    }

    private func issue(
        of edition: EditionID, for reader: ReaderID, in digests: DigestService
    ) async throws -> DigestIssue {
        if now { return try await digests.preview(of: edition, for: reader).issue }
        do throws(LibraryError) { return try await digests.issue(date, of: edition, for: reader).issue } catch {
            guard error == .notThere else { throw error }
            let which = date.map { "There is no issue of “\($0)”. See them all: \(options.command("digest --list"))" }
            throw CLIError(
                .noInput,
                which
                    ?? "No issue was made yet. Choose the hours in Settings, Digest, or try: \(options.command("digest --now"))"
            )
        }
    }

    private static func show(_ issues: [DigestSummary], json: Bool) throws {
        if json { return try JSONOutput.write(issues.map(DigestSummaryJSON.init)) }
        guard !issues.isEmpty else { return Terminal.print("No issue was made yet.") }
        var table = TerminalTable([.flexible])
        for issue in issues {
            let details = issue.leads.map { TerminalStyle.dim("\($0)") }
            table.addRow(TerminalStyle.bold("\(issue.slug)  No. \(issue.number)"), details: details)
        }
        table.print()
    }
}

/// An issue in the list as `--json` prints it.
private struct DigestSummaryJSON: Encodable {
    let date, dueAt: String
    let number, topicCount: Int
    let leads: [String]

    init(_ issue: DigestSummary) {
        (date, number, topicCount, leads) = (issue.slug, issue.number, issue.topicCount, issue.leads)
        dueAt = TerminalTimeFormatter().iso8601(issue.dueAt)
    }
}

/// An issue as `--json` prints it.
private struct DigestJSON: Encodable {
    struct Topic: Encodable {
        let story: Int64
        let title, text, publisher, shownAt: String
        let others: [String]
        let link: String?

        init(_ topic: DigestTopic) {
            (story, title, text) = (topic.story.rawValue, topic.title, topic.text)
            (publisher, others, link) = (topic.publisher, topic.others, topic.link)
            shownAt = TerminalTimeFormatter().iso8601(topic.shownAt)
        }
    }

    struct Section: Encodable {
        let title: String
        let stories: [Topic]
    }

    let date, dueAt, zone, since, madeAt: String
    let number, leftOutCount: Int
    let topics: [Topic]
    let sections: [Section]

    init(_ issue: DigestIssue) {
        let formatter = TerminalTimeFormatter()
        (date, number, zone) = (issue.slug, issue.number, issue.zone.identifier)
        (dueAt, since) = (formatter.iso8601(issue.dueAt), formatter.iso8601(issue.periodBeginAt))
        madeAt = formatter.iso8601(issue.periodEndAt)
        leftOutCount = issue.content.leftOutCount
        topics = issue.content.topics.map(Topic.init)
        sections = issue.content.sections.map { Section(title: $0.title, stories: $0.stories.map(Topic.init)) }
    }
}
