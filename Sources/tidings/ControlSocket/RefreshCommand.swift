import Foundation
import Library

/// What a command asks of a running server over the control socket.
struct RefreshCommand: Codable, Sendable {
    /// Only these channels; nil is everything that is due.
    var channels: [Int64]?
    var reason: String
}

/// One line of progress, as it travels over the socket (a line of JSON each).
struct ProgressLine: Codable, Sendable {
    /// How many there are to ask; with the first line.
    var total: Int?
    /// A feed that has been asked.
    var title: String?
    var words: String?
    /// Present in the last line.
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

/// How a refresh ended: what is printed, and what `--json` gives.
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
    /// Of those that were asked: how many answered.
    var answered: Int
    /// Feeds of a new list that are not due yet, and until when.
    var unread: Int
    var unreadUntil: Date?
    /// Why it stopped early, as a sentence; nil when it did not.
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

    /// Nobody was asked, and nobody waits to be.
    var isIdle: Bool { asked == 0 && waiting == 0 && unread == 0 }

    /// Nobody who was asked answered; or, where feeds were named, none of them may be asked now.
    func gotNoResponse(isNamed: Bool) -> Bool {
        asked > 0 ? answered == 0 : isNamed && waiting > 0
    }
}
