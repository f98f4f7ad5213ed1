import ArgumentParser
import Fetching
import Foundation
import Library
import News

struct AddFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Follow a site or a feed.",
        discussion: "Given a site's front page, finds its feeds and follows the best one.")

    @Argument(help: "The address of a site or a feed.")
    var address: String

    @Option(help: "The folder for it; created if new.")
    var folder: String?

    @Flag(help: "Only list the feeds found there.")
    var look = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary { library, configuration, reader in
            let request = AddFeedRequest(address: address, folder: folder, isLook: look, reader: reader)
            let report = try await report(request, library, configuration)
            if let failure = report.sorry {
                throw CLIError(CLIError.Kind(rawValue: failure.code) ?? .unavailable, failure.sentence)
            }
            if look { return report.found.forEach { Self.printPreview($0) } }
            guard let feed = report.followed else { return }
            let stories = Plural.story.counted(feed.stories)
            Terminal.print("You follow \(feed.title) (\(feed.id)), \(stories) there now.")
            Terminal.print("tidings read all shows them; tidings serve fetches new ones by itself.")
        }
    }

    /// Returns the result of a running server if there is one, because hosts should get connections from one process
    /// only.
    private func report(
        _ request: AddFeedRequest, _ library: NewsLibrary, _ configuration: Configuration
    ) async throws -> AddFeedReport {
        if let report = try await ControlSocket(folder: configuration.dataFolder).send(request) { return report }
        let lock = try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        let dependencies = AppDependencies(library, configuration)
        let report = await dependencies.add(request)
        await dependencies.fetcher.shutdown()
        return report
    }

    private static func printPreview(_ found: AddFeedReport.Found) {
        Terminal.print("\(found.title)  \(found.address)")
        for story in found.stories { Terminal.print("  \(story)") }
    }
}

struct RemoveFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stop following a feed; its saved stories are kept.")

    @Argument(help: "The feed's number, address or title (see tidings feeds).")
    var feed: String

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let found = try await library.subscription(feed, of: reader)
            _ = try await library.subscriptions.unfollow(found.id, for: reader)
            Terminal.print("\(found.title) is no longer followed.")
        }
    }
}

extension NewsLibrary {
    /// Finds a subscription by number, address or title.
    ///
    /// - Throws: `CLIError` if none or several match.
    func subscription(_ text: String, of reader: ReaderID) async throws -> Subscription {
        let found = try await subscriptions.find(text, for: reader)
        guard let first = found.first else {
            throw CLIError(.unavailable, "No feed is called “\(text)”. tidings feeds lists them with their numbers.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "\($0.id.rawValue) \($0.title)" }.joined(separator: ", ")
            throw CLIError(.usage, "“\(text)” matches \(found.count) feeds: \(names). Use the number of one.")
        }
        return first
    }
}
