import Foundation
public import News
import URLs

/// What readers follow in editions with topics (`Edition.topics`): each topic is a section of that reader's own.
public struct TopicService: Sendable {
    let context: LibraryContext

    /// Topics that a reader can follow in an edition: each is a section of its front page.
    public static let maxTopics = 40

    /// A list of publishers changes seldom, and costs a request of the plan.
    private static let publisherPolicy = FetchPolicy(
        timeout: .seconds(30), leaseDuration: .seconds(60), manualMinimum: .seconds(60), retryDelay: .seconds(3600),
        retryFactor: 2, defaultFreshness: .seconds(7 * 86_400))

    /// In the reader's order.
    public func topics(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [FollowedTopic] {
        try await context.database.read { transaction in
            try TopicStore(transaction: transaction).all(in: edition, of: reader.rawValue).compactMap(\.topic)
        }
    }

    /// Follows a subject; one that is followed already is returned as it is.
    /// - Throws: `.invalid` for a subject that names nothing, or beyond `maxTopics`; `.notThere` for an edition without
    ///   topics.
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

    /// Its section, channels and matches go with it. Stories stay.
    /// - Throws: `.notThere`.
    public func unfollow(_ topic: TopicID, for reader: ReaderID) async throws(LibraryError) {
        try await edit(topic, for: reader) { try $0.remove($1) }
    }

    /// Moves a topic one place up or down.
    /// - Throws: `.notThere`.
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

    /// At a reader's first visit follows the headlines of the shelf for a country or a language; later does nothing, also
    /// after the reader unfollowed them.
    /// - Parameters:
    ///   - country: ISO 3166-1 alpha-2, from the browser's languages or time zone; nil if unknown.
    ///   - languages: BCP 47, in the browser's order.
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
                insert into offered_topics (reader_id, edition, offered_at) values (?, ?, ?)
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
                "select 1 from offered_topics where reader_id = ? and edition = ?",
                [.number(reader.rawValue), .text(edition.rawValue)])
        }
    }

    /// Gives all topics of an edition the channels that they have with or without a key. Called after a key was stored or
    /// removed; `EditionService.synchronize` does it when the edition's file has changed.
    public func updateChannels(of edition: Edition) async throws(LibraryError) {
        guard let channels = try await channels(of: edition) else { return }
        let now = context.now()
        try await context.writeAndNotify(.refetchable) { transaction in
            try TopicWriter(transaction: transaction, now: now).updateChannels(of: edition.id, channels)
        }
    }

    /// Nil for an edition without topics.
    func channels(of edition: Edition) async throws(LibraryError) -> TopicChannels? {
        guard let options = edition.topics else { return nil }
        return TopicChannels(options: options, capability: await source(of: options.service)?.topics)
    }

    /// Nil without a key.
    private func source(of service: ServiceAddress?) async -> (any Source)? {
        guard let service, await ServiceKeyService(context: context).key(for: service.site) != nil else { return nil }
        return context.sources.source(of: service.kind, at: service.site)
    }

    // MARK: Publishers

    /// The publishers that can be chosen: those of the shelves, and, while there is a key, those that the service lists,
    /// which are stored.
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

    /// Fetches the service's list of publishers, if it has not been fetched for a week and there is a key; one request.
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

/// A topic of a reader.
public struct FollowedTopic: Sendable, Hashable, Identifiable {
    public var id: TopicID
    public var subject: TopicSubject
    public var section: SectionID
}

/// A publisher that a reader can choose, with what is known of it.
public struct ListedPublisher: Sendable, Hashable {
    public var publisher: NewsPublisher
    public var category: NewsCategory?
    /// BCP 47.
    public var language: String?
    /// ISO 3166-1 alpha-2, lower case.
    public var country: String?
}
