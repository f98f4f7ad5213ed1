import Foundation
import News

/// Limits for threads.
struct DiscussionPolicy: Sendable {
    let fetching = FetchPolicy(
        timeout: .seconds(90), leaseDuration: .seconds(120), manualMinimum: .seconds(60), retryDelay: .seconds(30),
        defaultFreshness: .seconds(300),
        freshnessRange: .zero ... .seconds(86_400))  // bounded: constants
    /// Per story.
    let maxComments = 20_000
    /// A failure lasts after this many in a row, and this long after the last response.
    private let lastingFailures = 3
    private let lastingTime = Duration.seconds(86_400)

    /// - Parameter answeredAt: the last response.
    func lastingFailure(_ state: FetchState, since answeredAt: Date?, at now: Date) -> FailureCause? {
        guard state.failures >= lastingFailures, let answeredAt,
            answeredAt.addingTimeInterval(lastingTime.seconds) <= now
        else { return nil }
        return state.failure?.cause
    }
}
