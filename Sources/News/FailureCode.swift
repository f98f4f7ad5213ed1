/// The kind of a failure. The raw values are stored, and printed with `--json`.
public enum FailureCode: String, Sendable, Hashable, CaseIterable, Codable {
    case notThere = "not-there", gone, refused, busy, signInNeeded = "sign-in", unreadable, unreachable
    case notAllowed = "not-allowed", keyNeeded = "key"
    /// A fetch during which the process ended twice (decision 15).
    case crashed
}
