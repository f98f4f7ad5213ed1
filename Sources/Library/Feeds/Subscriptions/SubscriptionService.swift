public import News
import URLs

/// Subscriptions and folders.
public struct SubscriptionService: Sendable {
    let context: LibraryContext

    /// In order, then *Other* unless empty; subscriptions by title.
    public func folders(for reader: ReaderID) async throws(LibraryError) -> [Folder] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).folders()
        }
    }

    /// - Throws: `.notThere` if neither followed nor in an edition.
    public func one(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(channel.rawValue)
        }
    }

    /// Finds by id, address or title; exact matches exclude others.
    public func find(_ text: String, for reader: ReaderID) async throws(LibraryError) -> [Subscription] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).matching(text)
        }
    }

    /// Follows a discovered channel, due at once.
    /// - Parameter folder: a title, created if missing; nil for none.
    /// - Throws: `.alreadyThere`.
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
    /// - Throws: `.alreadyThere`, `.notThere`.
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

    /// Unfollows a channel; keeps stories and marks for the retention period. `MarkService.undo` reverts it.
    /// - Throws: `.notThere`.
    public func unfollow(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.unfollow([channel.rawValue])
        }
    }

    /// Sets the reader's own title; nil or empty for the origin's.
    /// - Throws: `.notThere`.
    public func rename(
        _ channel: ChannelID, to title: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        let title = title.flatMap { TitleNormalizer.normalize($0) }
        try await edit(reader) { try $0.rename(channel.rawValue, to: title) }
    }

    /// Moves a channel to a folder, created if missing; nil for none.
    /// - Throws: `.notThere`.
    public func move(
        _ channel: ChannelID, to folder: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        try await edit(reader) { try $0.move(channel.rawValue, to: folder) }
    }

    /// Sets whether stories show their pages' full text, for all readers.
    /// - Throws: `.notThere`.
    public func setFullText(
        of channel: ChannelID, _ choice: FullTextChoice, for reader: ReaderID
    ) async throws(LibraryError) {
        _ = try await context.writeAndNotify { transaction in
            let changed = try transaction.run(
                """
                update channel set full_text = ? where id = ?
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
        guard let title = TitleNormalizer.normalize(title) else { throw .invalid(why: "A folder needs a title.") }
        try await edit(reader) { try $0.folders.rename(folder.rawValue, to: title) }
    }

    /// Removes a folder; its channels move to *Other*.
    /// - Throws: `.notThere`.
    public func removeFolder(_ folder: SectionID, for reader: ReaderID) async throws(LibraryError) {
        try await edit(reader) { try $0.folders.remove(folder.rawValue) }
    }

    /// Follows a list. Twenty are due at once, of different hosts if possible; the others are spread by host and time.
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
