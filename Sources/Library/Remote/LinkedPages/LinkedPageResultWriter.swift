import Foundation
import Markup
import News

/// Writes the result of fetching a linked page: the page, the story's full text if it is the story's own page, an
/// entry in the log of the story's channel, and the host's back-off.
struct LinkedPageResultWriter {
    let transaction: Transaction
    let now: Date
    let policy: LinkedPagePolicy
    let pollingPolicy: PollingPolicy

    func write(
        _ result: Result<ArticleResponse, SourceError>, _ prepared: PreparedLinkedPage?, of lease: LinkedPageLease,
        took: Duration
    ) throws -> LinkedPageService.Outcome {
        let writer = LinkedPageWriter(transaction: transaction, policy: policy)
        let outcome: LinkedPageService.Outcome
        var summary: String
        switch result {
        case .success(let response):
            (outcome, summary) = try apply(response, prepared, of: lease, into: writer)
            if let status = response.status { summary += " (\(status))" }
        case .failure(let error):
            try writer.recordFailure(lease.page, error, now: now)
            if case .busy(let until) = error {
                try HostBackoff(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(HostKey.key(of: lease.address), until: until)
            }
            outcome = .failed(error)
            summary = "it could not be had (\(error.code))"
        }
        try log(summary, of: lease, took: took)
        try writer.prune(now: now, sparing: lease.page)
        return outcome
    }

    private func apply(
        _ response: ArticleResponse, _ prepared: PreparedLinkedPage?, of lease: LinkedPageLease,
        into writer: LinkedPageWriter
    ) throws -> (LinkedPageService.Outcome, String) {
        switch response.content {
        case .unchanged:
            try writer.recordFetched(lease.page, response, now: now)
            return (.unchanged, "unchanged")
        case .notAnArticle(let title, let why):
            try writer.write(lease.page, title: title, remark: why, response, now: now)
            return (.fetched, "no text")
        case .fullText:
            guard let prepared else { throw LibraryError.failed(why: "a page's text was not made ready") }
            try writer.write(lease.page, prepared, response, now: now)
            try saveFullText(lease, prepared)
            return (.fetched, "\(prepared.wordCount) words")
        }
    }

    /// A story's own page also provides its full text, which then needs no further request.
    private func saveFullText(_ lease: LinkedPageLease, _ prepared: PreparedLinkedPage) throws {
        guard let story = lease.story, let full = prepared.fullText else { return }
        let isOwn = try transaction.number(
            """
            select 1 from story s where s.id = ? and s.link = ? and s.purged_at is null and s.words < ?
              and s.discussion is distinct from s.link
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = s.id and c.full_text <> 'never' and c.site is distinct from s.link)
            """, [.number(story), .text(lease.address.text), .number(prepared.wordCount)])
        guard isOwn != nil else { return }
        try transaction.run(
            "insert into full_text (story_id, host) values (?, ?) on conflict (story_id) do nothing",
            [.number(story), .text(HostKey.key(of: lease.address))])
        try FullTextWriter(transaction: transaction).write(story, full, now: now)
    }

    /// Logged with the channel whose story led to the page, like every other request.
    private func log(_ summary: String, of lease: LinkedPageLease, took: Duration) throws {
        guard let story = lease.story,
            let channel = try transaction.number(
                "select channel_id from channel_story where story_id = ? order by channel_id limit 1", [.number(story)])
        else { return }
        try RefreshLog(transaction: transaction, channel: channel).append(
            RefreshLogEntry(
                at: now, reason: nil, outcome: "page",
                words: "a page of \(lease.address.host) was asked for by a reader: \(summary)",
                tookMilliseconds: Int(took.milliseconds)))
    }
}
