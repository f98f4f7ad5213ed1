import Foundation
import Markup
import News

/// Reads where a story stands with its whole text.
struct FullTextStanding {
    let session: Session
    let now: Date

    /// A whole text as a page shows it.
    struct Whole {
        var body: SafeHTML
        var byline: String?
        var words: Int
    }

    private struct Row {
        var isUsed: Bool
        var wasFetched: Bool
        var againAt: Date?
        var failure: FullTextFailure?
        var address: WebAddress?
        var whole: Whole
    }

    /// - Parameters:
    ///   - given: what the channel gave of the story.
    ///   - isAsGiven: the reader asked for that.
    /// - Returns: what is to be said, and the text if it is to be shown.
    func whole(
        of story: Int64, given: CutShort.Sample, row: StoryRow, isAsGiven: Bool
    ) throws -> (facts: FullTextFacts, text: Whole?) {
        var facts = FullTextFacts(page: row.link, looksCutShort: CutShort.isBeginning(given))
        let choice = try choice(of: row.channel.rawValue)
        guard given.hasPage, choice != .never else { return (FullTextFacts(), nil) }
        let known = try self.row(of: story)
        if let known, known.isUsed {
            facts.page = known.address ?? row.link
            facts.state = isAsGiven ? .asGiven : .shown
            return (facts, isAsGiven ? nil : known.whole)
        }
        facts.state = try state(known, choice: choice, channel: row.channel.rawValue, given: given)
        return (facts, nil)
    }

    private func state(
        _ known: Row?, choice: FullTextChoice, channel: Int64, given: CutShort.Sample
    ) throws -> FullTextFacts.State {
        if let known {
            if known.wasFetched { return .heldNoMore }
            if let failure = known.failure, known.againAt.map({ $0 > now }) ?? true {
                return .failed(why: failure, until: known.againAt)
            }
        }
        guard choice == .automatic else { return .wanted }
        guard !given.isRecording else { return .offered }
        return try guess(of: channel).isCutShort ? .wanted : .offered
    }

    func choice(of channel: Int64) throws -> FullTextChoice {
        let word = try session.first("select full_text from channel where id = ?", [.number(channel)]) { $0.words() }
        return word.flatMap { FullTextChoice(rawValue: $0) } ?? .automatic
    }

    /// What the channel's newest stories look like.
    func guess(of channel: Int64) throws -> FullTextGuess {
        let samples = try session.all(
            """
            select s.title, t.html, t.plain, s.words,
              case when s.link is null or s.link = s.discussion or s.link = (select c.site from channel c where c.id = ?) then 0 else 1 end,
              s.has_audio, s.has_video, f.fetched_at, f.words
            from (select story_id, shown_at from channel_story where channel_id = ?
              order by shown_at desc, story_id desc limit ?) as newest
            join story s on s.id = newest.story_id join story_text t on t.story_id = s.id
            left join full_text f on f.story_id = s.id
            """, [.number(channel), .number(channel), .number(CutShort.sampleSize)]
        ) { row in
            var sample = CutShort.Sample(title: row.words(), html: row.words(), text: row.words(), words: row.int())
            sample.hasPage = row.flag()
            let (hasAudio, hasVideo) = (row.flag(), row.flag())
            sample.isRecording = hasAudio || hasVideo
            let (wasFetched, words) = (row.optionalNumber() != nil, row.int())
            if wasFetched { sample.lesson = words > sample.words ? .more : .noMore }
            return sample
        }
        return CutShort.guess(samples)
    }

    private func row(of story: Int64) throws -> Row? {
        try session.first(
            """
            select case when \(FullTextRecords.isUsed) then 1 else 0 end, f.fetched_at, f.again_at, f.error,
              f.http_status, f.why, f.address, f.html, f.byline, f.words
            from full_text f join story s on s.id = f.story_id where f.story_id = ?
            """, [.number(story)]
        ) { row in
            let (isUsed, wasFetched, again) = (row.flag(), row.optionalNumber() != nil, row.optionalInstant())
            let (code, status, words) = (row.optionalWords(), row.optionalInt(), row.optionalWords())
            return Row(
                isUsed: isUsed, wasFetched: wasFetched, againAt: again,
                failure: code.map { FullTextFailure(code: $0, status: status, words: words) },
                address: row.optionalWords().flatMap { WebAddress($0) },
                whole: Whole(
                    body: SafeHTML(restoring: row.words()), byline: row.optionalWords(), words: row.int()))
        }
    }
}
