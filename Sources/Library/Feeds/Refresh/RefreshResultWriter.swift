import Foundation
import Markup
import News

/// Stores a refresh result in one transaction: stories, schedule, health, log, end of the lease.
struct RefreshResultWriter {
    let transaction: Transaction
    let lease: ChannelLease
    let policy: PollingPolicy
    let now: Date
    let duration: Duration
    let jitter: Double

    func recordSuccess(_ response: ChannelResponse, stories: [PreparedStory]) throws -> RefreshOutcome {
        if let metadata = response.metadata {
            try ChannelWriter(transaction: transaction, now: now).updateMetadata(metadata, of: lease.channel)
        }
        let nextCursor = try OlderStoriesQueue.nextCursor(
            after: response, of: lease.channel, source: lease.source, transaction)
        let (new, changed) = try importContent(of: response, stories)
        try updateChannel(after: response, nextCursor: nextCursor, hasChanges: new + changed > 0)
        let outcome = RefreshOutcome.succeeded(new: new, changed: changed)
        try log(outcome, status: response.status)
        if response.movedTo != nil || lease.hasPendingMove {
            try MoveTracker(transaction: transaction, lease: lease, now: now).record(
                response.movedTo, source: lease.source)
        }
        return outcome
    }

    private func importContent(
        of response: ChannelResponse, _ stories: [PreparedStory]
    ) throws -> (new: Int, changed: Int) {
        var importer = StoryImporter(transaction: transaction, now: now, channel: lease.channel, source: lease.source)
        let (new, changed) = try importer.importStories(stories)
        if let rank = response.firstRank {
            try ChannelRanking(transaction: transaction, channel: lease.channel, source: lease.source, now: now)
                .apply(stories.map(\.story.key), from: rank)
        }
        if let offered = response.channels {
            try OfferedSectionImporter(transaction: transaction, now: now).importSections(offered, from: lease)
        }
        if new > 0 || importer.hasLinkedExisting {
            try ChannelWriter(transaction: transaction, now: now).updateNewestStory(of: lease.channel)
        }
        return (new, changed)
    }

    /// - Parameter nextCursor: nil keeps the stored one.
    private func updateChannel(
        after response: ChannelResponse, nextCursor: SourceCursor??, hasChanges: Bool
    ) throws {
        var input = PollingSchedule.Input(now: now, pollingHints: response.pollingHints, jitter: jitter)
        (input.published, input.undated) = try publicationDates()
        let decision = PollingSchedule.next(after: input, within: policy)
        let isWhole = response.stories != nil || response.channels != nil
        let diagnostics = response.diagnostics.prefix(20).map { String($0.prefix(300)) }
        try transaction.run(
            """
            update channel set state = '\(ChannelHealthState.fine.rawValue)', due_at = ?,
              due_for = '\(RefreshReason.due.rawValue)', reason = ?, asked_at = ?, answered_at = ?,
              whole_at = coalesce(?, whole_at), changed_at = coalesce(?, changed_at), wait_until = null, failures = 0,
              error = null, http_status = ?, complaints = case when ? = 1 then ? else complaints end,
              memory = coalesce(?, memory), asks_whole = ?, fresh_until = ?,
              next_page = case when ? = 1 then ? else next_page end,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .date(decision.dueAt), .text(decision.reason), .date(now), .date(now),
                .date(isWhole ? now : nil), .date(hasChanges ? now : nil),
                .number(response.status), .bool(isWhole),
                .text(try JSONColumn.encode(Array(diagnostics))), .bytes(response.sourceState?.bytes),
                .bool(response.pollingHints.lacksValidators),
                .date(PollingSchedule.freshUntil(now, pollingHints: response.pollingHints, within: policy)),
                .bool(nextCursor != nil), .text(nextCursor.flatMap { $0 }?.rawValue),
                .number(lease.token), .number(lease.channel),
            ])
    }

    func recordFailure(_ error: SourceError) throws -> RefreshOutcome {
        var error = error
        if case .busy(let until) = error {
            error = .busy(until: min(until, now.addingTimeInterval(HostBackoffTable.maxBackoff)))
        }
        let failures = lease.failures + 1
        var input = PollingSchedule.Input(now: now, failures: failures, jitter: jitter)
        input.pollingHints.lacksValidators = lease.isUnconditional
        input.lastFullFetchAt = try transaction.date(
            "select whole_at from channel where id = ?", [.number(lease.channel)])
        let decision = PollingSchedule.next(after: error, input, within: policy)
        let state: ChannelHealthState =
            switch error {
            case .gone: .gone
            case .busy: .waiting
            default: .failing
            }
        let outcome = RefreshOutcome.failed(error)
        // A back-off request is no failure.
        try transaction.run(
            """
            update channel set state = ?, due_at = ?, due_for = '\(RefreshReason.due.rawValue)', reason = ?,
              asked_at = ?, failures = case when ? = 1 then failures else ? end, error = ?, http_status = ?,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .text(state.rawValue), .date(decision.dueAt), .text(decision.reason), .date(now),
                .bool(state == .waiting), .number(failures), .text(error.code.rawValue), .number(outcome.status),
                .number(lease.token), .number(lease.channel),
            ])
        if case .busy(let until) = error { try recordBackoff(until) }
        try log(outcome, status: outcome.status)
        return outcome
    }

    private func recordBackoff(_ until: Date) throws {
        guard let host = try transaction.text("select host from channel where id = ?", [.number(lease.channel)])
        else { return }
        try HostBackoffTable(transaction: transaction, now: now, policy: policy).recordBackoff(
            host, until: until, requester: lease.channel)
    }

    private func log(_ outcome: RefreshOutcome, status: Int?) throws {
        try CrashSuspects(transaction: transaction).clear(.channel, lease.channel)
        let new = if case .succeeded(let new, _) = outcome { new } else { 0 }
        try RefreshLog(transaction: transaction, channel: lease.channel).append(
            RefreshLogEntry(
                at: now, reason: lease.reason, outcome: outcome.code, message: outcome.message, newStories: new,
                tookMilliseconds: Int(duration.milliseconds), status: status))
    }

    /// Dates of the newest stories, and how many have none: their arrival shows no publishing rate.
    private func publicationDates() throws -> (dates: [Date], undated: Int) {
        let dates = try transaction.all(
            """
            select case when s.published_at is null then null else cs.shown_at end as published
            from (select story_id, shown_at from channel_story where channel_id = ?
              order by shown_at desc, story_id desc limit 500) as cs
            join story s on s.id = cs.story_id
            """, [.number(lease.channel)]
        ) { $0.optionalDate("published") }
        let known = dates.compactMap(\.self)
        return (known, dates.count - known.count)
    }
}
