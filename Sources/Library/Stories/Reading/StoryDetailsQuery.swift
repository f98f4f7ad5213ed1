import Foundation
import Markup
import News
import URLs

/// A query for the data of a story's page.
struct StoryDetailsQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    var prefersFeedText = false

    private struct StoryRecord {
        var body: SafeHTML
        var text: String
        var tags: [String]
        var enclosures: [Enclosure]
        var discussionLink: WebAddress?
        var commentCount: Int?
        var site: WebAddress?
        var publishedAt: Date?
    }

    func details(of story: Int64, in list: StoryList?) throws -> StoryDetails {
        let rows = StoryRowQuery(transaction: transaction, reader: reader, now: now)
        guard let ref = try rows.references(to: [story], preferring: list)[story],
            var row = try rows.rows(of: [ref]).first,
            let record = try record(of: story, channel: ref.channel)
        else { throw LibraryError.notThere }
        let feedText = TruncationDetector.Sample(
            title: row.title, html: record.body.text, text: record.text, wordCount: row.wordCount,
            // A community's post may link to its own discussion, which is not an article.
            hasPage: row.link != nil && row.link != record.site && row.link != record.discussionLink,
            isRecording: row.hasAudio || row.hasVideo)
        let fullTextQuery = FullTextQuery(transaction: transaction, now: now)
        let fullText = try fullTextQuery.displayText(
            of: story, feedText: feedText, row: row, prefersFeedText: prefersFeedText)
        row.wordCount = fullText.text?.wordCount ?? row.wordCount
        row.byline = row.byline ?? fullText.text?.byline
        row.muteReason = try MuteStore(transaction: transaction).reasons(of: [ref], for: reader)[story]
        let options = try list.map { try ReaderService.listOptions(transaction, of: $0, for: reader) }
        let order = options?.order ?? .newestFirst
        let neighbours = AdjacentStoriesQuery(
            transaction: transaction, reader: reader, now: now, options: options ?? StoryListOptions())
        let (next, previous) = try list.map { try neighbours.around(ref, in: $0) } ?? (nil, nil)
        var details = StoryDetails(
            row: row, body: fullText.text?.body ?? record.body, fullText: fullText.details,
            tags: record.tags, pictures: try pictures(of: story, includingFullText: fullText.text != nil),
            enclosures: record.enclosures, discussionLink: record.discussionLink, commentCount: record.commentCount,
            duplicates: row.duplicates, next: try next.flatMap { try rows.rows(of: [$0]).first },
            previous: try previous.flatMap { try rows.rows(of: [$0]).first })
        details.publishedAt = record.publishedAt
        details.source = try StorySource.find(story: story, transaction)
        if details.next == nil, order == .newestFirst, let list, StoryListQuery.supportsOlderStories(list) {
            details.hasOlderStories = try OlderStoriesQueue.hasOlderStories(list, reader: reader, transaction)
        }
        return details
    }

    private func record(of story: Int64, channel: Int64) throws -> StoryRecord? {
        try transaction.first(
            """
            select t.html, t.plain_text, s.tags, s.enclosures, s.discussion_link, s.comment_count, s.published_at, c.site_address
            from story s join story_text t on t.story_id = s.id join channel c on c.id = ?
            where s.id = ? and s.purged_at is null
            """, [.number(channel), .number(story)]
        ) { row in
            StoryRecord(
                body: SafeHTML(restoring: row.text("html")), text: row.text("plain_text"),
                tags: JSONColumn.decodeList(row.text("tags")),
                enclosures: JSONColumn.decodeList(row.text("enclosures")),
                discussionLink: row.optionalText("discussion_link").flatMap { WebAddress($0) },
                commentCount: row.optionalInt("comment_count"),
                site: row.optionalText("site_address").flatMap { WebAddress($0) },
                // Some origins give the beginning of 1970 for an unknown date.
                publishedAt: row.optionalDate("published_at").flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil })
        }
    }

    private func pictures(of story: Int64, includingFullText: Bool) throws -> [PictureDetails] {
        func details(_ table: String) throws -> [PictureDetails] {
            try transaction.all(
                """
                select p.id, p.address, p.width, p.height, p.mean_colour, sp.alt, sp.caption, sp.credit, p.retry_at
                from \(table) sp join picture p on p.id = sp.picture_id where sp.story_id = ? order by sp.position
                """, [.number(story)], { PictureDetails($0, now: now) }
            ).compactMap(\.self)
        }
        return try details("story_picture") + (includingFullText ? details("full_text_picture") : [])
    }
}
