import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// The refresh status that open pages poll.
struct LiveStatus: Encodable {
    /// The number of stories newer than the newest on the page.
    let arrived: Int
    /// The time of the last successful fetch, in milliseconds since 1970.
    let updatedAt: Int64?
    /// The sentence shown if all fetches failed.
    let failed: String?
    let isUpdating: Bool
    let waiting: Int
    let total: Int
    /// The text of the status line, unless it is the age of the last success.
    let words: String?
    /// A note after that age: "2 of 40 waiting", "12 of 14 feeds failed".
    let note: String?
    /// True if that age is not shown as "just now", however small.
    let isFailing: Bool
    /// The progress of the first refresh: "12 of 40 feeds loaded, 2 failed".
    let arriving: String?
    /// The number of feeds tried in the first refresh.
    let tried: Int?
    /// True if the feed that the page waits for was fetched, even without success.
    let hasAnswered: Bool?
    /// The unread counts of the requested lists, by code, and the number of new replies (`NewReplyCountView`); nil if
    /// nothing has changed since `revision`.
    let unread: [String: String]?
    let revision: Int64
    /// The sessions at origins (`SessionFingerprint`), for pages that show a session; nil unless requested.
    let members: [String]?

    init(for scope: RequestScope) async throws(LibraryError) {
        let named = scope.query["edition"].map(EditionID.init(rawValue:))
        let edition = scope.dependencies.editions.first { $0.id == named } ?? scope.edition
        // A page that becomes visible or comes online again counts as viewed again.
        if let list = scope.query["appeared"].flatMap({ StoryList(code: $0) }) {
            try await StaleListRefresh(scope: scope.scoped(in: edition)).refreshIfStale(list)
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
        total = status.total
        switch StatusLine.State(status, of: edition) {
        case .words(let line): (words, note, isFailing) = (line, nil, false)
        case .updated(_, let remark, let isLate): (words, note, isFailing) = (nil, remark, isLate)
        }
        arriving = status.firstRun.map(Strings.firstRunProgress)
        tried = status.firstRun.map { $0.succeeded + $0.failed }
        hasAnswered =
            if let channel = scope.query.id("channel").map(ChannelID.init(rawValue:)) {
                try await scope.library.subscriptions.one(channel, for: scope.reader).health.state != .new
            } else { nil }
        members =
            try await scope.query["member"] == "1"
            ? SessionFingerprint.codes(scope.library.memberAccounts.accounts(for: scope.reader)) : nil
        // The revision is read before the counts, which are then of this revision or later.
        revision = scope.library.revision(for: scope.reader)
        unread = try await scope.query["seen"] == String(revision) ? nil : Self.unreadCounts(for: scope)
    }

    /// The limit of lists per request, without channels.
    private static let maxLists = 200

    /// Returns the unread counts of the requested lists. All channels are read in one query, if the page has several:
    /// absent ones have no unread story.
    static func unreadCounts(for scope: RequestScope) async throws(LibraryError) -> [String: String]? {
        guard let named = scope.query["lists"] else { return nil }
        let names = named.split(separator: ",").prefix(maxLists)
        let lists = names.compactMap { StoryList(code: String($0)) }
        let stories = scope.library.stories
        var counts = try await stories.unreadCounts(of: lists, for: scope.reader)
        if scope.query["feeds"] == "1" {
            for (channel, count) in try await stories.unreadCountsByChannel(for: scope.reader) {
                counts[.channel(channel)] = count
            }
        }
        var texts = Dictionary(
            counts.map { ($0.key.code, Strings.countText($0.value)) }, uniquingKeysWith: { first, _ in first })
        if names.contains(where: { $0 == NewReplyCountView.code }) {
            texts[NewReplyCountView.code] = try await scope.library.memberAccounts.newReplyCount(for: scope.reader).map
            {
                String($0)
            }
        }
        return texts
    }
}

/// The counts of a story, polled by open pages.
struct LiveCounts: Encodable {
    let story: Int64
    let comments: Int?
    let new: Int
    let points: Int?

    /// The limit of stories per request.
    private static let maxStories = 120

    static func counts(for scope: RequestScope) async throws(LibraryError) -> [LiveCounts] {
        let named = (scope.query["stories"] ?? "").split(separator: ",").prefix(maxStories).compactMap {
            UntrustedInteger($0)?.id.map(StoryID.init(rawValue:))
        }
        try await scope.library.stories.requireVisible(named, for: scope.reader)
        return try await scope.library.stories.engagement(of: named, for: scope.reader).map {
            LiveCounts(story: $0.story.rawValue, comments: $0.commentCount, new: $0.newCount, points: $0.points)
        }
    }
}
