import Failures
import Foundation
import News
import Packs
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// A pack that is published at an address and fetched by the source of packs.
private final class PublishedPackFixture: Sendable {
    let fixture: PackLibraryFixture
    let library: NewsLibrary
    let place = temporaryFolder("published")
    static let address = "https://c.test/guide.pack"

    init(folder: URL = temporaryFolder()) async throws {
        fixture = try await PackLibraryFixture(address: Self.address, folder: folder)
        let source = fixture.base.source
        library = fixture.base.library.withSources(SourceCatalog([.pack: { _ in source }]))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try await library.editions.refreshIfStale(fixture.edition.id, for: fixture.me)
    }

    deinit { removeFolder(place) }

    /// Publishes a pack for the next refresh, after which no file of the download may be left.
    func publish(_ draft: PackDraft, changing change: (inout Data) -> Void = { _ in }) throws -> DownloadedPack {
        let download = DownloadedPack(folder: place.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: download.folder, withIntermediateDirectories: true)
        try PackWriter(try draft.pack(), media: draft.media).write(to: download.file, isReplacing: false)
        var bytes = try Data(contentsOf: download.file)
        change(&bytes)
        try bytes.write(to: download.file)
        var response = ChannelResponse(stories: nil, sourceState: SourceState(bytes: [7]), status: 200)
        response.pack = download
        fixture.base.source.put(.success(response), at: Self.address)
        return download
    }

    /// Refreshes the edition.
    /// - Returns: The outcome of its one channel.
    func refresh() async throws -> RefreshOutcome? {
        fixture.base.clock.advance(days: 2)
        let outcomes = Mutex<[RefreshOutcome]>([])
        _ = try await library.editions.requestRefresh(of: fixture.edition.id, for: fixture.me)
        _ = await Refresher(
            library: library, jitter: { 0 },
            report: { event in
                if case .finished(let refresh) = event { outcomes.withLock { $0.append(refresh.outcome) } }
            }
        ).runOnce()
        return outcomes.withLock { $0.last }
    }

    func publishAndRefresh(_ draft: PackDraft, changing change: (inout Data) -> Void = { _ in }) async throws
        -> RefreshOutcome?
    {
        let download = try publish(draft, changing: change)
        let outcome = try await refresh()
        #expect(!FileManager.default.fileExists(atPath: download.folder.path))
        return outcome
    }
}

@Suite struct `A published pack` {
    @Test(.mission("YORK-47"))
    func `a refresh installs the version that it brings, once, and the next one`() async throws {
        let published = try await PublishedPackFixture()
        let draft = try PackDraft.county()
        #expect(try await published.publishAndRefresh(draft) == .succeeded(new: 0, changed: 8))
        #expect(try await published.fixture.installed().pageCount == 8)
        #expect(try published.fixture.mediaFiles() == draft.media.list.map(\.id.hex))
        #expect(try await published.publishAndRefresh(draft) == .succeeded(new: 0, changed: 0))
        var next = draft.version("1.1").without("humber")
        next.change("loom") { $0.title = "Loom" }
        #expect(try await published.publishAndRefresh(next) == .succeeded(new: 0, changed: 2))
        #expect(try await published.fixture.page("loom").summary.title == "Loom")
        #expect(try await published.library.editions.health(of: published.fixture.edition.id, for: .first) == .healthy)
        let state = try await published.fixture.base.number(
            "select length(source_state) from channel where last_success_at > 0")
        #expect(state == 1)
    }

