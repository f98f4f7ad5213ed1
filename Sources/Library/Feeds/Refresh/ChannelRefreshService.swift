public import Foundation
public import News

/// Refresh status, refresh requests and logs of channels.
public struct ChannelRefreshService: Sendable {
    let context: LibraryContext

    /// The refresh status of an edition's channels; for `mine`, of the reader's subscriptions.
    public func status(
        for reader: ReaderID, of edition: EditionID = .mine
    ) async throws(LibraryError) -> RefreshStatus {
        let now = context.now()
        return try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), transaction)
            let directory = try EditionStore(transaction: transaction, now: now).directoryChannel(of: edition)
            return try RefreshStatusQuery(
                transaction: transaction, reader: reader.rawValue, now: now, scope: scope, directory: directory
            ).status()
        }
    }

    /// Makes channels due now, as far as the limits allow; the refresher does the fetching.
    /// - Parameters:
    ///   - channels: nil for all that the reader follows.
    ///   - leastInterval: since the channel's last request; nil for the policy's `manualMinimum`.
    public func requestRefresh(
        _ channels: [ChannelID]?, reason: RefreshReason, for reader: ReaderID, leastInterval: Duration? = nil
    ) async throws(LibraryError) -> RefreshRequestResult {
        let now = context.now()
        let least = leastInterval ?? context.pollingPolicy.manualMinimum
        return try await context.writeAndNotify(.refetchable) { transaction in
            let requester = RefreshRequester(
                transaction: transaction, reader: reader.rawValue, now: now, minimumInterval: least)
            return try requester.request(channels?.map(\.rawValue), reason: reason)
        }
    }

    /// Called when a channel's own list is displayed: makes it due when its last response is no longer fresh, by the
    /// origin's own freshness lifetime or else the minimum interval. However many readers view it, one request is made;
    /// a channel that fails, is gone or is in back-off keeps its schedule.
    public func refreshIfStale(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isStale = try await context.database.read { transaction in
            try transaction.number(
                """
                select 1 from channel where id = ? and state = 'fine' and fresh_until <= ? and claimed_until <= ?
                  and due_at > ?
                """, [.number(channel.rawValue), .date(now), .date(now), .date(now)]) != nil
        }
        guard isStale else { return }
        _ = try await requestRefresh([channel], reason: .viewed, for: reader)
    }

    /// All hosts in back-off, with their ports unless default, and until when.
    public func hostBackoffs() async throws(LibraryError) -> [String: Date] {
        let (now, bounds) = (context.now(), context.pollingPolicy)
        return try await context.database.read { transaction in
            try HostBackoff(transaction: transaction, now: now, policy: bounds).all()
        }
    }

    /// Records a host's back-off, whatever the request was for: it applies to all its channels.
    public func recordBackoff(with host: String, until: Date) async throws(LibraryError) {
        let (now, bounds) = (context.now(), context.pollingPolicy)
        try await context.writeAndNotify(.refetchable) { transaction in
            try HostBackoff(transaction: transaction, now: now, policy: bounds).recordBackoff(host, until: until)
        }
    }

    /// A channel's refresh log, newest first.
    public func log(
        of channel: ChannelID, limit: Int = 20
    ) async throws(LibraryError) -> [RefreshLogEntry] {
        try await context.database.read { transaction in
            try transaction.all(
                """
                select at, reason, outcome, words, new_stories, took, status from refresh_log
                where channel_id = ? order by id desc limit ?
                """, [.number(channel.rawValue), .number(max(0, limit))]
            ) {
                RefreshLogEntry(
                    at: $0.date(), reason: $0.optionalText().flatMap(RefreshReason.init(rawValue:)),
                    outcome: $0.text(), words: $0.text(), newStories: $0.int(), tookMilliseconds: $0.int(),
                    status: $0.optionalInt())
            }
        }
    }
}
