/// Which way a text runs.
public enum Direction: String, Sendable, Hashable, Codable {
    /// Left to right.
    case ltr
    /// Right to left.
    case rtl
}
