import Foundation
import Markup
import News
import URLs

struct FullTextQuery {
    let transaction: Transaction
    let now: Date

    struct StoredText {
        var body: SafeHTML
        var byline: String?
        var wordCount: Int
    }

    private struct StoredRow {
        var isUsed: Bool
        var address: WebAddress?
        var text: StoredText
    }

    /// Reads the state of a story's full text.
    /// - Returns: The state, and the full text only if that is to be shown.
    func displayText(
        of story: Int64, feedText: TruncationDetector.Sample, row: StoryRow, prefersFeedText: Bool
    ) throws -> (details: FullTextDetails, text: StoredText?) {
        var details = FullTextDetails(page: row.link, looksTruncated: TruncationDetector.looksTruncated(feedText))
        let choice = try choice(of: row.channel.rawValue)
        guard feedText.hasPage, choice != .never else { return (FullTextDetails(), nil) }
        let stored = try self.row(of: story)
        if let stored, stored.isUsed {
            details.page = stored.address ?? row.link
            details.state = prefersFeedText ? .feedTextRequested : .shown
            details.reason = try reason(choice, channel: row.channel.rawValue, feedText)
            return (details, prefersFeedText ? nil : stored.text)
        }
        if stored != nil {
            details.state = .notLonger
        } else {
            details.state = try state(of: story, choice: choice, channel: row.channel.rawValue, feedText: feedText)
        }
        return (details, nil)
    }

    /// Returns the reason why a full text is shown, guessed from the current stories; the earlier guess is not stored.
    private func reason(
        _ choice: FullTextChoice, channel: Int64, _ feedText: TruncationDetector.Sample
    ) throws -> FullTextDetails.Reason? {
        if choice == .always { return try isSavedPages(channel) ? nil : .alwaysFetched }
        guard !feedText.isRecording else { return nil }
        return try guess(of: channel).isTruncated ? .feedIsTruncated : nil
    }

    /// Returns true for the channel of saved pages, whose texts no feed has.
    private func isSavedPages(_ channel: Int64) throws -> Bool {
        try transaction.exists(
            "select 1 from channel c join source s on s.id = c.source_id where c.id = ? and s.kind = ?",
            [.number(channel), .text(SourceKind.savedPages.rawValue)])
    }

    private func state(
        of story: Int64, choice: FullTextChoice, channel: Int64, feedText: TruncationDetector.Sample
    ) throws -> FullTextDetails.State {
        let state = try OnDemandFetchState.read(.fullText(ofStory: story), transaction)
        if let failure = state.failure, state.dueAt.map({ $0 > now }) ?? true {
            return .failed(why: failure, until: state.dueAt)
        }
        guard choice == .automatic else { return .fetchesOnOpen }
        guard !feedText.isRecording else { return .available }
        return try guess(of: channel).isTruncated ? .fetchesOnOpen : .available
    }

    func choice(of channel: Int64) throws -> FullTextChoice {
        let rawValue = try transaction.text("select full_text_choice from channel where id = ?", [.number(channel)])
        return rawValue.flatMap { FullTextChoice(rawValue: $0) } ?? .automatic
    }

    func guess(of channel: Int64) throws -> TruncationGuess {
        let samples = try transaction.all(
            """
            select s.title, t.html, t.plain_text, s.word_count,
              case when s.link is null or s.link = s.discussion_link
                or s.link = (select c.site_address from channel c where c.id = ?) then 0 else 1 end as has_page,
              s.has_audio, s.has_video, f.fetched_at, f.word_count as full_words
            from (select story_id, shown_at from channel_story where channel_id = ?
              order by shown_at desc, story_id desc limit ?) as newest
            join story s on s.id = newest.story_id join story_text t on t.story_id = s.id
            left join full_text f on f.story_id = s.id
            """, [.number(channel), .number(channel), .number(TruncationDetector.sampleSize)]
        ) { row in
            var sample = TruncationDetector.Sample(
                title: row.text("title"), html: row.text("html"), text: row.text("plain_text"),
                wordCount: row.int("word_count"))
            sample.hasPage = row.bool("has_page")
            sample.isRecording = row.bool("has_audio") || row.bool("has_video")
            if row.optionalNumber("fetched_at") != nil {
                sample.fetchEvidence = row.int("full_words") > sample.wordCount ? .longer : .notLonger
            }
            return sample
        }
        return TruncationDetector.guess(samples)
    }

    private func row(of story: Int64) throws -> StoredRow? {
        try transaction.first(
            """
            select case when \(FullTextWriter.isUsedSQL) then 1 else 0 end as is_used, f.address, f.html, f.byline,
              f.word_count
            from full_text f join story s on s.id = f.story_id where f.story_id = ?
            """, [.number(story)]
        ) { row in
            StoredRow(
                isUsed: row.bool("is_used"), address: row.optionalText("address").flatMap { WebAddress($0) },
                text: StoredText(
                    body: SafeHTML(restoring: row.text("html")), byline: row.optionalText("byline"),
                    wordCount: row.int("word_count")))
        }
    }
}
