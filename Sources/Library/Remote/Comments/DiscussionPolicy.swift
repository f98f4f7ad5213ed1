/// Limits for threads.
struct DiscussionPolicy: Sendable {
    let fetching = FetchPolicy(
        timeout: .seconds(90), leaseDuration: .seconds(120), manualMinimum: .seconds(60), retryDelay: .seconds(30),
        defaultFreshness: .seconds(300),
        freshnessRange: .zero ... .seconds(86_400))  // bounded: constants
    /// Per story.
    let maxComments = 20_000
}
