import Foundation
import Hummingbird
import Library
import News

/// What an open page asks now and then: has anything come, how is the updating going. Rows never move by it.
struct LiveNews: Encodable {
    let revision: Int64
    /// Stories that came after the newest one the page knows.
    let arrived: Int
    let lastAskedAt: Int64?
    let isUpdating: Bool
    let waiting: Int
    let total: Int
    /// "12 of 14 feeds could not be read", when most could not.
    let failing: String?
    /// "12 of 40 feeds in, 2 refused", while the first round runs.
    let arriving: String?

    init(for visit: Visit) async throws(LibraryError) {
        let status = try await visit.library.refreshing.status(for: visit.reader)
        let after = visit.query.number("after").map(StoryID.init(rawValue:))
        arrived =
            if let after { try await visit.library.stories.arrived(since: after, for: visit.reader) } else { 0 }
        revision = visit.library.revision(for: visit.reader)
        lastAskedAt = status.lastAskedAt.map { Int64($0.timeIntervalSince1970 * 1000) }
        isUpdating = status.isUpdating
        waiting = status.waiting
        total = status.total
        failing = StatusLine.failing(status)
        arriving = status.firstRun.map(Words.arriving)
    }
}
