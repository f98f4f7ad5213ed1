import Foundation
import Markup
import News
import URLs

/// The store of replies to one reader's comments, and of the schedule for fetching them.
struct ReplyStore {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let pollingPolicy: PollingPolicy

    /// The shortest interval in seconds between two checks; doubled while no replies arrive.
    private static let shortestInterval: Int64 = 600
    private static let longestInterval: Int64 = 6 * 3600
    private static let manualMinimum: TimeInterval = 60
    /// The number of replies kept per reader; older ones are deleted once seen.
    private static let maxCount = 500

    // MARK: Scheduling

    /// Claims a check for replies, and moves the due time so that no other process checks meanwhile. Returns false if
    /// the host is in back-off or no check is due.
    func claim(_ source: StorySource, reason: RefreshReason) throws -> Bool {
        let hosts = HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
        guard try hosts.waitUntil(source.site.hostKey) == nil else { return false }
        let isDue = "coalesce(replies_checked_at, 0) <= ? and session_lost_at is null"
        let latest = now.addingTimeInterval(-Self.manualMinimum)
        let condition = reason == .manual ? isDue : "replies_due_at <= ? and session_lost_at is null"
        return try transaction.update(
            "member_account", set: ["replies_due_at": .date(now.addingTimeInterval(Double(Self.shortestInterval)))],
            where: "reader_id = ? and source_id = ? and \(condition)",
            [.number(reader), .number(source.id), .date(reason == .manual ? latest : now)]) == 1
    }

    /// Records the result of a check.
    /// - Returns: True if there are new replies.
    func record(
        _ result: Result<MemberItemListResponse, SourceError>, at source: Int64, _ session: StoredSession
    ) throws -> Bool {
        let known = try transaction.first(
            """
            select name, replies_checked_at, replies_interval_seconds from member_account
            where reader_id = ? and source_id = ? and signed_in_at = ?
            """, [.number(reader), .number(source), .date(session.signedInAt)]
        ) { row in
            let (name, isFirst) = (row.text("name"), row.optionalNumber("replies_checked_at") == nil)
            return (name: name, isFirst: isFirst, interval: row.number("replies_interval_seconds"))
        }
        // The reader may have signed out meanwhile, or signed in as another member.
        guard let known else { return false }
        var newCount = 0
        var due: Date?
        switch result {
        case .success(let response):
            let replies = response.comments.filter { $0.comment.author != known.name }
            for reply in replies where try insert(reply, at: source, isSeen: known.isFirst) { newCount += 1 }
            try MemberAccountStore(transaction: transaction, reader: reader, now: now)
                .setKarma(response.karma, at: source)
            try prune()
        case .failure(.signInNeeded):
            try MemberAccountStore(transaction: transaction, reader: reader, now: now).markLost(session, at: source)
            return false
        case .failure(.busy(let until, _)): due = until
        case .failure: break
        }
        let isOpen = newCount > 0 && !known.isFirst
        let interval = isOpen ? Self.shortestInterval : Self.next(after: known.interval)
        let regular = now.addingTimeInterval(Double(interval))
        try transaction.update(
            "member_account",
            set: [
                "replies_interval_seconds": .number(interval), "replies_checked_at": .date(now),
                "replies_due_at": .date(max(regular, min(due ?? regular, limit))),
            ], where: "reader_id = ? and source_id = ?", [.number(reader), .number(source)])
        return isOpen
    }

    private var limit: Date { now.addingTimeInterval(pollingPolicy.maxBackoff.seconds) }

    private static func next(after interval: Int64) -> Int64 {
        min(longestInterval, max(shortestInterval, min(interval, longestInterval) * 2))
    }

    // MARK: Rows

