import Fetching
import Foundation
import Library
import Markup
import News
import Packs
import SampleOrigins
import ServiceLifecycle
import URLs
import Web

/// The server of the demonstration, with a week of history.
struct DemoServer: Sendable {
    let sites: SampleSites
    let folder: URL
    let port: Int
    let clock: DemoClock
    /// The address of this machine that a phone uses; nil without phone access.
    var phoneAddress: String?
    /// The ID of the only edition to show; nil for all.
    var edition: String?

    private func configuration(with phoneAccess: DemoPhoneAccess?) -> Configuration {
        var configuration = Configuration(dataFolder: folder)
        configuration.server.port = port
        configuration.server.listenCommand = "make demo PHONE=1"
        configuration.masterKeyFile = MasterKeyFile(url: Self.secretsFolder(of: folder).appending(path: "secrets.key"))
        phoneAccess?.configure(&configuration.server)
        configuration.allowedAddresses = sites.origins.compactMap { origin in
            WebAddress(origin.site).flatMap { AllowedAddress("127.0.0.1:\($0.port)") }
        }
        // The demonstration is in time-lapse: seconds in place of hours.
        configuration.polling = PollingPolicy(
            minimum: .seconds(15), maximum: .seconds(40), unconditionalMinimum: .seconds(15), manualMinimum: .seconds(5)
        )
        configuration.hackerNewsSpacing = .milliseconds(200)
        return configuration
    }

    func run(_ state: DemoScenario, assetsFolder: URL?) async throws {
        let phoneAccess = phoneAddress.map { DemoPhoneAccess(address: $0, port: port) }
        let configuration = configuration(with: phoneAccess)
        let (clock, sites, settings, folder) = (clock, sites, configuration, folder)
        let dependencies = try AppDependencies.open(settings, now: { clock.now() })
        let library = dependencies.library
        defer { library.close() }
        Self.printLine("\(sites.publications.count) invented publications are on this machine; Tidings reads them …")
        try DemoEditions(sites: sites).write(into: EditionLoader.folder(in: folder))
        // The shipped editions are left out: real sites must not be fetched, least of all at these intervals.
        let editions = try EditionLoader.registry(dependencies, shipped: [], only: edition)
        try await seed(dependencies, state, editions)
        if let phoneAccess { try await phoneAccess.setPassword(library) }
        sites.community.configure { $0.repliesToMembers = true }
        let extraServices: [any Service] = phoneAccess.map { [$0.linkService(library)] } ?? []
        let app = ServerApp(
            dependencies: dependencies, starterFeeds: starterFeeds, assetsFolder: assetsFolder, editions: editions,
            extraServices: extraServices, sampleAccounts: sampleAccounts,
            beforeForcedExit: { DemoServer.removeFolder(folder) })
        let address = "http://127.0.0.1:\(port)/"
        try await app.run {
            if let phoneAccess { await phoneAccess.showNewLink(to: library) }
            Self.printLine(
                "Stop it with Ctrl-C. Other scenarios: --state offline, failing, slow, huge, empty or first-run.")
            Self.printLine(
                "In another terminal: export TIDINGS_DATA=\(folder.path); \(CommandLine.arguments[0]) read")
            Self.printLine("Tidings is at \(address)")
        }
    }

    /// Removes the demonstration's data folder, and the folder of the key beside it.
    static func removeFolder(_ folder: URL) {
        for folder in [folder, secretsFolder(of: folder)] {
            // The system deletes temporary data that is left.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    private static func secretsFolder(of folder: URL) -> URL {
        folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + "-secrets")
    }

    /// Prints a line without buffering, also into a pipe.
    static func printLine(_ line: TerminalText) { Terminal.print(line) }

    /// The account that the invented community's sign-in page shows, by which everybody may sign in.
    private var sampleAccounts: [SampleAccountHint] {
        let member = SampleMember()
        return WebAddress(sites.community.rootURL).map { address in
            [SampleAccountHint(site: address.origin, name: member.name, password: member.password)]
        } ?? []
    }

    private var starterFeeds: [Web.StarterFeedList] {
        sites.starterFeedGroups.map { group in
            Web.StarterFeedList(
                title: group.title, summary: group.about, cover: group.cover,
                feeds: group.feeds.compactMap(imported))
        }
    }

