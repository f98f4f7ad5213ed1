import ArgumentParser
import Fetching
import Foundation
import Library
import News

/// Ask the origins for news.
struct Refresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the origins for news.",
        discussion: """
            Without a feed, those that are due are asked; with --all, all that may be asked (a feed that asked us to wait
            is left alone). When tidings serve is running, it does the work and its progress is shown here.
            """)

    @Argument(help: "Feeds, by number, address or title.")
    var feeds: [String] = []

    @Flag(help: "Ask every feed that may be asked, due or not.")
    var all = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(reading: true) { library, configuration in
            var only: [ChannelID]?
            if !feeds.isEmpty {
                only = []
                for feed in feeds { only?.append(try await library.subscription(feed).id) }
            }
            let isAsked = all || only != nil
            let order = RefreshCommand(
                channels: only?.map(\.rawValue), reason: (isAsked ? RefreshReason.manual : .due).rawValue)
            let bar = ProgressBar(isQuiet: json)
            let served = try await ControlSocket(folder: configuration.dataFolder).send(order) { bar.show($0) }
            let summary: RefreshReport
            if let served {
                summary = served
            } else {
                summary = try await Self.refreshLocally(order, library, configuration, bar)
            }
            if json {
                try JSONOutput.write(summary)
            } else if summary.isIdle, try await library.subscriptions.folders(for: .first).isEmpty {
                Terminal.print("\(DataFolderOptions.noSubscriptionsMessage)")
            } else {
                bar.end(summary, isAsked: isAsked)
            }
            if let trouble = summary.trouble { throw CLIError(.tryLater, trouble) }
            if summary.gotNoResponse(isNamed: only != nil) {
                throw ExitCode(CLIError.Kind.tryLater.rawValue)
            }
        }
    }

    /// Does the work in this process, when no server runs on the data folder.
    private static func refreshLocally(
        _ order: RefreshCommand, _ library: NewsLibrary, _ configuration: Configuration, _ bar: ProgressBar
    ) async throws -> RefreshReport {
        let lock = try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        let dependencies = AppDependencies(library, configuration)
        let refresher = dependencies.refresher { event in bar.show(ProgressLine(event)) }
        let summary = await refresher.runOnce(
            only: order.channels?.map(ChannelID.init(rawValue:)),
            reason: RefreshReason(rawValue: order.reason) ?? .manual, isWhole: true)
        await dependencies.fetcher.shutdown()
        return RefreshReport(summary)
    }
}
