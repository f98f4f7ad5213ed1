import Foundation
import Markup
import News

/// Stores a refresh result in one transaction, after the oldest stories of a large result: stories, schedule, health,
/// log and the end of the lease.
struct RefreshResultWriter {
    let transaction: Transaction
    let policy: PollingPolicy
    let requestPlan: RequestQuota
    let media: PackMediaStore
    let sources: SourceCatalog
    let result: UnstoredRefreshResult

    init(_ transaction: Transaction, _ context: LibraryContext, _ result: UnstoredRefreshResult) {
        self.transaction = transaction
        policy = context.pollingPolicy
        requestPlan = context.requestPlan
        media = context.media
        sources = context.sources
        self.result = result
    }

    private var leased: LeasedChannel { result.leased }
    private var channel: DueChannel { leased.channel }
    private var now: Date { result.receivedAt }

    func record() throws -> RefreshOutcome {
        let outcome =
            switch result.response {
            case .success(let response): try recordSuccess(response)
            case .failure(let error): try recordFailure(error)
            }
        // The channel may have been unfollowed during the request.
        try ChannelWriter(transaction: transaction).unscheduleIfUnused(channel.id)
        return outcome
    }

    private func recordSuccess(_ response: ChannelResponse) throws -> RefreshOutcome {
        if let metadata = response.metadata {
            try ChannelWriter(transaction: transaction).updateMetadata(metadata, of: channel.id)
            try hubs.record(metadata.hub, of: channel.id)
        }
        let nextCursor = try OlderStoriesQueue.nextCursor(
            after: response, of: channel.id, source: channel.source, transaction)
        let (new, changed) = try importContent(of: response)
        if new > 0 { try hubs.recordMiss(channel.id) }
        try updateChannel(after: response, nextCursor: nextCursor, hasChanges: new + changed > 0)
        let outcome = RefreshOutcome.succeeded(new: new, changed: changed)
        try log(outcome, status: response.status)
        if response.movedTo != nil || channel.hasPendingMove {
            try MoveTracker(transaction: transaction, channel: channel, now: now).record(response.movedTo)
        }
        return outcome
    }

    /// Stores stories that a hub sent between two fetches. The schedule, and the state of the source, stay as they are.
    func recordPushed() throws {
        guard case .success(let response) = result.response else { return }
        let (new, changed) = try importContent(of: response)
        if new + changed > 0 {
            try transaction.run(
                "update channel set last_changed_at = ? where id = ?", [.date(now), .number(channel.id)])
        }
        try hubs.recordImport(of: channel.id)
        try log(.succeeded(new: new, changed: changed), status: nil)
    }

    private var hubs: HubStore { HubStore(transaction: transaction, now: now, policy: policy) }

    private func importContent(of response: ChannelResponse) throws -> (new: Int, changed: Int) {
        var imported = try result.imported + importStories(result.stories)
        try ChannelRanking(transaction: transaction, channel: channel.id, source: channel.source, now: now)
            .apply(result.storyKeys, from: response.firstRank)
        if let offered = response.channels {
            try OfferedSectionImporter(transaction: transaction, now: now).importSections(offered, from: channel)
        }
        if let pack = result.pack {
            let writer = PackVersionWriter(transaction: transaction, now: now, source: channel.source, media: media)
            // The favourites that a publisher's pack brings belong to none of the readers here.
            imported.changed += try writer.install(pack, allowsDowngrade: false, for: nil).changedPages
        }
        if imported.new > 0 || imported.hasLinkedExisting {
            try ChannelWriter(transaction: transaction).updateNewestStory(of: channel.id)
        }
        return (imported.new, imported.changed)
    }

    /// Stores a part of a large response before the rest.
    func importStories(_ stories: [PreparedStory]) throws -> StoryImportResult {
        var importer = StoryImporter(transaction: transaction, now: now, channel: channel.id, source: channel.source)
        let hasPermanentKeys = sources.source(of: channel.kind, at: channel.site)?.hasPermanentKeys ?? true
        if !hasPermanentKeys, !result.hasFollowedKeys { try importer.followChangedKeys(result.stories) }
        return try importer.importStories(stories)
    }

