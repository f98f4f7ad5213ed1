import ArgumentParser
import Fetching
import Foundation
import Library
import News

/// Follow a site or a feed.
struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a site or a feed.",
        discussion: "A site's front page will do: its feeds are found from there and the best is followed.")

    @Argument(help: "The address of a site or a feed.")
    var address: String

    @Option(help: "The folder to put it in; made if it is new.")
    var folder: String?

    @Flag(help: "Only show what could be followed there.")
    var look = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary { library, configuration in
            let order = AddRequest(address: address, folder: folder, isLook: look)
            let report = try await report(order, library, configuration)
            if let sorry = report.sorry {
                throw CLIError(CLIError.Kind(rawValue: sorry.code) ?? .unavailable, sorry.sentence)
            }
            if look { return report.found.forEach { Self.printPreview($0) } }
            guard let feed = report.followed else { return }
            let stories = feed.stories == 1 ? "1 story" : "\(feed.stories) stories"
            Terminal.print("You follow \(feed.title) (\(feed.id)), \(stories) there now.")
            Terminal.print("tidings read all   shows them; tidings serve keeps it fresh by itself.")
        }
    }

    /// A running server does it, so that its host is asked on one connection; else it is done here.
    private func report(
        _ order: AddRequest, _ library: NewsLibrary, _ configuration: Configuration
    ) async throws -> AddReport {
        if let report = try await ControlSocket(folder: configuration.dataFolder).send(order) { return report }
        let lock = try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        let dependencies = AppDependencies(library, configuration)
        let report = await dependencies.add(order)
        await dependencies.fetcher.shutdown()
        return report
    }

    private static func printPreview(_ found: AddReport.Found) {
        Terminal.print("\(found.title)  \(found.address)")
        for story in found.stories { Terminal.print("  \(story)") }
    }
}

/// Stop following a feed.
struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop following a feed; its saved stories stay.")

    @Argument(help: "The feed's number, address or title (see tidings feeds).")
    var feed: String

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(reading: true) { library, _ in
            let found = try await library.subscription(feed)
            _ = try await library.subscriptions.unfollow(found.id, for: .first)
            Terminal.print("\(found.title) is no longer followed.")
        }
    }
}

extension NewsLibrary {
    /// The one subscription that a number, an address or a title means.
    func subscription(_ text: String) async throws -> Subscription {
        let found = try await subscriptions.find(text, for: .first)
        guard let first = found.first else {
            throw CLIError(.unavailable, "No feed is called “\(text)”. tidings feeds lists them with their numbers.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "\($0.id.rawValue) \($0.title)" }.joined(separator: ", ")
            throw CLIError(.usage, "“\(text)” fits \(found.count) feeds: \(names). Name one by its number.")
        }
        return first
    }
}