    @Test(.mission("YORK-52"))
    func `a published version that cannot be read or is refused is a failed refresh that says why`() async throws {
        let published = try await PublishedPackFixture()
        let draft = try PackDraft.county()
        _ = try await published.publishAndRefresh(draft)
        var other = draft.version("2")
        other.identity = "other"
        let cases: [(PackDraft, (inout Data) -> Void, PackDownloadFailure)] = [
            (draft.version("2"), { $0.removeLast(5000) }, .damaged),
            (draft.version("2"), { $0 = Data("<html>Sorry</html>".utf8) }, .notAPack),
            (draft.version("0.9"), { _ in }, .older("0.9", installed: "1")),
            (draft.without("food").without("tour"), { _ in }, .changedUnderItsNumber("1")),
            (other, { _ in }, .otherPublication(identity: "other")),
        ]
        for (draft, change, expected) in cases {
            let outcome = try await published.publishAndRefresh(draft, changing: change)
            guard case .failed(let failure)? = outcome, case .pack(let found)? = failure.cause?.reason else {
                Issue.record("\(String(describing: outcome))")
                continue
            }
            #expect(found == expected)
            #expect(failure.cause?.site == "c.test")
            #expect(failure.cause?.message.hasSuffix("The version that is there stays in use.") == true)
            #expect(try await published.fixture.installed().manifest.version.description == "1")
            #expect(try await published.fixture.installed().pageCount == 8)
        }
        #expect(try await published.publishAndRefresh(draft.version("3")) == .succeeded(new: 0, changed: 0))
        #expect(try await published.fixture.installed().manifest.version.description == "3")
    }

    @Test func `a version that a refresh installs is synced, as the media of the one before are removed`() async throws
    {
        let folder = temporaryFolder()
        let power = PowerFailureSimulator(watching: folder)
        let published = try await PublishedPackFixture(folder: folder)
        let draft = try PackDraft.county()
        _ = try await published.publishAndRefresh(draft)
        func syncs(of draft: PackDraft) async throws -> Int {
            let before = power.logSyncs
            _ = try await published.publishAndRefresh(draft)
            return power.logSyncs - before
        }
        let unchanged = try await syncs(of: draft)
        #expect(try await syncs(of: draft.version("2")) > unchanged)
    }

    private func whileDownloading(
        _ published: PublishedPackFixture, _ work: (Task<RefreshOutcome?, any Error>) async throws -> Void
    ) async throws -> RefreshOutcome? {
        let asked = published.fixture.base.source.requests.count
        let gate = published.fixture.base.source.hold(PublishedPackFixture.address)
        let refresh = Task { try await published.refresh() }
        while published.fixture.base.source.requests.count == asked { await Task.yield() }
        try await work(refresh)
        gate.finish()
        return try await refresh.value
    }

    @Test func `what a cancelled refresh had downloaded is there for the next one`() async throws {
        let published = try await PublishedPackFixture()
        let download = try published.publish(try PackDraft.county())
        #expect(try await whileDownloading(published) { $0.cancel() } == nil)
        #expect(FileManager.default.fileExists(atPath: download.file.path))
        #expect(try await published.refresh() == .succeeded(new: 0, changed: 8))
        #expect(!FileManager.default.fileExists(atPath: download.folder.path))
    }

    @Test func `a download that outlasts its lease is installed, unless another process has the channel by then`()
        async throws
    {
        let published = try await PublishedPackFixture()
        let draft = try PackDraft.county()
        let clock = published.fixture.base.clock
        let lease = PollingPolicy.standard.leaseDuration.seconds
        _ = try published.publish(draft)
        let outcome = try await whileDownloading(published) { _ in clock.advance(lease * 2) }
        #expect(outcome == .succeeded(new: 0, changed: 8))
        let download = try published.publish(draft.version("2"))
        let other = try await whileDownloading(published) { _ in
            clock.advance(lease * 2)
            let until = Int(clock.now.addingTimeInterval(lease).timeIntervalSince1970 * 1000)
            try await published.fixture.base.execute(
                "update channel set claimed_until = \(until) where claimed_until > 0")
        }
        #expect(other == nil)
        #expect(try await published.fixture.installed().manifest.version.description == "1")
        // The other process uses the same files.
        #expect(FileManager.default.fileExists(atPath: download.file.path))
    }
}
