import News

/// Counts a round's results. Invariant: each channel once.
actor RefreshCounter {
    private(set) var summary = RefreshSummary()
    private(set) var counted: Set<Int64> = []
    private let countsChannels: Bool

    /// - Parameter countsChannels: the loop needs only errors.
    init(countsChannels: Bool = true) { self.countsChannels = countsChannels }

    func add(_ outcome: RefreshOutcome, channel: Int64, title: String) {
        guard countsChannels, counted.insert(channel).inserted else { return }
        summary.fetched += 1
        switch outcome {
        case .succeeded(let new, _) where new > 0:
            summary.new += 1
            summary.newStories += new
        case .succeeded(_, let changed) where changed > 0: summary.changed += 1
        case .succeeded: summary.unchanged += 1
        case .failed(.busy(_)): summary.waiting += 1
        case .failed: summary.failed.append(.init(title: title, message: outcome.message))
        }
    }

    /// Counts a result of another worker or process.
    func add(_ refresh: ConcurrentRefreshes.ExternalRefresh) -> Bool {
        guard counted.insert(refresh.channel).inserted else { return false }
        summary.fetched += 1
        switch refresh.entry.outcome {
        case "new":
            summary.new += 1
            summary.newStories += refresh.entry.newStories
        case "changed": summary.changed += 1
        case "unchanged": summary.unchanged += 1
        case "busy": summary.waiting += 1
        default: summary.failed.append(.init(title: refresh.title, message: refresh.entry.message))
        }
        return true
    }

    /// Includes back-offs of this round.
    func addSkipped(_ rest: SkippedChannels) {
        summary.waiting = max(summary.waiting, rest.waiting)
        (summary.notYetFetched, summary.notYetFetchedUntil) = (rest.notYetFetched, rest.notYetFetchedUntil)
    }

    func takeError() -> LibraryError? {
        defer { summary.error = nil }
        return summary.error
    }

    func recordError(_ error: LibraryError) { summary.error = summary.error ?? error }
}
