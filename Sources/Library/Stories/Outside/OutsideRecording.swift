import Foundation
import Markup
import News

/// Writes down what came of a question to a page outside: the page, the story's whole text where it is the story's own
/// page, a line in the log of the story's channel, a host's wish to be left alone.
struct OutsideRecording {
    let session: Session
    let now: Date
    let bounds: OutsideBounds
    let polling: PollingBounds

    func record(
        _ answer: Result<PageAnswer, SourceError>, _ prepared: PreparedOutside?, of claim: OutsideClaim, took: Duration
    ) throws -> OutsideDesk.Outcome {
        let records = OutsideRecords(session: session, bounds: bounds)
        let outcome: OutsideDesk.Outcome
        var words: String
        switch answer {
        case .success(let answer):
            (outcome, words) = try take(answer, prepared, of: claim, into: records)
            if let status = answer.status { words += " (\(status))" }
        case .failure(let error):
            try records.fail(claim.page, error, now: now)
            if case .busy(let until) = error {
                try HostWait(session: session, now: now, bounds: polling)
                    .begin(Hosts.key(of: claim.address), until: until)
            }
            outcome = .failed(error)
            words = "it could not be had (\(error.code))"
        }
        try log(words, of: claim, took: took)
        try records.bound(now: now, sparing: claim.page)
        return outcome
    }

    private func take(
        _ answer: PageAnswer, _ prepared: PreparedOutside?, of claim: OutsideClaim, into records: OutsideRecords
    ) throws -> (OutsideDesk.Outcome, String) {
        switch answer.reading {
        case .unchanged:
            try records.settle(claim.page, answer, now: now)
            return (.unchanged, "unchanged")
        case .nothing(let title, let why):
            try records.write(claim.page, title: title, remark: why, answer, now: now)
            return (.fetched, "no text")
        case .text:
            guard let prepared else { throw LibraryError.failed(why: "a page's text was not made ready") }
            try records.write(claim.page, prepared, answer, now: now)
            try makeWhole(claim, prepared)
            return (.fetched, "\(prepared.words) words")
        }
    }

    /// The page of a story is what its whole text is taken from: it need not be asked for that again.
    private func makeWhole(_ claim: OutsideClaim, _ prepared: PreparedOutside) throws {
        guard let story = claim.story, let full = prepared.full else { return }
        let isOwn = try session.number(
            """
            select 1 from story s where s.id = ? and s.link = ? and s.purged_at is null and s.words < ?
              and s.discussion is distinct from s.link
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = s.id and c.full_text <> 'never' and c.site is distinct from s.link)
            """, [.number(story), .words(claim.address.text), .number(prepared.words)])
        guard isOwn != nil else { return }
        try session.run(
            "insert into full_text (story_id, host) values (?, ?) on conflict (story_id) do nothing",
            [.number(story), .words(Hosts.key(of: claim.address))])
        try FullTextRecords(session: session).write(story, full, now: now)
    }

    /// Counted like every other question, in the log of the channel whose story led there.
    private func log(_ words: String, of claim: OutsideClaim, took: Duration) throws {
        guard let story = claim.story,
            let channel = try session.number(
                "select channel_id from channel_story where story_id = ? order by channel_id limit 1", [.number(story)])
        else { return }
        try DecisionLog(session: session, channel: channel).write(
            RefreshDecision(
                at: now, reason: nil, outcome: "page",
                words: "a page of \(claim.address.host) was asked for by a reader: \(words)",
                tookMilliseconds: Int(took.milliseconds)))
    }
}
