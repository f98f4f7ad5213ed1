import Foundation
public import News

/// Reads the refresh status and logs, and requests refreshes.
public struct ChannelRefreshService: Sendable {
    let context: LibraryContext

    /// Returns the status of an edition's channels; for `mine`, of the subscriptions.
    public func status(
        for reader: ReaderID, of edition: EditionID = .mine
    ) async throws(LibraryError) -> RefreshStatus {
        let now = context.now()
        return try await context.database.read { transaction in
            try RefreshStatusQuery(transaction, of: edition, reader: reader.rawValue, now: now).status()
        }
    }

    /// Returns the channels whose last request failed, to explain why there is nothing to show.
    /// - Parameters:
    ///   - list: a list of the edition; nil for all its channels.
    ///   - limit: the maximum number of channels returned.
    public func failures(
        for reader: ReaderID, of edition: EditionID = .mine, in list: StoryList? = nil, limit: Int = 100
    ) async throws(LibraryError) -> RefreshFailures {
        let now = context.now()
        return try await context.database.read { transaction in
            try RefreshStatusQuery(transaction, of: edition, reader: reader.rawValue, now: now)
                .failures(in: list, limit: limit)
        }
    }

    /// Makes channels due within limits.
    /// - Parameters:
    ///   - channels: the channels; nil for all followed ones.
    ///   - minimumInterval: the minimum time since the last request; nil for `manualMinimum`.
    public func requestRefresh(
        _ channels: [ChannelID]?, reason: RefreshReason, for reader: ReaderID, minimumInterval: Duration? = nil
    ) async throws(LibraryError) -> DueMarkerResult {
        let now = context.now()
        let minimum = minimumInterval ?? context.pollingPolicy.manualMinimum
        return try await context.writeAndNotify(.refetchable) { transaction in
            let requester = DueMarker(
                transaction: transaction, reader: reader.rawValue, now: now, minimumInterval: minimum)
            return try requester.request(channels?.map(\.rawValue), reason: reason)
        }
    }

    /// Makes a displayed channel due once when its last response is stale, unless it is failing, gone or in back-off.
    public func refreshIfStale(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isStale = try await context.database.read { transaction in
            try transaction.exists(
                """
                select 1 from channel where id = ? and state = '\(ChannelHealthState.fine.rawValue)'
                  and fresh_until <= ? and claimed_until <= ? and due_at > ?
                """, [.number(channel.rawValue), .date(now), .date(now), .date(now)])
        }
        guard isStale else { return }
        _ = try await requestRefresh([channel], reason: .viewed, for: reader)
    }

    /// Returns the refresh log, newest first.
    public func log(
        of channel: ChannelID, limit: Int = 20
    ) async throws(LibraryError) -> [RefreshLogEntry] {
        try await context.database.read { transaction in
            try transaction.all(
                """
                select \(RefreshLogEntry.columns) from refresh_log l where l.channel_id = ?
                order by l.id desc limit ?
                """, [.number(channel.rawValue), .number(max(0, limit))]
            ) { RefreshLogEntry($0) }
        }
    }
}
