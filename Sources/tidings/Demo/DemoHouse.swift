import Fetching
import Foundation
import Library
import Markup
import News
import SampleOrigins
import ServiceLifecycle
import Web

/// The house that the demonstration opens: mid-life, with a week behind it.
struct DemoHouse: Sendable {
    let town: SampleTown
    let folder: URL
    let port: Int
    let clock: DemoClock
    /// The address of this machine that a phone asks; nil when none may come.
    var phoneAddress: String?
    /// The edition that alone is shown; nil for all.
    var edition: String?

    func run(_ state: TownState, assetsFolder: URL?) async throws {
        var configuration = Configuration(dataFolder: folder)
        configuration.street.port = port
        let visitors = phoneAddress.map { PhoneVisitors(address: $0, port: port) }
        visitors?.open(&configuration.street)
        configuration.allow = town.origins.compactMap { origin in
            WebAddress(origin.site).flatMap { AllowedAddress("127.0.0.1:\($0.port)") }
        }
        // A life in fast motion: what takes an hour outside takes seconds here.
        configuration.bounds = PollingBounds(
            minimum: .seconds(15), maximum: .seconds(40), unconditional: .seconds(15), asked: .seconds(5))
        let (clock, town, settled, folder) = (clock, town, configuration, folder)
        let library = try NewsLibrary.open(at: folder, now: { clock.now() }, bounds: configuration.bounds)
        defer { library.close() }
        let household = Household(library, settled, now: { clock.now() })
        Self.say("\(town.publications.count) invented publications are on this machine; Tidings reads them …")
        try DemoEditions(town: town).write(into: Editions.folder(in: folder))
        // Without the shipped ones: nobody outside is to be asked, least of all at a demonstration's pace.
        let editions = try Editions.rack(household, shipped: [], only: edition)
        try await furnish(household, state, editions)
        if let visitors { try await visitors.prepare(library) }
        let company: [any Service] = visitors.map { [$0.desk(library)] } ?? []
        let press = Press(
            household: household, shelves: shelves, assetsFolder: assetsFolder, editions: editions, company: company,
            lastResort: { DemoHouse.clear(folder) })
        let address = "http://127.0.0.1:\(port)/"
        try await press.run {
            if let visitors { await visitors.invite(to: library) }
            Self.say("Stop it with Ctrl-C. Other days: --state offline, failing, slow, huge, empty or first-run.")
            Self.say("Tidings is at \(address)")
        }
    }

    /// Removes what the demonstration has written; what cannot be removed the system's own cleaning takes.
    static func clear(_ folder: URL) {
        // Nothing of value is in it, and nobody could be told any more.
        try? FileManager.default.removeItem(at: folder)
    }

    /// A line at once: what is printed into a pipe would wait in a buffer.
    static func say(_ line: TerminalText) { Terminal.print(line) }

    private var shelves: [Web.StarterShelf] {
        town.starterShelves.map { shelf in
            Web.StarterShelf(title: shelf.title, about: shelf.about, feeds: shelf.feeds.compactMap(imported))
        }
    }

    private func imported(_ feed: FeedListing) -> ImportedFeed? {
        guard let address = WebAddress(feed.address) else { return nil }
        return ImportedFeed(
            address: address, title: feed.title, site: WebAddress(feed.site), folder: feed.folder.map { [$0] } ?? [])
    }

    /// A week's life in a few steps: what had come by the day before yesterday, this morning, now; what was opened and
    /// saved; then the state that was asked for.
    private func furnish(_ household: Household, _ state: TownState, _ editions: EditionRack) async throws {
        guard state != .firstRun else { return clock.run() }
        try await household.library.editions.keep(editions.usable)
        if state == .huge || state == .empty { await town.set(state) }
        let feeds = state == .huge ? town.hugeFeeds() : town.feeds
        clock.stand(hoursBefore: 50)
        _ = try await household.library.subscriptions.importOutlines(feeds.compactMap(imported), for: .first)
        for edition in editions.usable where edition.options.sample {
            try await household.library.editions.appeared(edition.id, for: .first)
        }
        try await read(household)
        try await remember(household)
        if state != .huge {
            clock.stand(hoursBefore: 9)
            try await read(household)
            try await remember(household)
            try await household.library.readers.visit(for: .first)
        }
        clock.run()
        try await read(household)
        try await household.library.readers.visit(for: .first)
        if state != .lively { await town.set(state) }
    }

    private func read(_ household: Household) async throws {
        _ = try await household.library.refreshing.requestRefresh(nil, reason: .due, for: .first)
        _ = await household.refresher().runOnce(only: nil, reason: .due)
    }

    /// Marks what the reader had opened and saved by then.
    private func remember(_ household: Household) async throws {
        let rows = try await household.library.stories.list(.everything, for: .first, depth: 2000).rows
        let (opened, saved) = (town.openedAtStart, Set(town.savedAtStart))
        for row in rows {
            guard let link = row.link?.text else { continue }
            if opened.contains(link), !row.isOpened { try await household.library.marks.open(row.id, for: .first) }
            if saved.contains(link), !row.isSaved {
                _ = try await household.library.marks.mark([row.id], as: .saved, true, for: .first)
            }
        }
    }
}
