import Foundation
import NIOHTTP1

/// The rule for how long to send no requests to a host that asks for a pause (RFC 6585 §4, RFC 9110 §10.2.3 and
/// §15.6.4).
struct BackoffPolicy: Sendable {
    /// The back-off after a response without Retry-After.
    let standard: Duration
    /// The longest honoured Retry-After, against servers' mistakes.
    let maximum: Duration

    init(_ limits: FetchLimits, standard: Duration? = nil) {
        self.standard = standard ?? limits.defaultBackoff
        maximum = limits.maxBackoff
    }

    /// Returns the end of the back-off: after 429 and the request's own statuses always, after 503 only with
    /// Retry-After; nil if the response asks for none.
    func end(status: Int, headers: HTTPHeaders, requestStatuses: Set<Int>, now: Date) -> Date? {
        let retryAfter = Freshness.retryAfter(headers, now: now, atMost: maximum)
        if status == 429 || requestStatuses.contains(status) {
            return retryAfter ?? now.addingTimeInterval(standard.seconds)
        }
        return status == 503 ? retryAfter : nil
    }
}
