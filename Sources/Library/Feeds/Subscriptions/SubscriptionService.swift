public import Markup
public import News

/// A reader's subscriptions and folders.
public struct SubscriptionService: Sendable {
    let context: LibraryContext

    /// Folders in the reader's order, then *Other* (id 0) unless empty; subscriptions sorted by title.
    public func folders(for reader: ReaderID) async throws(LibraryError) -> [Folder] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).folders()
        }
    }

    /// - Throws: `.notThere` when the reader neither follows the channel nor reads it through an edition.
    public func one(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(channel.rawValue)
        }
    }

    /// Finds subscriptions by id, address or title, for the command line. An exact match excludes all others.
    public func find(_ text: String, for reader: ReaderID) async throws(LibraryError) -> [Subscription] {
        let now = context.now()
        return try await context.database.read { transaction in
            try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).matching(text)
        }
    }

    /// Follows a discovered channel. It is due at once; its stories come with its first refresh.
    /// - Parameters:
    ///   - folder: a folder's title, created if it is missing; nil for none.
    ///   - title: the reader's own title.
    /// - Throws: `.alreadyThere` when the reader follows it.
    @discardableResult
    public func follow(
        _ found: DiscoveredChannel, folder: String? = nil, title: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            let channel = try writer.follow(found, folder: folder, title: title)
            return try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(channel)
        }
    }

    /// Follows an address without metadata.
    @discardableResult
    public func follow(
        _ kind: SourceKind, at address: WebAddress, folder: String? = nil, title: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        try await follow(
            DiscoveredChannel(kind: kind, address: address, metadata: ChannelMetadata()), folder: folder, title: title,
            for: reader)
    }

    /// Follows a known channel, such as one of an edition: its stories' read state stays.
    /// - Throws: `.alreadyThere` when the reader follows it; `.notThere` when there is no such channel.
    @discardableResult
    public func follow(
        _ channel: ChannelID, folder: String? = nil, title: String? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Subscription {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            try writer.follow(channel.rawValue, folder: folder, title: title)
            return try SubscriptionQuery(transaction: transaction, reader: reader.rawValue, now: now).one(
                channel.rawValue)
        }
    }

    /// Unfollows a channel. Stories and marks are kept for the retention period; `MarkService.undo` reverts it.
    /// - Throws: `.notThere` when the reader does not follow the channel.
    public func unfollow(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            let writer = try SubscriptionWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.unfollow([channel.rawValue])
        }
    }

    /// Sets the reader's own title.
    /// - Parameter title: nil or empty for the origin's.
    /// - Throws: `.notThere`.
    public func rename(
        _ channel: ChannelID, to title: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        let title = title.flatMap { TitleNormalizer.normalize($0) }
        try await edit(reader) { try $0.rename(channel.rawValue, to: title) }
    }

    /// Moves a channel to a folder.
    /// - Parameter folder: a folder's title, created if it is missing; nil for none.
    /// - Throws: `.notThere`.
    public func move(
        _ channel: ChannelID, to folder: String?, for reader: ReaderID
    ) async throws(LibraryError) {
        try await edit(reader) { try $0.move(channel.rawValue, to: folder) }
    }

    /// Sets whether a channel's stories are shown with the full text of their pages. Applies to all readers, as full
    /// texts are shared.
    /// - Throws: `.notThere` when the reader does not follow the channel.
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
    /// - Throws: `.notThere`; `.alreadyThere` when another folder has that title; `.invalid` for an empty one.
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

    /// Moves a folder within the reader's order.
    /// - Parameter position: 0 for the first; beyond the last means last.
    /// - Throws: `.notThere`.
    public func moveFolder(
        _ folder: SectionID, to position: Int, for reader: ReaderID
    ) async throws(LibraryError) {
        try await edit(reader) { try $0.folders.move(folder.rawValue, to: position) }
    }

    /// Follows a list in one transaction. The first twenty are due at once, of different hosts where possible; the
    /// others are spread by host and time, so that thousands are not fetched together.
    public func importOutlines(
        _ feeds: [ImportedFeed], for reader: ReaderID
    ) async throws(LibraryError) -> ImportReport {
        let now = context.now()
        return try await context.writeAndNotify { transaction in
            try SubscriptionImporter(writer: try SubscriptionWriter(transaction, reader: reader.rawValue, now: now))
                .importFeeds(feeds)
        }
    }

    /// The folders and subscriptions for an OPML export.
    public func exportOutlines(for reader: ReaderID) async throws(LibraryError) -> [Folder] {
        try await folders(for: reader)
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
