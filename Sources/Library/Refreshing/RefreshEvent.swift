public import News

/// What a refresh reports while it runs.
public enum RefreshEvent: Sendable {
    /// How many channels are due.
    case started(total: Int)
    case asking(ChannelID, title: String)
    /// - Parameters:
    ///   - new: stories that were not known before.
    ///   - outcome: as in `RefreshDecision.outcome`.
    ///   - words: the outcome in plain words.
    case finished(ChannelID, title: String, new: Int, outcome: String, words: String)
    case done(RefreshSummary)
}
