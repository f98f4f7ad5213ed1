/// Limits for threads.
public struct DiscussionPolicy: Sendable {
    var fetching: FetchPolicy
    /// Per story.
    public var maxComments: Int

    public static let standard = DiscussionPolicy()

    public init(
        timeout: Duration = .seconds(90), defaultFreshness: Duration = .seconds(300), maxComments: Int = 20_000
    ) {
        fetching = FetchPolicy(
            timeout: timeout, leaseDuration: .seconds(120), manualMinimum: .seconds(60), retryDelay: .seconds(30),
            defaultFreshness: defaultFreshness,
            freshnessRange: .zero ... .seconds(86_400))  // bounded: constants
        self.maxComments = max(1, maxComments)
    }
}
