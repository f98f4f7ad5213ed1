import ArgumentParser
import Foundation
import Library
import Markup
import News
import URLs

struct ShowFrontPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Show today's front page, or one section.",
        discussion: "To read a story, give its number: tidings show 412")

    @Argument(help: "A section: a folder's name, unread, saved or all.")
    var section: String?

    @Option(name: .shortAndLong, help: "Number of stories.")
    var count = 20

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            guard let section else { return try await printFrontPage(reader, library) }
            let page = try await library.stories.list(
                try await list(section, reader, library), for: reader, depth: Self.clampedCount(count))
            if json { return try JSONOutput.write(page.rows.map(StoryRowJSON.init)) }
            var table = StoryTable()
            table.addHeading(page.title)
            for row in page.rows { table.add(row) }
            table.print()
            if page.rows.isEmpty { Terminal.print("No stories here.") }
            printKeptBack(page.keptBack)
            if page.hasMore, count < StoryService.maxDepth {
                Terminal.print(
                    TerminalStyle.dim(
                        "There is more: \(options.command("read \(section) --count \(Self.clampedCount(count) * 2)"))"))
            }
        }
    }

    static func clampedCount(_ count: Int) -> Int { min(StoryService.maxDepth, max(1, count)) }

    private func printFrontPage(_ reader: ReaderID, _ library: NewsLibrary) async throws {
        let front = try await library.stories.frontPage(for: reader)
        if json { return try JSONOutput.write(front.rows.map(StoryRowJSON.init)) }
        guard front.hasSubscriptions else { return Terminal.print("\(options.noSubscriptionsMessage)") }
        if front.isEmpty {
            return Terminal.print("No stories yet. Fetch feeds with: \(options.command("refresh"))")
        }
        var table = StoryTable()
        if let lead = front.lead {
            table.add(lead.row, hasDek: true)
            table.addGap()
        }
        for section in front.sections {
            table.addHeading(section.title, unread: section.unread)
            for row in section.rows { table.add(row) }
            table.addGap()
        }
        table.print()
        printKeptBack(front.keptBack)
    }

    /// Says how many stories the list keeps back for their headlines.
    private func printKeptBack(_ count: KeptBackCount) {
        guard count.recent.value > 0 else { return }
        let stories = Plural.story.counted(count.recent.value)
        Terminal.print(
            TerminalStyle.dim("\(stories) kept back for the headlines; a browser lists them under Kept back."))
    }

    private func list(_ name: String, _ reader: ReaderID, _ library: NewsLibrary) async throws -> StoryList {
        switch name.lowercased() {
        case "unread": return .unread
        case "saved": return .saved
        case "all": return .everything
        default:
            let folders = try await library.subscriptions.folders(for: reader)
            if let folder = folders.first(where: { $0.title.lowercased() == name.lowercased() }) {
                return .section(folder.id)
            }
            let names = (folders.map(\.title) + ["unread", "saved", "all"]).joined(separator: ", ")
            throw CLIError(.usage, "There is no section “\(name)”. There are: \(names).")
        }
    }
}

struct StoryRowJSON: Encodable {
    let id: Int64
    let title, feed, shownAt: String
    let link, byline, dek: String?
    let isRead, isSaved: Bool
    let alsoIn: [String]

    init(_ row: StoryRow) {
        id = row.id.rawValue
        title = row.title
        feed = row.channelTitle
        shownAt = TerminalTimeFormatter().iso8601(row.shownAt)
        link = row.link?.displayText
        byline = row.byline
        dek = row.dek
        isRead = row.isRead
        isSaved = row.isSaved
        alsoIn = row.otherChannelTitles
    }
}

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one story in the terminal and mark it read.")

    @Argument(help: "The story's number, as printed by tidings read and tidings search.")
    var story: Int64

    @Flag(help: "Do not mark it read.")
    var peek = false

    @Flag(help: "Show its comments too, each with the number that tidings reply takes.")
    var comments = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    private struct StoryJSON: Encodable {
        let row: StoryRowJSON
        let html: String
        let topics: [String]
        let enclosures: [Enclosure]
        /// The comments, with `--comments`; nil if it is not known whether there are any.
        let comments: [CommentJSON]?
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            let id = StoryID(rawValue: story)
            let details: StoryDetails
            do {
                details = try await library.stories.story(id, for: reader, in: nil)
            } catch LibraryError.notThere {
                throw CLIError(
                    .unavailable, "There is no story \(story). tidings read lists stories with their numbers.")
            }
            if !peek { try await library.marks.markOpened(id, for: reader) }
            let thread = comments ? try await thread(id, reader, AppDependencies(library, configuration)) : nil
            if json {
                return try JSONOutput.write(
                    StoryJSON(
                        row: StoryRowJSON(details.row), html: details.body.text, topics: details.tags,
                        enclosures: details.enclosures, comments: thread.flatMap(CommentJSON.list)))
            }
            let width = TerminalStyle.textWidth
            Terminal.print(StoryPrinter(width: width).text(of: details))
            if let thread { Terminal.print("\n\(CommentPrinter(width: width).text(of: thread))") }
        }
    }

    /// Returns the comments; fetches missing or old ones. If fetching fails, the stored comments are returned.
    private func thread(_ id: StoryID, _ reader: ReaderID, _ dependencies: AppDependencies) async throws
        -> ThreadDetails
    {
        let discussions = dependencies.library.discussions
        let stored = try await discussions.thread(of: id, for: reader)
        guard stored.needsRefresh else { return stored }
        try await dependencies.whileFetching { _ = try await discussions.refresh(id, reason: .viewed) }
        return try await discussions.thread(of: id, for: reader)
    }
}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all stored stories, newest first.",
        discussion: "All words must occur; \"quoted words\" are a phrase; -word excludes a word.")

    @Argument(help: "The words to search for.")
    var words: [String]

    @Option(name: .shortAndLong, help: "Number of results.")
    var count = 20

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    /// Returns the arguments with excluded words (`-herring`), which look like options, moved behind `--`.
    static func protectingExclusions(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName ?? "search", !arguments.contains("--") else {
            return arguments
        }
        func isExclusion(_ argument: String) -> Bool {
            argument.hasPrefix("-") && !argument.hasPrefix("--") && !["-", "-c", "-h"].contains(argument)
        }
        let words = arguments.filter(isExclusion)
        return words.isEmpty ? arguments : arguments.filter { !isExclusion($0) } + ["--"] + words
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            // An argument with a space was quoted in the shell.
            let text = words.map { $0.contains(" ") && words.count > 1 ? "\"\($0)\"" : $0 }.joined(separator: " ")
            let page = try await library.search.find(
                text, for: reader, in: .within(nil, .everything), depth: ShowFrontPageCommand.clampedCount(count))
            if json { return try JSONOutput.write(page.hits.map { StoryRowJSON($0.row) }) }
            if let fault = page.fault {
                Terminal.print(fault == .needsWord ? "Give at least one word to search for." : "\(fault.message)")
            } else if page.hits.isEmpty {
                Terminal.print("No story has the words “\(text)”.")
            }
            var table = StoryTable()
            for hit in page.hits {
                let excerpt = hit.snippet.map { $0.isMatch ? TerminalStyle.bold("\($0.text)") : "\($0.text)" }.joined()
                table.add(hit.row, excerpt: excerpt)
            }
            table.print()
            if page.hasMore, count < StoryService.maxDepth {
                Terminal.print(
                    TerminalStyle.dim("There are more: --count \(ShowFrontPageCommand.clampedCount(count) * 2)"))
            }
        }
    }
}
