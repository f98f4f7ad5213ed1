import News
import URLs

/// A writer of a fetched page, its story's full text, and a log entry.
struct LinkedPageResultWriter {
    let leases: FetchLeaseStore
    let policy: LinkedPagePolicy
    let attempt: OnDemandFetcher.Attempt<LinkedPageService.Request>

    private var transaction: Transaction { leases.transaction }
    private var request: LinkedPageService.Request { attempt.request }
    private var store: LinkedPageStore { LinkedPageStore(transaction: transaction, policy: policy) }

    func write(_ prepared: LinkedPageService.PreparedResponse) throws -> FetchOutcome {
        let response = prepared.response
        let (outcome, result) = try apply(prepared)
        try store.recordFetched(request.page, isStorable: response.isStorable, at: leases.now)
        try leases.recordSuccess(
            of: attempt.lease, freshSeconds: response.freshSeconds, sourceState: response.sourceState)
        try log(result, status: response.status)
        try store.prune(now: leases.now, keeping: request.page)
        return outcome
    }

    func recordFailure(_ error: SourceError) throws {
        try store.recordViewed(request.page, at: leases.now)
        try log(.failed(error.code))
        try store.prune(now: leases.now, keeping: request.page)
    }

    private func apply(_ prepared: LinkedPageService.PreparedResponse) throws -> (
        FetchOutcome, RefreshLogEntry.LinkedPageResult
    ) {
        switch prepared.response.content {
        case .unchanged: return (.unchanged, .unchanged)
        case .notAnArticle(let title, let cause):
            try store.write(request.page, title: title, cause: cause)
            return (.fetched(new: 1), .noText)
        case .fullText:
            guard let page = prepared.page else { throw LibraryError.failed(why: "a page's text was not made ready") }
            try store.write(request.page, page)
            try saveFullText(page)
            return (.fetched(new: 1), .fetched(words: page.wordCount))
        }
    }

    /// Stores the page as the story's full text if the page is the story's own, which saves a request.
    private func saveFullText(_ page: PreparedLinkedPage) throws {
        guard let story = request.story, let full = page.fullText else { return }
        let isOwn = try transaction.exists(
            """
            select 1 from story s where s.id = ? and s.link = ? and s.purged_at is null and s.word_count < ?
              and \(DueFullTextQueue.isWanted)
            """, [.number(story), .text(request.address.text), .number(page.wordCount)])
        guard isOwn else { return }
        try FullTextWriter(transaction: transaction).write(story, full, now: leases.now)
        try FetchLeaseStore.recordStored(
            .fullText(ofStory: story), host: attempt.lease.host, freshUntil: leases.now, transaction)
    }

    /// Appends to the log of the channel of the linking story.
    private func log(_ result: RefreshLogEntry.LinkedPageResult, status: Int? = nil) throws {
        guard let story = request.story,
            let channel = try transaction.number(
                "select channel_id from channel_story where story_id = ? order by channel_id limit 1", [.number(story)])
        else { return }
        try RefreshLog(transaction: transaction, channel: channel).append(
            RefreshLogEntry(
                at: leases.now, reason: nil, event: .linkedPage(host: request.address.host, result),
                tookMilliseconds: Int(attempt.duration.milliseconds), status: status))
    }
}
