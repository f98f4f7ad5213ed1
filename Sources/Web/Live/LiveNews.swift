import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// What an open page asks now and then: has anything come, how is the updating going. Rows never move by it.
struct LiveNews: Encodable {
    let revision: Int64
    /// Stories that came after the newest one the page knows.
    let arrived: Int
    /// The last time an origin answered.
    let updatedAt: Int64?
    /// The last round, in words, where nobody answered it.
    let failed: String?
    let isUpdating: Bool
    let waiting: Int
    /// The same in words, where it is said.
    let waitingWords: String?
    let total: Int
    /// "12 of 14 feeds could not be read", when most could not.
    let failing: String?
    /// "12 of 40 feeds in, 2 refused", while the first round runs.
    let arriving: String?
    /// Whether the feed that the page waits for has answered, with stories or with trouble.
    let hasAnswered: Bool?

    init(for visit: Visit) async throws(LibraryError) {
        let named = visit.query["edition"].map(EditionID.init(rawValue:))
        let edition = visit.house.editions.first { $0.id == named } ?? visit.edition
        // An open page that has not asked for long, or is on the air again, is looked at anew.
        if let list = visit.query["appeared"].flatMap({ StoryList(code: $0) }) {
            try await Appearing(visit: visit.seen(in: edition)).note(list)
        }
        let status = try await visit.library.refreshing.status(for: visit.reader, of: edition.id)
        let after = visit.query.id("after").map(StoryID.init(rawValue:))
        arrived =
            if let after {
                try await visit.library.stories.arrived(since: after, for: visit.reader, in: edition.id)
            } else { 0 }
        revision = visit.library.revision(for: visit.reader)
        updatedAt = status.lastAnsweredAt.map { Int64(saturating: $0.timeIntervalSince1970 * 1000) }
        failed = status.hasFailed ? Words.notUpdated(edition, status.trouble) : nil
        isUpdating = status.isUpdating
        waiting = status.waiting
        waitingWords = StatusLine.waiting(status, of: edition)
        total = status.total
        failing = StatusLine.failing(status, of: edition)
        arriving = status.firstRun.map(Words.arriving)
        hasAnswered =
            if let channel = visit.query.id("channel").map(ChannelID.init(rawValue:)) {
                try await visit.library.subscriptions.one(channel, for: visit.reader).health.state != .new
            } else { nil }
    }
}
