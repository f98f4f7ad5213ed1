/// What kind of failure it was. Raw values are stored, and printed with `--json`.
public enum FailureCode: String, Sendable, Hashable, CaseIterable, Codable {
    case notThere = "not-there", gone, refused, busy, signInNeeded = "sign-in", unreadable, unreachable
    case notAllowed = "not-allowed", keyNeeded = "key"
    /// Two runs ended while they fetched it (decision 15).
    case crashed
}
