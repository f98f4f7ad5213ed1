public import Foundation
public import News

/// What is being asked, what is due, and why.
public struct RefreshingDesk: Sendable {
    let house: House

    /// How an edition's channels stand, for the status line; of `mine`, the reader's subscriptions.
    public func status(
        for reader: ReaderID, of edition: EditionID = .mine
    ) async throws(LibraryError) -> RefreshStatus {
        let now = house.now()
        return try await house.store.read { session in
            let scope = try Scope(.within(edition, .everything), session)
            let directory = try EditionRecords(session: session, now: now).directory(of: edition)
            return try StatusReading(
                session: session, reader: reader.rawValue, now: now, scope: scope, directory: directory
            ).status()
        }
    }

    /// Makes channels due now, as far as that is allowed; the refresher does the asking.
    /// - Parameters:
    ///   - channels: nil for all that the reader follows.
    ///   - leastInterval: since the channel was asked last; nil for the house's bound on a person's own refreshes.
    public func requestRefresh(
        _ channels: [ChannelID]?, reason: RefreshReason, for reader: ReaderID, leastInterval: Duration? = nil
    ) async throws(LibraryError) -> RefreshRequest {
        let now = house.now()
        let least = leastInterval ?? house.bounds.asked
        return try await house.change(.refetchable) { session in
            let wishes = RefreshWishes(session: session, reader: reader.rawValue, now: now, least: least)
            return try wishes.make(channels?.map(\.rawValue), reason: reason)
        }
    }

    /// A channel's own list is being shown: its origin is asked when the freshness of its last answer has run out, as
    /// the origin itself names it, else after the least interval (decision 10). However many readers look, it is asked
    /// once; one that fails, is gone or asked us to wait keeps to its schedule.
    public func listAppeared(_ channel: ChannelID, for reader: ReaderID) async throws(LibraryError) {
        let now = house.now()
        let isStale = try await house.store.read { session in
            try session.number(
                """
                select 1 from channel where id = ? and state = 'fine' and fresh_until <= ? and claimed_until <= ?
                  and due_at > ?
                """, [.number(channel.rawValue), .instant(now), .instant(now), .instant(now)]) != nil
        }
        guard isStale else { return }
        _ = try await requestRefresh([channel], reason: .appeared, for: reader)
    }

    /// Every host that asked to be left alone, with its port unless that is the web's usual one, and until when.
    public func peace() async throws(LibraryError) -> [String: Date] {
        let (now, bounds) = (house.now(), house.bounds)
        return try await house.store.read { session in
            try HostWait(session: session, now: now, bounds: bounds).all()
        }
    }

    /// A host asked to be left alone, whatever it was asked for: that binds all its channels.
    public func keepPeace(with host: String, until: Date) async throws(LibraryError) {
        let (now, bounds) = (house.now(), house.bounds)
        try await house.change(.refetchable) { session in
            try HostWait(session: session, now: now, bounds: bounds).begin(host, until: until)
        }
    }

    /// A channel's log, newest first.
    public func decisions(
        of channel: ChannelID, limit: Int = 20
    ) async throws(LibraryError) -> [RefreshDecision] {
        try await house.store.read { session in
            try session.all(
                """
                select at, reason, outcome, words, new_stories, took, status from refresh_decision
                where channel_id = ? order by id desc limit ?
                """, [.number(channel.rawValue), .number(max(0, limit))]
            ) {
                RefreshDecision(
                    at: $0.instant(), reason: $0.optionalWords().flatMap(RefreshReason.init(rawValue:)),
                    outcome: $0.words(), words: $0.words(), newStories: $0.int(), tookMilliseconds: $0.int(),
                    status: $0.optionalInt())
            }
        }
    }
}
