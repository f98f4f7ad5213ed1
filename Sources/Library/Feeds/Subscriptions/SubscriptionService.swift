public import News
import URLs

/// Reads and changes a reader's subscriptions and folders.
public struct SubscriptionService: Sendable {
    let context: LibraryContext

    /// Returns the folders in order, then *Other* unless empty; subscriptions are sorted by title.
    public func folders(for reader: ReaderID) async throws(LibraryError) -> [Folder] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).folders()
        }
    }

    /// Returns the subscription of a channel.
    /// - Throws: `.notThere` if the channel is neither followed nor in an edition.
    public func one(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(channel.rawValue)
        }
    }

    /// Finds subscriptions by ID, address or title; exact matches exclude others.
    public func find(_ text: String, for reader: ReaderID) async throws(LibraryError) -> [Subscription] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).matching(text)
        }
    }

    /// Returns the feeds that this reader has followed, and those of editions, in no order.
    public func knownFeeds(for reader: ReaderID) async throws(LibraryError) -> [KnownFeed] {
        try await context.database.read { transaction in
            try KnownFeedQuery(transaction: transaction, reader: reader.rawValue).feeds()
        }
    }

    /// Follows a discovered channel and makes it due at once.
    /// - Parameter folder: the folder's title, created if missing; nil for none.
    /// - Throws: `.alreadyThere` if the channel is followed already.
    @discardableResult
    public func follow(
        _ found: DiscoveredChannel, folder: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            let channel = try writer.follow(found, folder: folder)
            return try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(channel)
        }
    }

    /// Follows a known channel and keeps its read state.
    /// - Throws: `.alreadyThere` if the channel is followed already, `.notThere` if there is none.
    @discardableResult
    public func follow(
        _ channel: ChannelID, folder: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            try writer.follow(channel.rawValue, folder: folder)
            return try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(
                channel.rawValue)
        }
    }

    /// Unfollows a channel; its stories and marks stay for the retention period. `MarkService.undo` reverts it.
    /// - Throws: `.notThere` if the channel is not followed.
    public func unfollow(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.unfollow([channel.rawValue])
        }
    }

    /// Sets the reader's own title of a channel; nil or empty restores the origin's title.
    /// - Throws: `.notThere` if the channel is not followed.
    public func rename(
        _ channel: ChannelID, to title: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        let title = title.flatMap { LineNormalizer.normalize($0) }
        try await edit(reader) { try $0.rename(channel.rawValue, to: title) }
    }

    /// Moves a channel to a folder, created if missing; nil for none.
    /// - Throws: `.notThere` if the channel is not followed.
    public func move(
        _ channel: ChannelID, to folder: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        try await edit(reader) { try $0.move(channel.rawValue, to: folder) }
    }

    /// Sets whether the channel's stories show the full text of their pages, for all readers.
    /// - Throws: `.notThere` if the reader has no subscription of the channel.
    public func setFullText(
        of channel: ChannelID, _ choice: FullTextChoice, for reader: ReaderID
    ) async throws(LibraryError) {
        _ = try await context.writeAndNotify { transaction in
            let changed = try transaction.run(
                """
                update channel set full_text_choice = ? where id = ?
                  and exists (select 1 from subscription u where u.channel_id = channel.id and u.reader_id = ?)
                """, [.text(choice.rawValue), .number(channel.rawValue), .number(reader.rawValue)])
            guard changed == 1 else { throw LibraryError.notThere }
        }
    }

    /// Renames a folder.
    /// - Throws: `.notThere`; `.alreadyThere` for a used title; `.invalid` for an empty one.
    public func renameFolder(
        _ folder: SectionID, to title: String, for reader: ReaderID
    ) async throws(LibraryError) {
        guard let title = LineNormalizer.normalize(title) else { throw .invalid(why: "A folder needs a title.") }
        try await edit(reader) { try $0.folders.rename(folder.rawValue, to: title) }
    }

    /// Puts folders in order; those that are not named follow in the order they had.
    /// - Throws: `.notThere` if one is not a folder of the reader.
    public func orderFolders(_ folders: [SectionID], for reader: ReaderID) async throws(LibraryError) {
        try await edit(reader) { try $0.folders.order(folders.map(\.rawValue)) }
    }

    /// Removes a folder and moves its channels to *Other*.
    /// - Throws: `.notThere`.
    public func removeFolder(_ folder: SectionID, for reader: ReaderID) async throws(LibraryError) {
        try await edit(reader) { try $0.folders.remove(folder.rawValue) }
    }

    /// Follows a list of feeds. Twenty are due at once, of different hosts if possible; the others are spread by host
    /// and time.
    public func importOutlines(
        _ feeds: [ImportedFeed], for reader: ReaderID
    ) async throws(LibraryError) -> ImportReport {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            try SubscriptionImporter(writer: try SubscriptionWriter(transaction, reader: reader.rawValue, now: now))
                .importFeeds(feeds)
        }
    }

    private func edit(
        _ reader: ReaderID, _ work: @escaping @Sendable (SubscriptionWriter) throws -> Void
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try work(try SubscriptionWriter(transaction, reader: reader.rawValue, now: now))
        }
    }
}