    /// Inserts a reply.
    /// - Parameter isSeen: True for replies of the first check, which are older than the account here.
    /// - Returns: True if the reply was not stored before.
    private func insert(_ reply: ProfileComment, at source: Int64, isSeen: Bool) throws -> Bool {
        let comment = reply.comment
        return try transaction.insert(
            into: "received_reply",
            [
                "reader_id": .number(reader), "source_id": .number(source), "comment_key": .text(comment.key),
                "story_key": .text(reply.storyKey), "story_title": .text(reply.storyTitle),
                "author": .text(comment.author), "html": .text(comment.body.text), "plain_text": .text(comment.text),
                "published_at": .date(comment.publishedAt), "link": .text(comment.link?.text),
                "received_at": .date(now), "seen_at": .date(isSeen ? now : nil),
            ], onConflict: "(reader_id, source_id, comment_key) do nothing") == 1
    }

    private func prune() throws {
        let oldest = try transaction.date(
            "select received_at from received_reply where reader_id = ? order by received_at desc limit 1 offset ?",
            [.number(reader), .number(Self.maxCount)])
        guard let oldest else { return }
        try transaction.run(
            "delete from received_reply where reader_id = ? and received_at <= ? and seen_at is not null",
            [.number(reader), .date(oldest)])
    }

    /// Returns all replies, newest first, with the stored stories and comments, if there are any.
    func all() throws -> [ReceivedReply] {
        try transaction.all(
            """
            select p.comment_key, p.story_key, p.story_title, p.author, p.html, p.plain_text, p.published_at, p.link,
              p.received_at, p.seen_at, r.id as source_id, r.kind as source_kind, r.address as source_address,
              \(StorySource.titleColumn(of: "r")),
              s.id as story_id, c.id as comment_id
            from received_reply p join source r on r.id = p.source_id
            left join story s on s.source_id = p.source_id and s.origin_key = p.story_key and s.purged_at is null
            left join comment c on c.story_id = s.id and c.origin_key = p.comment_key
            where p.reader_id = ?
            order by coalesce(p.published_at, p.received_at) desc, p.comment_key desc
            """, [.number(reader)]
        ) { Self.decode($0) }.compactMap(\.self)
    }

    private static func decode(_ row: SQLRow) -> ReceivedReply? {
        let (key, storyKey, title) = (row.text("comment_key"), row.text("story_key"), row.optionalText("story_title"))
        let comment = FetchedComment(
            key: key, author: row.optionalText("author"), body: SafeHTML(restoring: row.text("html")),
            text: row.text("plain_text"), publishedAt: row.optionalDate("published_at"),
            link: row.optionalText("link").flatMap { WebAddress($0) })
        let target = row.optionalNumber("story_id").map { story in
            ThreadDetails.LocalTarget(
                story: StoryID(rawValue: story),
                comment: row.optionalNumber("comment_id").map { CommentID(rawValue: $0) })
        }
        let located = ProfileDetails.LocatedComment(
            comment: ProfileComment(comment: comment, storyKey: storyKey, storyTitle: title), localTarget: target)
        let (receivedAt, isNew) = (row.date("received_at"), row.optionalNumber("seen_at") == nil)
        return StorySource(joined: row).map {
            ReceivedReply(source: $0, comment: located, receivedAt: receivedAt, isNew: isNew)
        }
    }

    func unseenCount() throws -> Int {
        try transaction.count(
            "select count(*) from received_reply where reader_id = ? and seen_at is null", [.number(reader)])
    }

    /// Returns the number of replies not seen; nil for readers without an account. Uses one query.
    func newCount() throws -> Int? {
        try transaction.first(
            """
            select (select count(*) from received_reply p where p.reader_id = a.reader_id and p.seen_at is null) as new_count
            from member_account a where a.reader_id = ? limit 1
            """, [.number(reader)]
        ) { $0.int("new_count") }
    }

    /// Marks all replies as seen. Returns the number of replies that were new.
    func markSeen() throws -> Int {
        try transaction.run(
            "update received_reply set seen_at = ? where reader_id = ? and seen_at is null",
            [.date(now), .number(reader)])
    }
}
