/// The cleaner's rules as a whole.
public struct CleaningRules: Sendable {
    /// Grows whenever the same input may come out different, so that kept stories can be cleaned again.
    public static let version = 2
}
