import Foundation
public import News

/// The editions other than a reader's own: what they consist of, how they stand, and being looked at.
public struct EditionService: Sendable {
    let context: LibraryContext

    /// A section of an edition, with what it draws on.
    public struct SectionDetails: Sendable, Identifiable {
        public var id: SectionID
        public var key: String
        public var title: String
        /// Those that this reader follows in their own paper say so.
        public var channels: [Subscription]
        public var unread: BoundedCount
    }

    /// Brings the database in line with the editions there are. Nothing is asked for: that begins when a reader opens
    /// one.
    /// - Parameter sparing: editions whose files cannot be read at the moment; theirs is left as it is.
    public func synchronize(_ editions: [Edition], sparing: Set<EditionID> = []) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(.refetchable) { transaction in
            let store = EditionStore(transaction: transaction, now: now)
            for edition in editions where edition.id != .mine { try store.save(edition) }
            try store.removeEditions(allBut: sparing.union(editions.map(\.id)))
            try store.unscheduleUnusedChannels()
        }
    }

    /// A front page, or a section's list, is being shown. At the first time the reader begins to read the edition, and
    /// its origins are asked; from then on they are when the freshness of their last answer has run out (decision 10).
    /// What the Library has is shown in any case.
    /// - Parameter section: nil for the front page.
    public func refreshIfStale(
        _ edition: EditionID, section: SectionID? = nil, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        let appearance = try await context.database.read { transaction in
            try EditionFreshness(transaction: transaction, reader: reader.rawValue, now: now)
                .channelsToRefresh(edition, section: section?.rawValue)
        }
        if !appearance.unread.isEmpty {
            try await context.writeAndNotify(.refetchable) { transaction in
                try EditionStore(transaction: transaction, now: now).subscribe(
                    appearance.unread, reader: reader.rawValue)
            }
        }
        guard !appearance.stale.isEmpty else { return }
        _ = try await ChannelRefreshService(context: context).requestRefresh(
            appearance.stale.map(ChannelID.init(rawValue:)), reason: .viewed, for: reader)
    }

    /// A person asks for an edition's news now.
    public func requestRefresh(of edition: EditionID, for reader: ReaderID) async throws(LibraryError)
        -> RefreshRequestResult
    {
        try await refreshIfStale(edition, for: reader)
        let now = context.now()
        let channels = try await context.database.read { transaction in
            try EditionStore(transaction: transaction, now: now).channels(of: edition)
        }
        return try await ChannelRefreshService(context: context).requestRefresh(
            channels.map(ChannelID.init(rawValue:)), reason: .manual, for: reader)
    }

    /// The sections of an edition in order, with the channels each draws on. Channels come once the reader has opened
    /// the edition.
    public func sections(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [SectionDetails] {
        let now = context.now()
        return try await context.database.read { transaction in
            let store = EditionStore(transaction: transaction, now: now)
            let reading = SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let counts = try UnreadCountQuery(transaction: transaction, reader: reader.rawValue)
            return try EditionFrontPageBuilder.sections(of: edition, transaction).map { section in
                let read = try store.channels(of: edition, section: section.id).compactMap { try reading.find($0) }
                return SectionDetails(
                    id: SectionID(rawValue: section.id), key: section.key, title: section.title, channels: read,
                    unread: try counts.count(in: .section(section.id)))
            }
        }
    }

    /// How an edition's origins are doing.
    public func health(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> EditionHealth {
        let now = context.now()
        return try await context.database.read { transaction in
            try EditionFreshness(transaction: transaction, reader: reader.rawValue, now: now).health(of: edition)
        }
    }

    /// How much of an edition is unread; of `mine`, of all that is followed.
    public func unread(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> BoundedCount {
        try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), transaction)
            return try UnreadCountQuery(transaction: transaction, reader: reader.rawValue).count(in: scope)
        }
    }
}