    /// - Parameter nextCursor: the cursor to store; nil keeps the stored one.
    private func updateChannel(
        after response: ChannelResponse, nextCursor: SourceCursor??, hasChanges: Bool
    ) throws {
        var input = PollingSchedule.Input(now: now, pollingHints: response.pollingHints, jitter: result.jitter)
        (input.published, input.undated) = try publicationDates()
        input.isToldByHub = try hubs.isTold(channel.id)
        input.isFollowedByAlert = try AlertFeedQuery(transaction: transaction).follows(channel.id)
        let decision = PollingSchedule.next(after: input, within: policy)
        let isWhole = response.stories != nil || response.channels != nil || response.pack != nil
        let diagnostics = response.diagnostics.prefix(20).map { String($0.prefix(300)) }
        try transaction.run(
            """
            update channel set state = '\(ChannelHealthState.fine.rawValue)', due_at = ?,
              due_reason = '\(RefreshReason.due.rawValue)', polling_reason = ?, last_attempt_at = ?, last_success_at = ?,
              last_full_fetch_at = coalesce(?, last_full_fetch_at), last_changed_at = coalesce(?, last_changed_at), backoff_until = null, consecutive_failures = 0,
              failure_code = null, http_status = ?, diagnostics = case when ? = 1 then ? else diagnostics end,
              source_state = coalesce(?, source_state), is_unconditional = ?, fresh_until = ?,
              older_cursor = case when ? = 1 then ? else older_cursor end,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .date(decision.dueAt), .text(decision.reason.rawValue), .date(now), .date(now),
                .date(isWhole ? now : nil), .date(hasChanges ? now : nil),
                .number(response.status), .bool(isWhole),
                .text(try JSONColumn.encode(Array(diagnostics))), .bytes(response.sourceState?.bytes),
                .bool(response.pollingHints.lacksValidators),
                .date(PollingSchedule.freshUntil(now, pollingHints: response.pollingHints, within: policy)),
                .bool(nextCursor != nil), .text(nextCursor.flatMap { $0 }?.rawValue),
                .number(leased.lease.expiresAt), .number(channel.id),
            ])
    }

    private func recordFailure(_ error: SourceError) throws -> RefreshOutcome {
        if case .busy(let until, _) = error, try isOpenOnScreen() { return try postpone(until) }
        var error = error
        if case .busy(let until, let cause) = error {
            error = .busy(until: min(until, now.addingTimeInterval(policy.maxBackoff.seconds)), cause: cause)
        }
        let failures = channel.state.failures + 1
        var input = PollingSchedule.Input(now: now, failures: failures, jitter: result.jitter)
        input.pollingHints.lacksValidators = channel.isUnconditional
        input.lastFullFetchAt = try transaction.date(
            "select last_full_fetch_at from channel where id = ?", [.number(channel.id)])
        let decision = PollingSchedule.next(after: error, input, within: policy)
        let state: ChannelHealthState =
            switch error {
            case .gone: .gone
            case .busy: .waiting
            default: .failing
            }
        let failure = FetchFailure(error, at: leased.lease.host)
        let outcome = RefreshOutcome.failed(failure)
        // A request to wait is no failure.
        try transaction.run(
            """
            update channel set state = ?, due_at = ?, due_reason = '\(RefreshReason.due.rawValue)', polling_reason = ?,
              last_attempt_at = ?, consecutive_failures = case when ? = 1 then consecutive_failures else ? end, failure_code = ?, http_status = ?,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .text(state.rawValue), .date(decision.dueAt), .text(decision.reason.rawValue), .date(now),
                .bool(state == .waiting), .number(failures), .text(failure.code.rawValue), .number(failure.status),
                .number(leased.lease.expiresAt), .number(channel.id),
            ])
        if case .busy(let until, _) = error {
            try HostBackoffTable(transaction: transaction, now: now, policy: policy).recordBackoff(
                leased.lease.host, until: until, requester: channel.id)
        }
        try log(outcome, status: failure.status)
        return outcome
    }

    /// Returns true if only scheduled requests have to wait: the service's plan keeps its remaining requests for
    /// channels on screen.
    private func isOpenOnScreen() throws -> Bool {
        guard channel.reason == .due else { return false }
        return try RequestBudgetTable(
            transaction: transaction, plan: requestPlan, now: now, service: leased.lease.host
        ).isOpenOnScreen()
    }

    /// Leaves the channel as it was, so that it is fetched when it is shown; only its schedule is postponed.
    private func postpone(_ retryAt: Date) throws -> RefreshOutcome {
        let error = SourceError.busy(until: retryAt)
        // A rollback would make a channel that was never fetched count as being fetched until then.
        if leased.lease.previous.lastAttemptAt == nil {
            try FetchLeaseStore.end(leased.lease, transaction)
        } else {
            try FetchLeaseStore.rollBack(leased.lease, transaction)
        }
        let decision = PollingSchedule.next(
            after: error, PollingSchedule.Input(now: now, jitter: result.jitter), within: policy)
        try transaction.run(
            "update channel set due_at = ?, due_reason = '\(RefreshReason.due.rawValue)', polling_reason = ? where id = ?",
            [.date(decision.dueAt), .text(decision.reason.rawValue), .number(channel.id)])
        try CrashSuspects(transaction: transaction).clear(.channel, channel.id)
        try RefreshLog(transaction: transaction, channel: channel.id).appendSkipped(.due, at: now, because: .hostBusy)
        return .failed(FetchFailure(error, at: leased.lease.host))
    }

    private func log(_ outcome: RefreshOutcome, status: Int?) throws {
        try CrashSuspects(transaction: transaction).clear(.channel, channel.id)
        try RefreshLog(transaction: transaction, channel: channel.id).append(
            RefreshLogEntry(
                at: now, reason: channel.reason, event: .refreshed(outcome),
                tookMilliseconds: Int(result.duration.milliseconds), status: status))
    }

    /// Returns the dates of the newest stories, and the number of those without a date, whose arrival shows no
    /// publishing rate.
    private func publicationDates() throws -> (dates: [Date], undated: Int) {
        let dates = try transaction.all(
            """
            select case when s.published_at is null then null else cs.shown_at end as published
            from (select story_id, shown_at from channel_story where channel_id = ?
              order by shown_at desc, story_id desc limit 500) as cs
            join story s on s.id = cs.story_id
            """, [.number(channel.id)]
        ) { $0.optionalDate("published") }
        let known = dates.compactMap(\.self)
        return (known, dates.count - known.count)
    }
}
