import News

/// Counts the results of a round. Invariant: each channel is counted once.
actor RefreshCounter {
    private(set) var summary = RefreshSummary()
    private(set) var counted: Set<Int64> = []
    private let countsChannels: Bool

    /// - Parameter countsChannels: false for the loop, which needs only errors.
    init(countsChannels: Bool = true) { self.countsChannels = countsChannels }

    /// Counts a result, also of another worker or process; returns false if the channel was counted before.
    @discardableResult
    func add(_ refresh: ChannelRefresh) -> Bool {
        guard countsChannels, counted.insert(refresh.channel.rawValue).inserted else { return false }
        summary.fetched += 1
        switch refresh.outcome {
        case .succeeded(let new, _) where new > 0:
            summary.new += 1
            summary.newStories += new
        case .succeeded(_, let changed) where changed > 0: summary.changed += 1
        case .succeeded: summary.unchanged += 1
        case .failed(let failure) where failure.code == .busy: summary.waiting += 1
        case .failed: summary.failed.append(refresh)
        }
        return true
    }

    /// Adds the channels that were not fetched; `waiting` includes back-offs that began in this round.
    func addSkipped(_ rest: SkippedChannelCounts) {
        summary.waiting = max(summary.waiting, rest.waiting)
        (summary.notYetFetched, summary.notYetFetchedUntil) = (rest.notYetFetched, rest.notYetFetchedUntil)
    }

    func takeError() -> LibraryError? {
        defer { summary.error = nil }
        return summary.error
    }

    func recordError(_ error: LibraryError) { summary.error = summary.error ?? error }
}
