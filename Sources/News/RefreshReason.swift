/// The reason why content is fetched.
public enum RefreshReason: String, Sendable, Codable {
    /// The fetch is scheduled.
    case due
    /// The content is shown and no longer fresh.
    case viewed = "appeared"
    /// A person has requested the fetch.
    case manual = "asked"
    /// A hub has sent the content; nothing is fetched.
    case pushed
}
