import Foundation
public import News

/// A service that synchronises, refreshes and reads editions other than `mine`.
public struct EditionService: Sendable {
    let context: LibraryContext

    /// A section with its channels.
    public struct SectionDetails: Sendable, Identifiable {
        /// The ID of the section.
        public var id: SectionID
        /// The title of the section.
        public var title: String
        /// The channels of the section, each with its state in `mine` (followed or not).
        public var channels: [Subscription]
        /// The number of unread stories.
        public var unread: BoundedCount
    }

    /// Synchronises the database with the edition files, without fetching.
    /// - Parameter kept: the editions whose files are unreadable; they are not removed.
    public func synchronize(_ editions: [Edition], keeping kept: Set<EditionID> = []) async throws(LibraryError) {
        let now = context.now()
        var topics: [EditionID: TopicChannelResolver] = [:]
        for edition in editions { topics[edition.id] = try await TopicService(context: context).channels(of: edition) }
        try await context.writeAndNotify(.refetchable) { [topics] transaction in
            let store = EditionStore(transaction: transaction, now: now)
            let topicWriter = TopicWriter(transaction: transaction, now: now)
            for edition in editions where edition.id != .mine {
                try store.save(edition)
                if let channels = topics[edition.id] {
                    try topicWriter.updateChannels(of: edition.id, channels)
                } else {
                    try topicWriter.removeTopics(of: edition.id)
                }
            }
            try store.removeEditions(except: kept.union(editions.map(\.id)))
            try store.unscheduleUnusedChannels()
        }
    }

    /// Requests the refreshes that are due when a front page or a section is shown. The first call subscribes the
    /// reader, which schedules the channels; later calls request a refresh of stale channels.
    /// - Parameter section: the shown section; nil for the front page.
    public func refreshIfStale(
        _ edition: EditionID, section: SectionID? = nil, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        let channels = try await context.database.read { transaction in
            try StaleChannelQuery(transaction: transaction, reader: reader.rawValue, now: now)
                .channelsToRefresh(edition, section: section?.rawValue)
        }
        if !channels.inactive.isEmpty {
            try await context.writeAndNotify(.refetchable) { transaction in
                try EditionStore(transaction: transaction, now: now).subscribe(
                    channels.inactive, reader: reader.rawValue)
            }
        }
        guard !channels.stale.isEmpty else { return }
        _ = try await ChannelRefreshService(context: context).requestRefresh(
            channels.stale.map(ChannelID.init(rawValue:)), reason: .viewed, for: reader)
    }

    /// Requests an immediate refresh of all channels of an edition.
    public func requestRefresh(of edition: EditionID, for reader: ReaderID) async throws(LibraryError)
        -> DueMarkerResult
    {
        try await refreshIfStale(edition, for: reader)
        let now = context.now()
        let channels = try await context.database.read { transaction in
            try EditionStore(transaction: transaction, now: now).channels(of: edition, for: reader.rawValue)
        }
        return try await ChannelRefreshService(context: context).requestRefresh(
            channels.map(ChannelID.init(rawValue:)), reason: .manual, for: reader)
    }

    /// Returns the sections in order. The channels of a section are empty until the reader opens the edition.
    public func sections(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [SectionDetails] {
        let now = context.now()
        return try await context.database.read { transaction in
            let store = EditionStore(transaction: transaction, now: now)
            let subscriptionQuery = SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue)
            let keptBack = try KeptBackFilter(of: edition, for: reader.rawValue, transaction)
            return try store.sections(of: edition, for: reader.rawValue).map { section in
                let channels = try store.channels(
                    of: edition, section: section.id, for: reader.rawValue
                ).compactMap { try subscriptionQuery.find($0) }
                return SectionDetails(
                    id: SectionID(rawValue: section.id), title: section.title, channels: channels,
                    unread: try counts.count(in: .section(section.id).keepingBack(keptBack)))
            }
        }
    }

    /// Returns the health of an edition's origins.
    public func health(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> EditionHealth {
        let now = context.now()
        return try await context.database.read { transaction in
            try StaleChannelQuery(transaction: transaction, reader: reader.rawValue, now: now).health(of: edition)
        }
    }

    /// Returns the number of unread stories in an edition; for `mine`, in all followed channels.
    public func unread(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> BoundedCount {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), for: reader.rawValue, transaction)
            return try UnreadCountQuery(transaction: transaction, reader: reader.rawValue).count(in: scope)
        }
    }
}
