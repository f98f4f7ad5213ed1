import Foundation
import News
import TestSupport
import URLs

@testable import Library

/// An edition with two shelves and a service, which needs a key.
final class TopicFixture: Sendable {
    let base: LibraryFixture
    let edition: Edition
    let other = ReaderID(rawValue: 2)
    private let keyFolder = temporaryFolder("key")

    static let service = "https://service.test/"
    static let post = "https://post.test/feed"
    static let postSports = "https://post.test/sports"
    static let ledger = "https://ledger.test/feed"
    static let ledgerScience = "https://ledger.test/science"

    init(retention: RetentionPolicy = .standard) throws {
        base = try LibraryFixture(
            retention: retention, masterKeyFile: MasterKeyFile(url: keyFolder.appending(path: "secrets.key")))
        edition = Edition(
            id: EditionID(rawValue: "news"), title: "News", sections: .listed([]),
            topics: TopicOptions(
                service: KeyedAPIAddress(kind: .gazette, site: try webAddress(Self.service)),
                shelves: [
                    CountryFeedList(
                        country: "us", title: "United States", languages: ["en", "es"],
                        feeds: [
                            try Self.feed("The Post", Self.post), try Self.feed("The Post", Self.postSports, .sports),
                        ]),
                    CountryFeedList(
                        country: "gb", title: "United Kingdom", languages: ["en"],
                        feeds: [
                            try Self.feed("The Ledger", Self.ledger),
                            try Self.feed("The Ledger", Self.ledgerScience, .science),
                        ]),
                ]))
        base.source.offer(
            topics: TopicCapability(publishers: try webAddress(Self.service + "publishers")) { subject in
                switch subject {
                case .headlines(let country): WebAddress(Self.service + country)
                case .category(let category): WebAddress(Self.service + category.rawValue)
                case .publisher(let publisher): publisher.publisherID.flatMap { WebAddress(Self.service + $0) }
                case .words(let words): WebAddress(Self.service + "search?q=\(words)")
                case .place: nil
                }
            })
    }

    deinit { if FileManager.default.fileExists(atPath: keyFolder.path) { removeFolder(keyFolder) } }

    private static func feed(_ name: String, _ address: String, _ category: NewsCategory? = nil) throws
        -> PublisherFeed
    {
        PublisherFeed(publisher: name, address: try webAddress(address), category: category)
    }

    var me: ReaderID { base.me }
    var topics: TopicService { base.library.topics }

    func addOtherReader() async throws {
        try await base.execute("insert into reader (id, name, created_at) values (2, 'Other', 0)")
    }

    @discardableResult
    func follow(_ subject: TopicSubject, for reader: ReaderID = .first) async throws -> FollowedTopic {
        try await topics.follow(subject, in: edition, for: reader)
    }

    /// Fetches everything that is due.
    func refresh() async throws {
        try await base.library.editions.refreshIfStale(edition.id, for: me)
        await base.refresher.runOnce()
    }

    func setKey() async throws {
        try await base.library.apiKeys.set("a-key", for: try webAddress(Self.service))
        try await topics.updateChannels(of: edition)
    }

    func removeKey() async throws {
        try await base.library.apiKeys.remove(for: try webAddress(Self.service))
        try await topics.updateChannels(of: edition)
    }

    func sections(for reader: ReaderID = .first) async throws -> [FrontPageSection] {
        try await base.library.stories.frontPage(for: reader, of: edition.id).sections
    }

    func titles(_ topic: FollowedTopic, for reader: ReaderID = .first) async throws -> [String] {
        try await base.library.stories.list(.section(topic.section), for: reader, depth: 100).rows.map(\.title)
    }

    /// Returns the addresses of the channels that fill a section.
    func addresses(_ topic: FollowedTopic) async throws -> [String] {
        let section = topic.section.rawValue
        return try await base.library.context.database.read { transaction in
            try transaction.texts(
                """
                select c.address from section_channel sc join channel c on c.id = sc.channel_id
                where sc.section_id = ? and c.is_result_list = 0 order by sc.position
                """, [.number(section)])
        }
    }

    func put(_ stories: FetchedStory..., at address: String) { base.source.put(stories, at: address) }
}
