/// How a channel is doing, in one word.
public enum HealthState: String, Sendable, CaseIterable {
    /// Was never asked.
    case new
    case fine
    /// Its origin asked us to wait.
    case waiting
    /// The last request failed.
    case failing
    /// Its origin took it away for good; it is not asked any more.
    case gone
    /// Nobody wants it asked.
    case paused
}
