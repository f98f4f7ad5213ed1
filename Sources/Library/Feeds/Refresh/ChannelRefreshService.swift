public import Foundation
public import News

/// What is being asked, what is due, and why.
public struct ChannelRefreshService: Sendable {
    let context: LibraryContext

    /// How an edition's channels stand, for the status line; of `mine`, the reader's subscriptions.
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

    /// Makes channels due now, as far as that is allowed; the refresher does the asking.
    /// - Parameters:
    ///   - channels: nil for all that the reader follows.
    ///   - leastInterval: since the channel was asked last; nil for the house's bound on a person's own refreshes.
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

    /// A channel's own list is being shown: its origin is asked when the freshness of its last answer has run out, as
    /// the origin itself names it, else after the least interval (decision 10). However many readers look, it is asked
    /// once; one that fails, is gone or asked us to wait keeps to its schedule.
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

    /// Every host that asked to be left alone, with its port unless that is the web's usual one, and until when.
    public func hostBackoffs() async throws(LibraryError) -> [String: Date] {
        let (now, bounds) = (context.now(), context.pollingPolicy)
        return try await context.database.read { transaction in
            try HostBackoff(transaction: transaction, now: now, policy: bounds).all()
        }
    }

    /// A host asked to be left alone, whatever it was asked for: that binds all its channels.
    public func recordBackoff(with host: String, until: Date) async throws(LibraryError) {
        let (now, bounds) = (context.now(), context.pollingPolicy)
        try await context.writeAndNotify(.refetchable) { transaction in
            try HostBackoff(transaction: transaction, now: now, policy: bounds).recordBackoff(host, until: until)
        }
    }

    /// A channel's log, newest first.
    public func log(
        of channel: ChannelID, limit: Int = 20
    ) async throws(LibraryError) -> [RefreshLogEntry] {
        try await context.database.read { transaction in
            try transaction.all(
                """
                select at, reason, outcome, words, new_stories, took, status from refresh_decision
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
