import News

/// Adds up one round of refreshing. Invariant: every channel that was asked is counted once.
actor Tally {
    private(set) var summary = RefreshSummary()

    func add(_ outcome: Outcome, title: String) {
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

    func stop(_ trouble: LibraryError) { summary.trouble = summary.trouble ?? trouble }
}