    private func imported(_ feed: FeedListing) -> ImportedFeed? {
        guard let address = WebAddress(feed.address) else { return nil }
        return ImportedFeed(
            address: address, title: feed.title, site: WebAddress(feed.site), folder: feed.folder.map { [$0] } ?? [])
    }

    /// Creates a week's history, then applies the scenario. The history has refreshes as of two days ago, this morning
    /// and now, with stories opened and saved in between, but no visits, so that a person's first visit is the first.
    private func seed(_ dependencies: AppDependencies, _ state: DemoScenario, _ editions: EditionRegistry) async throws
    {
        guard state != .firstRun else { return clock.resume() }
        // The guide's pack is built meanwhile, and its site gets no request before the guide is installed.
        async let guide = guideDraft(state, editions)
        let papers = editions.validEditions.filter { $0.pack == nil && shows($0.id) }
        try await dependencies.library.editions.synchronize(papers)
        if state == .huge || state == .empty { await sites.apply(state) }
        let feeds = state == .huge ? sites.hugeFeeds() : sites.feeds
        try await chooseDigest(dependencies)
        clock.freeze(hoursBefore: 50)
        if shows(.mine) {
            _ = try await dependencies.library.subscriptions.importOutlines(feeds.compactMap(imported), for: .first)
        }
        for edition in papers where edition.options.isSample {
            try await dependencies.library.editions.refreshIfStale(edition.id, for: .first)
        }
        try await refreshOnce(dependencies)
        try await applyMarks(dependencies)
        if state != .huge {
            clock.freeze(hoursBefore: 33)
            try await makeDigest(dependencies, editions)
            clock.freeze(hoursBefore: 9)
            try await refreshOnce(dependencies)
            try await applyMarks(dependencies)
            try await makeDigest(dependencies, editions)
        }
        clock.resume()
        try await refreshOnce(dependencies)
        // The front page is not to change while it is first looked at.
        // Twenty thousand stories would take minutes to gather.
        if state != .huge {
            try await dependencies.library.clusters.update()
            try await makeDigest(dependencies, editions)
        }
        try await installGuide(try await guide, dependencies.library, editions)
        if state != .lively { await sites.apply(state) }
    }

    func shows(_ id: EditionID) -> Bool { edition == nil || edition == id.rawValue }

    /// Returns the guide's pack; nil without its edition, and in a scenario without stories or with many, where an
    /// ordinary refresh fetches the guide.
    private func guideDraft(_ state: DemoScenario, _ editions: EditionRegistry) async throws -> PackDraft? {
        guard state != .huge, state != .empty,
            editions.validEditions.contains(where: { $0.pack != nil && shows($0.id) })
        else { return nil }
        return try await sites.guide.draft(of: .second)
    }

    /// Installs the guide as a person would; an ordinary refresh fetches the next version.
    private func installGuide(
        _ draft: PackDraft?, _ library: NewsLibrary, _ editions: EditionRegistry
    ) async throws {
        try await library.editions.synchronize(editions.validEditions)
        guard let draft else { return }
        for edition in editions.validEditions where edition.pack?.identity == SampleGuideSite.identity {
            _ = try await library.packs.install(draft.pack, media: draft.media, in: edition)
        }
    }

    private func refreshOnce(_ dependencies: AppDependencies) async throws {
        _ = try await dependencies.library.refreshing.requestRefresh(nil, reason: .due, for: .first)
        _ = await dependencies.refresher().runOnce(only: nil, reason: .due)
    }

    /// Marks the stories that the sample reader opened and saved.
    private func applyMarks(_ dependencies: AppDependencies) async throws {
        let rows = try await dependencies.library.stories.list(.everything, for: .first, depth: 2000).rows
        let (opened, saved) = (sites.openedAtStart, Set(sites.savedAtStart))
        for row in rows {
            guard let link = row.link?.text else { continue }
            if opened.contains(link), !row.isOpened {
                try await dependencies.library.marks.markOpened(row.id, for: .first)
            }
            if saved.contains(link), !row.isSaved {
                _ = try await dependencies.library.marks.mark([row.id], as: .saved, true, for: .first)
            }
        }
    }
}
