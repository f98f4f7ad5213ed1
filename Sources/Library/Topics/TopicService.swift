import Foundation
public import News
import URLs

/// A service for the topics that readers follow in editions with topics (`Edition.topics`). Each topic is a section of
/// that reader's own.
public struct TopicService: Sendable {
    let context: LibraryContext

    /// The maximum number of topics that a reader can follow in an edition; each is a section of its front page.
    public static let maxTopics = 40

    /// The fetch policy for lists of publishers, which change seldom; a fetch uses a request of the plan.
    private static let publisherPolicy = FetchPolicy(
        timeout: .seconds(30), leaseDuration: .seconds(60), manualMinimum: .seconds(60), retryDelay: .seconds(3600),
        retryFactor: 2, defaultFreshness: .seconds(7 * 86_400))

    /// Returns the followed topics in the reader's order.
    public func topics(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [FollowedTopic] {
        try await context.database.read { transaction in
            try TopicStore(transaction: transaction).all(in: edition, of: reader.rawValue).compactMap(\.topic)
        }
    }

    /// Follows a subject. If it is followed already, its topic is returned unchanged.
    /// - Throws: `.invalid` for an empty subject, or beyond `maxTopics`; `.notThere` for an edition without topics.
    public func follow(
        _ subject: TopicSubject, in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> FollowedTopic {
        let (subject, channels) = (try subject.normalized(), try await channels(of: edition))
        guard let channels else { throw .notThere }
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = TopicWriter(transaction: transaction, now: now)
            let topic = try writer.follow(subject, in: edition.id, for: reader.rawValue, channels).topic
            guard let topic else { throw LibraryError.notThere }
            return topic
        }
    }

    /// Removes a topic with its section, channel and matches. Stories stay.
    /// - Throws: `.notThere` for an unknown topic.
    public func unfollow(_ topic: TopicID, for reader: ReaderID) async throws(LibraryError) {
        try await edit(topic, for: reader) { try $0.remove($1) }
    }

    /// Moves a topic one place up or down.
    /// - Throws: `.notThere` for an unknown topic.
    public func move(_ topic: TopicID, isUp: Bool, for reader: ReaderID) async throws(LibraryError) {
        try await edit(topic, for: reader) { try $0.move($1, isUp: isUp) }
    }

    private func edit(
        _ topic: TopicID, for reader: ReaderID,
        _ change: @escaping @Sendable (TopicWriter, TopicStore.Record) throws -> Void
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify { transaction in
            let record = try TopicStore(transaction: transaction).one(topic.rawValue, of: reader.rawValue)
            try change(TopicWriter(transaction: transaction, now: now), record)
        }
    }

    /// Follows the headlines of the shelf for a country or a language at a reader's first visit. Later calls do
    /// nothing, even after the reader unfollowed the headlines.
    /// - Parameters:
    ///   - country: the ISO 3166-1 alpha-2 code, from the browser's languages or time zone; nil if unknown.
    ///   - languages: the BCP 47 tags, in the browser's order.
    public func followDefaultHeadlines(
        country: String?, languages: [String], in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) {
        guard edition.topics != nil, try await !wasOffered(edition.id, reader) else { return }
        guard let channels = try await channels(of: edition),
            let chosen = channels.defaultCountry(country: country, languages: languages)
        else { return }
        let (subject, now) = (try TopicSubject.headlines(country: chosen).normalized(), context.now())
        try await context.writeAndNotify { transaction in
            let isFirst = try transaction.run(
                """
                insert into default_headlines (reader_id, edition, followed_at) values (?, ?, ?)
                on conflict (reader_id, edition) do nothing
                """, [.number(reader.rawValue), .text(edition.id.rawValue), .date(now)])
            guard isFirst == 1 else { return }
            _ = try TopicWriter(transaction: transaction, now: now).follow(
                subject, in: edition.id, for: reader.rawValue, channels)
        }
    }

    private func wasOffered(_ edition: EditionID, _ reader: ReaderID) async throws(LibraryError) -> Bool {
        try await context.database.read { transaction in
            try transaction.exists(
                "select 1 from default_headlines where reader_id = ? and edition = ?",
                [.number(reader.rawValue), .text(edition.rawValue)])
        }
    }

    /// Updates the channels of all topics of an edition, which depend on the presence of a key. Must be called after a
    /// key was stored or removed; `EditionService.synchronize` updates the channels when the edition file has changed.
    public func updateChannels(of edition: Edition) async throws(LibraryError) {
        guard let channels = try await channels(of: edition) else { return }
        let now = context.now()
        try await context.writeAndNotify(.refetchable) { transaction in
            try TopicWriter(transaction: transaction, now: now).updateChannels(of: edition.id, channels)
        }
    }

    /// Returns the resolver of topics' channels; nil for an edition without topics.
    func channels(of edition: Edition) async throws(LibraryError) -> TopicChannelResolver? {
        guard let options = edition.topics else { return nil }
        return TopicChannelResolver(options: options, capability: await source(of: options.service)?.topics)
    }

    /// Returns the source of a keyed API; nil without a key.
    private func source(of service: KeyedAPIAddress?) async -> (any Source)? {
        guard let service, await APIKeyService(context: context).key(for: service.site) != nil else { return nil }
        return context.sources.source(of: service.kind, at: service.site)
    }

    // MARK: Publishers

    /// Returns the publishers that can be chosen: those of the shelves and, while there is a key, those that the keyed
    /// API listed, which are stored.
    public func publishers(in edition: Edition, for reader: ReaderID) async throws(LibraryError) -> [ListedPublisher] {
        guard let options = edition.topics else { return [] }
        guard let service = options.service, await source(of: service) != nil else {
            return options.publishers(mergedWith: [])
        }
        return options.publishers(
            mergedWith: try await context.database.read { transaction in
                let store = PublisherStore(transaction: transaction)
                return try store.source(of: service).map { try store.publishers(of: $0) } ?? []
            })
    }

    /// Fetches the keyed API's list of publishers, if the list has not been fetched for a week and there is a key. A
    /// fetch uses one request.
    public func refreshPublishers(in edition: Edition, for reader: ReaderID) async throws(LibraryError) {
        guard let service = edition.topics?.service, let source = await source(of: service),
            let directory = source.topics?.publishers
        else { return }
        _ = try await OnDemandFetcher(context: context, policy: Self.publisherPolicy).fetch(
            acquire: { leases in
                let store = PublisherStore(transaction: leases.transaction)
                let id = try store.makeSource(of: service)
                return try leases.acquire(
                    .publishers(ofSource: id), host: service.site.hostKey, isStored: try store.isStored(id),
                    reason: .viewed
                ) { _ in id }
            },
            load: { _, _ in
                try await source.stories(in: ChannelRequest(address: directory, reason: .viewed)).channels ?? []
            },
            save: { offered, attempt, leases in
                try PublisherStore(transaction: leases.transaction).replace(offered, of: attempt.request)
                try leases.recordSuccess(of: attempt.lease)
                return .fetched(new: offered.count)
            })
    }
}

/// A topic that a reader follows.
public struct FollowedTopic: Sendable, Hashable, Identifiable {
    /// The ID of the topic.
    public var id: TopicID
    /// The subject of the topic.
    public var subject: TopicSubject
    /// The section that shows the topic's stories.
    public var section: SectionID
}

/// A publisher that a reader can choose, with its known properties.
public struct ListedPublisher: Sendable, Hashable {
    /// The publisher.
    public var publisher: NewsPublisher
    /// The category of the publisher's news; nil if unknown or general.
    public var category: NewsCategory?
    /// The language as a BCP 47 tag.
    public var language: String?
    /// The country as an ISO 3166-1 alpha-2 code in lower case.
    public var country: String?
}
