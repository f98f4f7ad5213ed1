import Foundation
import Markup
import News
import TestSupport
import URLs

@testable import Library

/// A Library in its own folder, which is removed when the test ends.
final class LibraryFixture: Sendable {
    let folder: URL
    let clock: TestClock
    let source = FakeSource()
    let library: NewsLibrary
    let me = ReaderID.first

    init(
        clock: TestClock = TestClock(), retention: RetentionPolicy = .standard,
        folder: URL = temporaryFolder(), masterKeyFile: MasterKeyFile? = nil
    ) throws {
        self.clock = clock
        self.folder = folder
        library = try NewsLibrary.open(
            at: folder, now: { clock.now }, retention: retention, masterKeyFile: masterKeyFile, sources: source.catalog)
    }

    deinit {
        library.close()
        removeFolder(folder)
    }

    var refresher: Refresher { Refresher(library: library, jitter: { 0 }) }
    var fullTexts: FullTextService { fullTexts(FullTextPolicy(hostInterval: .zero)) }
    func fullTexts(_ policy: FullTextPolicy) -> FullTextService {
        FullTextService(context: library.context, policy: policy)
    }

    /// Returns a number from the database, without a service.
    func number(_ sql: String) async throws -> Int64? {
        try await library.context.database.read { try $0.number(sql) }
    }
    func execute(_ sql: String) async throws { try await library.context.database.write { _ = try $0.run(sql) } }

    /// Follows a feed and fetches its stories.
    @discardableResult
    func follow(
        _ address: String, folder: String? = nil, title: String? = nil, stories: [FetchedStory] = []
    ) async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: me).id
        try await deliver(stories, in: channel, at: address)
        return channel
    }

    /// Sets the stories of a feed, newest first, and refreshes the feed.
    @discardableResult
    func deliver(_ stories: [FetchedStory], in channel: ChannelID, at address: String) async throws -> RefreshSummary {
        source.put(.success(ChannelResponse(stories: stories)), at: address)
        return try await refresh(channel)
    }

    @discardableResult
    func refresh(_ channel: ChannelID) async throws -> RefreshSummary {
        _ = try await library.refreshing.requestRefresh([channel], reason: .manual, for: me, minimumInterval: .zero)
        return await refresher.runOnce(only: [channel])
    }

    /// Returns a story of the feed with this age in minutes.
    func story(
        _ key: String, minutesAgo: Double = 0, title: String? = nil, text: String = "", link: String? = nil
    ) throws -> FetchedStory {
        FetchedStory(
            key: key, title: title ?? "Story \(key)", link: try link.map { try webAddress($0) },
            body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: "<p>\(text)</p>",
            publishedAt: clock.now.addingTimeInterval(-minutesAgo * 60))
    }

    func titles(_ list: StoryList, depth: Int = 100) async throws -> [String] {
        try await library.stories.list(list, for: me, depth: depth).rows.map(\.title)
    }

    func id(_ title: String) async throws -> StoryID {
        let rows = try await library.stories.list(.everything, for: me, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw MissingValue(what: title) }
        return row.id
    }
}

extension SubscriptionService {
    /// Follows an address without metadata.
    @discardableResult
    func follow(
        _ kind: SourceKind, at address: WebAddress, folder: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        try await follow(
            DiscoveredChannel(kind: kind, address: address, metadata: ChannelMetadata()), folder: folder, for: reader)
    }
}

extension StoryService {
    /// Returns the latest arrival in the reader's channels; nil if there is none.
    func newestStory(for reader: ReaderID) async throws(LibraryError) -> StoryID? {
        try await context.database.read { transaction in
            let newest = try transaction.number(
                """
                select max(c.newest_story_id) from subscription u join channel c on c.id = u.channel_id
                where u.reader_id = ?\(StoryScope.followed.condition)
                """, [.number(reader.rawValue)] + StoryScope.followed.arguments)
            return newest.flatMap { $0 == 0 ? nil : StoryID(rawValue: $0) }
        }
    }
}

extension PictureService {
    /// Returns the pictures that `leaseUnmeasured` would lease.
    func unmeasured(limit: Int) async throws(LibraryError) -> [PictureDetails] {
        let now = context.now()
        return try await context.database.read { try Self.unmeasured($0, now, limit) }
    }
}
