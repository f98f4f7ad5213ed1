import Foundation
import Library

/// Asks a running server to refresh, over the control socket.
struct RefreshCommand: Codable, Sendable {
    /// The channels; nil for all that are due.
    var channels: [Int64]?
    var reason: String
}

/// One step of progress; sent over the socket as a line of JSON.
struct ProgressLine: Codable, Sendable {
    /// How many channels will be fetched; in the first line.
    var total: Int?
    /// The feed that was fetched, and the result.
    var title: String?
    var words: String?
    /// In the last line.
    var report: RefreshReport?

    init(report: RefreshReport) { self.report = report }

    init(_ event: RefreshEvent) {
        switch event {
        case .started(let total): self.total = total
        case .fetching: break
        case .finished(_, let title, _, _, let words):
            self.title = title
            self.words = words
        case .done: break
        }
    }
}

/// The result of a refresh: printed, and the output of `--json`.
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
    /// How many of those fetched succeeded.
    var answered: Int
    /// Imported feeds that have not been fetched yet, and when the last of them will be.
    var unread: Int
    var unreadUntil: Date?
    /// Why it stopped early; nil when it did not.
    var trouble: String?

    init(_ summary: RefreshSummary) {
        asked = summary.fetched
        newStories = summary.newStories
        withNews = summary.new
        unchanged = summary.unchanged
        waiting = summary.waiting
        answered = summary.new + summary.changed + summary.unchanged
        (unread, unreadUntil) = (summary.notYetFetched, summary.notYetFetchedUntil)
        failed = summary.failed.map { Failure(title: $0.title, why: $0.words) }
        trouble = summary.error?.userMessage
    }

    /// Whether nothing was fetched and nothing is waiting.
    var isIdle: Bool { asked == 0 && waiting == 0 && unread == 0 }

    /// Whether every fetch failed or, when feeds were named, all of them are in a back-off.
    func gotNoResponse(isNamed: Bool) -> Bool {
        asked > 0 ? answered == 0 : isNamed && waiting > 0
    }
}
