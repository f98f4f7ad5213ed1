import Foundation
import Library

/// Asks a running server to refresh.
struct RefreshRequest: Codable, Sendable {
    /// Nil for all due.
    var channels: [Int64]?
    var reason: String
}

/// A progress step, sent as a line of JSON.
struct ProgressLine: Codable, Sendable {
    /// In the first line.
    var total: Int?
    var title: String?
    var words: String?
    /// In the last line.
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

/// A refresh's result, also the output of `--json`.
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
    /// Successful fetches.
    var answered: Int
    /// Imported feeds not fetched yet, and when the last will be.
    var unread: Int
    var unreadUntil: Date?
    /// Why it stopped early, if it did.
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

    /// Whether all failed, or all named feeds are in a back-off.
    func gotNoResponse(isNamed: Bool) -> Bool {
        asked > 0 ? answered == 0 : isNamed && waiting > 0
    }
}
