import Foundation
import News

/// The limits for threads.
struct DiscussionPolicy: Sendable {
    let fetching = FetchPolicy(
        timeout: .seconds(90), leaseDuration: .seconds(120), manualMinimum: .seconds(60), retryDelay: .seconds(30),
        defaultFreshness: .seconds(300),
        freshnessRange: .zero ... .seconds(86_400))  // bounded: constants
    /// The maximum number of comments per story.
    let maxComments = 20_000
    /// The number of consecutive failures after which a failure counts as lasting, if `lastingTime` has passed since
    /// the last response.
    private let lastingFailures = 3
    private let lastingTime = Duration.seconds(86_400)

    /// Returns the cause of a lasting failure; nil if the failure does not last, or no response was ever received.
    /// - Parameter answeredAt: The time of the last response.
    func lastingFailure(_ state: OnDemandFetchState, since answeredAt: Date?, at now: Date) -> FailureCause? {
        guard state.failures >= lastingFailures, let answeredAt,
            answeredAt.addingTimeInterval(lastingTime.seconds) <= now
        else { return nil }
        return state.failure?.cause
    }
}
