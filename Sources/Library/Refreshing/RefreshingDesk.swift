public import News

/// What is being asked, what is due, and why.
public struct RefreshingDesk: Sendable {
    let house: House

    /// How the reader's subscriptions stand, for the status line.
    public func status(for reader: ReaderID) async throws(LibraryError) -> RefreshStatus {
        let now = house.now()
        return try await house.store.read { session in
            try StatusReading(session: session, reader: reader.rawValue, now: now).status()
        }
    }

    /// Makes channels due now, as far as that is allowed; the refresher does the asking.
    /// - Parameters:
    ///   - channels: nil for all that the reader follows.
    ///   - leastInterval: since the channel was asked last; a person's own refresh waits 60 s.
    public func requestRefresh(
        _ channels: [ChannelID]?, reason: RefreshReason, for reader: ReaderID,
        leastInterval: Duration = PollingBounds.standard.asked
    ) async throws(LibraryError) -> RefreshRequest {
        let now = house.now()
        return try await house.change { session in
            let wishes = RefreshWishes(session: session, reader: reader.rawValue, now: now, least: leastInterval)
            return try wishes.make(channels?.map(\.rawValue), reason: reason)
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
