import News

/// Adds up one round of refreshing. Invariant: every channel that was asked is counted once.
actor Tally {
    private(set) var summary = RefreshSummary()
    private(set) var done: Set<Int64> = []
    private let isKept: Bool

    /// - Parameter isKept: false for a loop without end, which only wants to hear of trouble.
    init(isKept: Bool = true) { self.isKept = isKept }

    func add(_ outcome: Outcome, channel: Int64, title: String) {
        guard isKept, done.insert(channel).inserted else { return }
        summary.asked += 1
        switch outcome {
        case .answered(let new, _) where new > 0:
            summary.new += 1
            summary.newStories += new
        case .answered(_, let changed) where changed > 0: summary.changed += 1
        case .answered: summary.unchanged += 1
        case .failed(.busy(_)): summary.waiting += 1
        case .failed: summary.failed.append(.init(title: title, words: outcome.words))
        }
    }

    /// Counts what another hand did.
    func add(_ deed: OtherHands.Deed) -> Bool {
        guard done.insert(deed.channel).inserted else { return false }
        summary.asked += 1
        switch deed.decision.outcome {
        case "new":
            summary.new += 1
            summary.newStories += deed.decision.newStories
        case "changed": summary.changed += 1
        case "unchanged": summary.unchanged += 1
        case "busy": summary.waiting += 1
        default: summary.failed.append(.init(title: deed.title, words: deed.decision.words))
        }
        return true
    }

    /// What was not asked: with those that answered so in this round.
    func note(_ rest: LeftAlone) {
        summary.waiting = max(summary.waiting, rest.waiting)
        (summary.unread, summary.unreadUntil) = (rest.unread, rest.unreadUntil)
    }

    func takeTrouble() -> LibraryError? {
        defer { summary.trouble = nil }
        return summary.trouble
    }

    func stop(_ trouble: LibraryError) { summary.trouble = summary.trouble ?? trouble }
}
