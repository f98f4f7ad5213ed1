import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// What an open page asks now and then: has anything come, how is the updating going. Rows never move by it.
struct LiveStatus: Encodable {
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

    init(for scope: RequestScope) async throws(LibraryError) {
        let named = scope.query["edition"].map(EditionID.init(rawValue:))
        let edition = scope.dependencies.editions.first { $0.id == named } ?? scope.edition
        // An open page that has not asked for long, or is on the air again, is looked at anew.
        if let list = scope.query["appeared"].flatMap({ StoryList(code: $0) }) {
            try await RefreshOnView(scope: scope.scoped(in: edition)).refreshIfStale(list)
        }
        let status = try await scope.library.refreshing.status(for: scope.reader, of: edition.id)
        let after = scope.query.id("after").map(StoryID.init(rawValue:))
        arrived =
            if let after {
                try await scope.library.stories.newStoryCount(since: after, for: scope.reader, in: edition.id)
            } else { 0 }
        revision = scope.library.revision(for: scope.reader)
        updatedAt = status.lastSuccessAt.map { Int64(saturating: $0.timeIntervalSince1970 * 1000) }
        failed = status.hasFailed ? Strings.updateFailed(edition, status.lastFailure) : nil
        isUpdating = status.isUpdating
        waiting = status.waiting
        waitingWords = StatusLine.waitingText(status, of: edition)
        total = status.total
        failing = StatusLine.failureText(status, of: edition)
        arriving = status.firstRun.map(Strings.firstRunProgress)
        hasAnswered =
            if let channel = scope.query.id("channel").map(ChannelID.init(rawValue:)) {
                try await scope.library.subscriptions.one(channel, for: scope.reader).health.state != .new
            } else { nil }
    }
}

/// How much is said of the stories of an open page, which asks now and then.
struct LiveCounts: Encodable {
    let story: Int64
    let comments: Int?
    let new: Int
    let points: Int?

    /// A page shows no more rows of which anything is counted than are worth asking for.
    private static let maxStories = 120

    static func counts(for scope: RequestScope) async throws(LibraryError) -> [LiveCounts] {
        let named = (scope.query["stories"] ?? "").split(separator: ",").prefix(maxStories).compactMap {
            UntrustedInteger($0)?.id
        }
        return try await scope.library.stories.engagement(of: named.map(StoryID.init(rawValue:)), for: scope.reader).map
        {
            LiveCounts(story: $0.story.rawValue, comments: $0.commentCount, new: $0.newCount, points: $0.points)
        }
    }
}
