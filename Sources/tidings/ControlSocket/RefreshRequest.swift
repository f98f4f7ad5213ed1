import Foundation
import Library

/// A request to a running server to refresh channels.
struct RefreshRequest: Codable, Sendable {
    /// The IDs of the channels; nil for all that are due.
    var channels: [Int64]?
    var reason: String
}

/// A progress step, sent as a line of JSON.
struct ProgressLine: Codable, Sendable {
    /// The number of channels to fetch, in the first line only.
    var total: Int?
    var title: String?
    var words: String?
    /// The result, in the last line only.
    var report: RefreshReport?

    init(report: RefreshReport) { self.report = report }

    init(_ event: RefreshEvent) {
        switch event {
        case .started(let total): self.total = total
        case .finished(let refresh):
            title = refresh.title
            words = "\(refresh.outcome)"
        }
    }
}

/// The result of a refresh, also the output of `--json`.
struct RefreshReport: Codable, Sendable {
    struct Failure: Codable, Sendable {
        var title: String
        var why: String
    }

    var asked: Int
    var newStories: Int
    var withNews: Int
    var unchanged: Int
    var waiting: Int
    var failed: [Failure]
    /// The number of successful fetches.
    var answered: Int
    /// The number of imported feeds not fetched yet, and the time of the last one's first fetch.
    var unread: Int
    var unreadUntil: Date?
    /// The reason for stopping early; nil if the refresh was complete.
    var trouble: String?

    init(_ summary: RefreshSummary) {
        asked = summary.fetched
        newStories = summary.newStories
        withNews = summary.new
        unchanged = summary.unchanged
        waiting = summary.waiting
        answered = summary.new + summary.changed + summary.unchanged
        (unread, unreadUntil) = (summary.notYetFetched, summary.notYetFetchedUntil)
        failed = summary.failed.map { Failure(title: $0.title, why: "\($0.outcome)") }
        trouble = summary.error?.userMessage
    }

    var isIdle: Bool { asked == 0 && waiting == 0 && unread == 0 }

    /// Returns true if all fetches failed, or if all named feeds are in a back-off.
    func gotNoResponse(isNamed: Bool) -> Bool {
        asked > 0 ? answered == 0 : isNamed && waiting > 0
    }
}
