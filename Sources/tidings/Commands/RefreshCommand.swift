import ArgumentParser
import Fetching
import Foundation
import Library
import News

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch due feeds.",
        discussion: """
            Without arguments, fetches the feeds that are due; with --all, every feed except those fetched a moment ago and \
            those whose host is inside a Retry-After window. If tidings serve is running, it does the fetching, and its \
            progress is shown here.
            """)

    @Argument(help: "Feeds, by number, address or title.")
    var feeds: [String] = []

    @Flag(help: "Fetch every feed that may be fetched, due or not.")
    var all = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: DataFolderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration in
            var only: [ChannelID]?
            if !feeds.isEmpty {
                only = []
                for feed in feeds { only?.append(try await library.subscription(feed, of: .first).id) }
            }
            let isManual = all || only != nil
            let request = RefreshRequest(
                channels: only?.map(\.rawValue), reason: (isManual ? RefreshReason.manual : .due).rawValue)
            let bar = ProgressBar(isQuiet: json)
            let served = try await ControlSocket(folder: configuration.dataFolder).send(request) { bar.show($0) }
            let summary: RefreshReport
            if let served {
                summary = served
            } else {
                summary = try await Self.refreshLocally(request, library, configuration, bar)
            }
            if json {
                try JSONOutput.write(summary)
            } else if summary.isIdle, try await library.subscriptions.folders(for: .first).isEmpty {
                Terminal.print("\(options.noSubscriptionsMessage())")
            } else {
                bar.end(summary, isManual: isManual)
            }
            if let trouble = summary.trouble { throw CLIError(.tryLater, trouble) }
            if summary.gotNoResponse(isNamed: only != nil) {
                throw ExitCode(CLIError.Kind.tryLater.rawValue)
            }
        }
    }

    /// Refreshes in this process, if no server runs on the data folder.
    private static func refreshLocally(
        _ request: RefreshRequest, _ library: NewsLibrary, _ configuration: Configuration, _ bar: ProgressBar
    ) async throws -> RefreshReport {
        let lock = try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        let dependencies = AppDependencies(library, configuration)
        let refresher = dependencies.refresher { event in bar.show(ProgressLine(event)) }
        let summary = await refresher.runOnce(
            only: request.channels?.map(ChannelID.init(rawValue:)),
            reason: RefreshReason(rawValue: request.reason) ?? .manual, awaitsAll: true)
        await dependencies.fetcher.shutdown()
        return RefreshReport(summary)
    }
}
