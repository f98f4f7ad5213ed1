import Foundation
import Markup
import News
import URLs

/// Writes a fetched page, its story's full text, a log entry and the host's back-off.
struct LinkedPageResultWriter {
    let transaction: Transaction
    let now: Date
    let policy: LinkedPagePolicy
    let pollingPolicy: PollingPolicy

    func write(
        _ result: Result<ArticleResponse, SourceError>, _ prepared: PreparedLinkedPage?, of lease: LinkedPageLease,
        took: Duration
    ) throws -> LinkedPageService.Outcome {
        let store = LinkedPageStore(transaction: transaction, policy: policy)
        let outcome: LinkedPageService.Outcome
        var summary: String
        switch result {
        case .success(let response):
            (outcome, summary) = try apply(response, prepared, of: lease, into: store)
            if let status = response.status { summary += " (\(status))" }
        case .failure(let error):
            try store.recordFailure(lease.page, error, now: now)
            if case .busy(let until) = error {
                try HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(lease.address.hostKey, until: until)
            }
            outcome = .failed(error)
            summary = "it could not be had (\(error.code))"
        }
        try log(summary, of: lease, took: took)
        try store.prune(now: now, keeping: lease.page)
        return outcome
    }

    private func apply(
        _ response: ArticleResponse, _ prepared: PreparedLinkedPage?, of lease: LinkedPageLease,
        into store: LinkedPageStore
    ) throws -> (LinkedPageService.Outcome, String) {
        switch response.content {
        case .unchanged:
            try store.recordFetched(lease.page, response, now: now)
            return (.unchanged, "unchanged")
        case .notAnArticle(let title, let why):
            try store.write(lease.page, title: title, remark: why, response, now: now)
            return (.fetched, "no text")
        case .fullText:
            guard let prepared else { throw LibraryError.failed(why: "a page's text was not made ready") }
            try store.write(lease.page, prepared, response, now: now)
            try saveFullText(lease, prepared)
            return (.fetched, "\(prepared.wordCount) words")
        }
    }

    /// A story's own page saves the request for its full text.
    private func saveFullText(_ lease: LinkedPageLease, _ prepared: PreparedLinkedPage) throws {
        guard let story = lease.story, let full = prepared.fullText else { return }
        let isOwn = try transaction.exists(
            """
            select 1 from story s where s.id = ? and s.link = ? and s.purged_at is null and s.words < ?
              and s.discussion is distinct from s.link
              and exists (select 1 from channel_story cs join channel c on c.id = cs.channel_id
                where cs.story_id = s.id and c.full_text <> '\(FullTextChoice.never.rawValue)'
                  and c.site is distinct from s.link)
            """, [.number(story), .text(lease.address.text), .number(prepared.wordCount)])
        guard isOwn else { return }
        try transaction.run(
            "insert into full_text (story_id, host) values (?, ?) on conflict (story_id) do nothing",
            [.number(story), .text(lease.address.hostKey)])
        try FullTextWriter(transaction: transaction).write(story, full, now: now)
    }

    /// Logs with the channel of the linking story.
    private func log(_ summary: String, of lease: LinkedPageLease, took: Duration) throws {
        guard let story = lease.story,
            let channel = try transaction.number(
                "select channel_id from channel_story where story_id = ? order by channel_id limit 1", [.number(story)])
        else { return }
        try RefreshLog(transaction: transaction, channel: channel).append(
            RefreshLogEntry(
                at: now, reason: nil, outcome: "page",
                message: "a page of \(lease.address.host) was asked for by a reader: \(summary)",
                tookMilliseconds: Int(took.milliseconds)))
    }
}
