/// Limits for threads.
struct DiscussionPolicy: Sendable {
    var fetching: FetchPolicy
    /// Per story.
    var maxComments: Int

    static let standard = DiscussionPolicy()

    init(
        timeout: Duration = .seconds(90), defaultFreshness: Duration = .seconds(300), maxComments: Int = 20_000
    ) {
        fetching = FetchPolicy(
            timeout: timeout, leaseDuration: .seconds(120), manualMinimum: .seconds(60), retryDelay: .seconds(30),
            defaultFreshness: defaultFreshness,
            freshnessRange: .zero ... .seconds(86_400))  // bounded: constants
        self.maxComments = max(1, maxComments)
    }
}
