import ArgumentParser
import Fetching
import Foundation
import Library
import Markup
import News
import URLs

struct SavePageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save any web page, to read and keep it like a story.",
        discussion: """
            A page that is a story here already is saved as that story. A page that cannot be read is kept as a bookmark, \
            with its title and address.
            """)

    @Argument(help: "The address of the page.")
    var address: String

    @Option(help: "The title (default: the page's own).")
    var title: String?

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary { library, configuration, reader in
            guard let page = WebAddress(typed: address) else {
                throw CLIError(.usage, "“\(address)” is not a web address. Write it as loom.example/page or https://….")
            }
            let result = try await library.savedPages.save(
                SavedPageDraft(address: page, title: title), for: reader)
            let reading = try await read(page, result, reader, library, configuration)
            let story = try await library.stories.story(result.story, for: reader, in: nil)
            let state = result.wasSaved ? "was saved already" : "is saved"
            Terminal.print("\(story.row.title) \(state): \(options.command("show \(result.story.rawValue)"))")
            if let reading { Terminal.printNote("\(reading)") }
        }
    }

    /// Fetches the text of a page that has none, unless a running server does so.
    /// - Returns: a sentence for people if there is no text yet.
    private func read(
        _ page: WebAddress, _ result: SavedPageResult, _ reader: ReaderID, _ library: NewsLibrary,
        _ configuration: Configuration
    ) async throws -> String? {
        let story = try await library.stories.story(result.story, for: reader, in: nil)
        guard story.body.text.isEmpty else { return nil }
        guard let serving = try DataFolderLock.tryAcquire(.serving, in: configuration.dataFolder) else {
            return "The running server reads its text within a minute."
        }
        defer { withExtendedLifetime(serving) {} }
        let lock = try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        let dependencies = AppDependencies(library, configuration)
        let outcome = try await dependencies.library.fullTexts.fetch(result.story, isManual: true)
        await dependencies.fetcher.shutdown()
        guard case .failed(let failure, _) = outcome else { return nil }
        return "\(ErrorMessages.message(failure, site: page.host)) The page is kept as a bookmark."
    }
}

/// The import of another program's saved pages, as a part of `tidings import`.
struct SavedPagesImport {
    let export: SavedPagesExport
    let reader: ReaderID
    let library: NewsLibrary
    /// True to list all names, however many there are.
    let listsAll: Bool
    /// True to say what would be saved, and save nothing.
    let isPreview: Bool

    /// The number of names of a list, unless all are asked for.
    private static let maxNames = 50

    func run() async throws {
        let preview = try await library.savedPages.preview(export.pages, for: reader)
        var parts = [
            Plural("page").counted(export.pages.count), "\(preview.newCount) new",
            "\(preview.knownCount) here as stories",
            "\(preview.alreadySavedCount) saved already",
        ]
        for (count, words) in [
            (export.repeatedCount, "listed twice"), (export.refused.count, "without a web address"),
            (export.unstarredCount, "not starred and left out"), (export.noteCount, "with a note that is not kept"),
            (export.skippedCount, "beyond 10,000 and left out"),
        ] where count > 0 {
            parts.append("\(count) \(words)")
        }
        Terminal.print("\(export.format.name): \(parts.joined(separator: ", ")).")
        if preview.feedCount > 0 {
            Terminal.print(
                "They came from \(Plural.feed.counted(preview.feedCount)), \(preview.unknownFeeds.count) of which are not followed."
            )
        }
        list("not followed", preview.unknownFeeds.map { "\($0.title ?? $0.address.host)  \($0.address.displayText)" })
        list("without a web address", export.refused.map { "\($0)" })
        guard !isPreview else { return Terminal.print("Nothing was saved. Leave out --preview to save them.") }
        let report = try await library.savedPages.importPages(export.pages, for: reader)
        let count = report.newCount + report.knownCount
        guard count > 0 else { return Terminal.print("Nothing of it was new.") }
        Terminal.print("\(Plural.story.counted(count)) saved, each at its time.")
        if preview.withoutTextCount > 0 {
            Terminal.print("tidings serve reads the pages that have no text yet, one by one.")
        }
    }

    private func list(_ heading: TerminalText, _ lines: [TerminalText]) {
        guard !lines.isEmpty else { return }
        Terminal.print("\(heading):")
        for line in listsAll ? lines[...] : lines.prefix(Self.maxNames) { Terminal.print("  \(line)") }
        if !listsAll, lines.count > Self.maxNames {
            Terminal.print("  and \(lines.count - Self.maxNames) more; --all lists them")
        }
    }
}

extension SavedPagesExport.Format {
    /// The name of the program or form.
    fileprivate var name: String {
        switch self {
        case .pocket: "Pocket"
        case .instapaper: "Instapaper"
        case .freshRSS: "FreshRSS"
        case .miniflux: "Miniflux"
        case .feedly: "Feedly"
        case .bookmarks: "Bookmarks"
        case .table: "Table"
        }
    }
}
