import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// The refresh status that open pages poll.
struct LiveStatus: Encodable {
    /// Stories newer than the newest on the page.
    let arrived: Int
    /// The last successful fetch, in milliseconds since 1970.
    let updatedAt: Int64?
    /// A sentence, if all fetches failed.
    let failed: String?
    let isUpdating: Bool
    let waiting: Int
    let waitingWords: String?
    let total: Int
    /// "12 of 14 feeds could not be read", if most could not.
    let failing: String?
    /// "12 of 40 feeds in, 2 refused", during the first refresh.
    let arriving: String?
    /// Whether the feed that the page waits for was fetched, even without success.
    let hasAnswered: Bool?

    init(for scope: RequestScope) async throws(LibraryError) {
        let named = scope.query["edition"].map(EditionID.init(rawValue:))
        let edition = scope.dependencies.editions.first { $0.id == named } ?? scope.edition
        // A page that becomes visible or comes online again is viewed anew.
        if let list = scope.query["appeared"].flatMap({ StoryList(code: $0) }) {
            try await RefreshOnView(scope: scope.scoped(in: edition)).refreshIfStale(list)
        }
        let status = try await scope.library.refreshing.status(for: scope.reader, of: edition.id)
        let after = scope.query.id("after").map(StoryID.init(rawValue:))
        arrived =
            if let after {
                try await scope.library.stories.newStoryCount(since: after, for: scope.reader, in: edition.id)
            } else { 0 }
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

/// A story's counts, polled by open pages.
struct LiveCounts: Encodable {
    let story: Int64
    let comments: Int?
    let new: Int
    let points: Int?

    /// Per request.
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
