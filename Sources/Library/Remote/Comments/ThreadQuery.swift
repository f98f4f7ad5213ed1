import Foundation
import Markup
import News
import URLs

struct ThreadQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let policy: FetchPolicy

    func details(of story: Int64) throws -> ThreadDetails {
        let rows = StoryRowQuery(transaction: transaction, reader: reader, now: now)
        guard let row = try rows.rows(of: [story]).first,
            let source = try StorySource.find(story: story, transaction)
        else { throw LibraryError.notThere }
        var details = ThreadDetails(row: row, source: source)
        (details.discussionLink, details.pollOptions, details.postText) = try post(story)
        let before = try transaction.number(
            "select previous_newest_comment_id from discussion_visit where reader_id = ? and story_id = ?",
            [.number(reader), .number(story)])
        let member = try transaction.text(
            "select name from member_account where reader_id = ? and source_id = ?",
            [.number(reader), .number(source.id)])
        details.comments = try comments(of: story, newAfter: before ?? .max, except: member)
        Self.addReplyCounts(to: &details.comments)
        details.newCount = details.comments.count(where: \.isNew)
        try addFetchState(of: story, to: &details)
        details.localTargets = try localTargets(details)
        return details
    }

    /// Reads the discussion's address, the poll, and the text of a posting: a story that links to its own discussion,
    /// or whose kind is specific to a community.
    private func post(_ story: Int64) throws -> (WebAddress?, [PollOption], SafeHTML) {
        try transaction.first(
            """
            select coalesce(s.discussion_link, s.link) as discussion_link, s.poll,
              case when s.link = s.discussion_link or s.kind <> 'story' then t.html end as post_html
            from story s left join story_text t on t.story_id = s.id where s.id = ?
            """, [.number(story)]
        ) { row in
            (
                row.optionalText("discussion_link").flatMap { WebAddress($0) },
                JSONColumn.decodeList(row.text("poll")),
                row.optionalText("post_html").map { SafeHTML(restoring: $0) } ?? .empty
            )
        } ?? (nil, [], .empty)
    }

    /// Reads the comments in reading order.
    /// - Parameter member: The reader's own name at the source, whose comments are not new to the reader; nil without
    ///   an account.
    private func comments(
        of story: Int64, newAfter seen: Int64, except member: String?
    ) throws -> [CommentDetails] {
        try transaction.all(
            """
            select \(Self.commentColumns) from comment where story_id = ? order by display_order
            """, [.number(story)]
        ) { row in
            var comment = Self.comment(row)
            comment.isNew = row.number("id") > seen && (member == nil || comment.author != member)
            return comment
        }
    }

    /// Reads one comment; nil if the story has no such comment.
    static func comment(_ id: CommentID, of story: StoryID, _ transaction: Transaction) throws -> CommentDetails? {
        try transaction.first(
            "select \(commentColumns) from comment where id = ? and story_id = ?",
            [.number(id.rawValue), .number(story.rawValue)]
        ) { comment($0) }
    }

    private static let commentColumns = """
        id, origin_key, depth, author, is_by_story_author, html, published_at, link, kind, moderation_state, fade_percent,
        is_author_new, is_collapsed
        """

    private static func comment(_ row: SQLRow) -> CommentDetails {
        var comment = CommentDetails(
            id: CommentID(rawValue: row.number("id")), key: row.text("origin_key"), depth: row.int("depth"),
            author: row.optionalText("author"),
            isByAuthor: row.bool("is_by_story_author"), body: SafeHTML(restoring: row.text("html")),
            publishedAt: row.optionalDate("published_at"),
            link: row.optionalText("link").flatMap { WebAddress($0) },
            kind: FetchedComment.Kind(rawValue: row.text("kind")) ?? .comment,
            moderationState: FetchedComment.ModerationState(rawValue: row.text("moderation_state")) ?? .shown,
            fadePercent: row.int("fade_percent"))
        comment.isAuthorNew = row.bool("is_author_new")
        comment.isCollapsed = row.bool("is_collapsed")
        return comment
    }

    /// Derives parents and reply counts from the depths, since replies directly follow their parent. Takes linear time.
    static func addReplyCounts(to comments: inout [CommentDetails]) {
        // A comment is added to its parent's count after all replies of the comment were added to its own.
        var path: [Int] = []
        for index in comments.indices {
            let depth = min(max(0, comments[index].depth), path.count)
            close(&path, to: depth, in: &comments)
            comments[index].depth = depth
            comments[index].parent = path.last.map { comments[$0].id }
            path.append(index)
        }
        close(&path, to: 0, in: &comments)
    }

    private static func close(_ path: inout [Int], to depth: Int, in comments: inout [CommentDetails]) {
        while path.count > depth {
            let closed = path.removeLast()
            if let parent = path.last { comments[parent].replyCount += comments[closed].replyCount + 1 }
        }
    }

    private func addFetchState(of story: Int64, to details: inout ThreadDetails) throws {
        var rules: Int?
        let stored = try transaction.first(
            "select missing_count, accepts_comments, fetched_at, rules_version, diagnostics from discussion where story_id = ?",
            [.number(story)]
        ) { [details] row in
            var details = details
            details.missingCount = row.int("missing_count")
            details.acceptsComments = row.optionalNumber("accepts_comments").map { $0 != 0 }
            details.fetchedAt = row.optionalDate("fetched_at")
            details.diagnostics = JSONColumn.decodeList(row.text("diagnostics"))
            rules = row.int("rules_version")
            return details
        }
        if let stored { details = stored }
        let state = try OnDemandFetchState.read(.discussion(ofStory: story), transaction)
        let isStored = details.fetchedAt != nil && rules == SanitizerRules.version
        details.isFetching = state.leasedUntil > now
        details.backoffUntil = state.backoffUntil(now)
        details.failure = state.failure
        details.needsRefresh = policy.skipped(state, isStored: isStored, reason: .viewed, at: now) == nil
    }

    private func localTargets(_ details: ThreadDetails) throws -> [String: ThreadDetails.LocalTarget] {
        let hosts = Set([details.discussionLink?.host, details.source.site.host].compactMap(\.self))
        var found: [String: ThreadDetails.LocalTarget] = [:]
        // This set includes failed lookups.
        var checked: Set<String> = []
        for comment in details.comments where comment.body.contains("href=") {
            for address in LinkExtractor.links(in: comment.body)
            where hosts.contains(address.host) && checked.insert(address.text).inserted {
                found[address.text] = try localTarget(of: address, source: details.source.id)
            }
        }
        return found
    }

    private func localTarget(of address: WebAddress, source: Int64) throws -> ThreadDetails.LocalTarget? {
        let plain = SQLValue.text(address.withoutFragment.text)
        let story = try transaction.number(
            "select id from story where discussion_link = ? and source_id = ? and purged_at is null order by id limit 1",
            [plain, .number(source)])
        if let story { return ThreadDetails.LocalTarget(story: StoryID(rawValue: story)) }
        for text in Set([address.text, address.withoutFragment.text]).sorted(by: >) {
            let match = try transaction.first(
                """
                select c.story_id, c.id from comment c join story s on s.id = c.story_id
                where c.link = ? and s.source_id = ? limit 1
                """, [.text(text), .number(source)]
            ) { row in
                ThreadDetails.LocalTarget(
                    story: StoryID(rawValue: row.number("story_id")), comment: CommentID(rawValue: row.number("id")))
            }
            if let match { return match }
        }
        guard let key = StorySimilarity.canonicalLink(address).map({ FNVHash.hash($0) }) else { return nil }
        let same = try transaction.number(
            """
            select id from story where link_hash = ? and source_id = ? and link = ? and purged_at is null
            order by id limit 1
            """, [.number(key), .number(source), plain])
        return same.map { ThreadDetails.LocalTarget(story: StoryID(rawValue: $0)) }
    }
}
