import Foundation
import Markup
import News

/// Writes down what came of asking a channel: stories, schedule, health, log and the end of the claim, all in one
/// transaction.
struct RefreshRecord {
    let session: Session
    let claim: Claim
    let bounds: PollingBounds
    let now: Date
    let took: Duration
    let jitter: Double

    private static let longestWait: TimeInterval = 7 * 86400

    func answered(_ answer: ChannelAnswer, stories: [PreparedStory]) throws -> Outcome {
        if let facts = answer.facts { try ChannelRecords(session: session, now: now).note(facts, of: claim.channel) }
        let next = try OlderPages.next(after: answer, of: claim.channel, source: claim.source, session)
        var intake = StoryIntake(session: session, now: now, channel: claim.channel, source: claim.source)
        let (new, changed) = try intake.take(stories)
        if let rank = answer.firstRank {
            try RankedPlaces(session: session, channel: claim.channel, source: claim.source, now: now)
                .place(stories.map(\.story.key), from: rank)
        }
        if let offered = answer.channels {
            try OfferedSections(session: session, now: now).take(offered, from: claim)
        }
        if new > 0 || intake.hasPlaced { try ChannelRecords(session: session, now: now).noteNewest(of: claim.channel) }
        var circumstances = Schedule.Circumstances(now: now, pace: answer.pace, jitter: jitter)
        (circumstances.published, circumstances.undated) = try published()
        let decision = Schedule.next(after: circumstances, within: bounds)
        let isWhole = answer.stories != nil || answer.channels != nil
        let complaints = answer.complaints.prefix(20).map { String($0.prefix(300)) }
        try session.run(
            """
            update channel set state = 'fine', due_at = ?, due_for = 'due', reason = ?, asked_at = ?, answered_at = ?,
              whole_at = coalesce(?, whole_at), changed_at = coalesce(?, changed_at), wait_until = null, failures = 0,
              error = null, http_status = ?, complaints = case when ? = 1 then ? else complaints end,
              memory = coalesce(?, memory), asks_whole = ?, fresh_until = ?,
              next_page = case when ? = 1 then ? else next_page end,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .instant(decision.dueAt), .words(decision.reason), .instant(now), .instant(now),
                .instant(isWhole ? now : nil), .instant(new + changed > 0 ? now : nil),
                .number(answer.status), .flag(isWhole),
                .words(try JSONText.write(Array(complaints))), .bytes(answer.memory?.bytes),
                .flag(answer.pace.asksWhole), .instant(Schedule.freshUntil(now, pace: answer.pace, within: bounds)),
                .flag(next != nil), .words(next.flatMap { $0 }?.rawValue),
                .number(claim.token), .number(claim.channel),
            ])
        let outcome = Outcome.answered(new: new, changed: changed)
        try write(outcome, status: answer.status)
        if answer.movedTo != nil || claim.isMoving {
            try Moving(session: session, claim: claim, now: now).note(answer.movedTo, source: claim.source)
        }
        return outcome
    }

    func failed(_ error: SourceError) throws -> Outcome {
        var error = error
        if case .busy(let until) = error { error = .busy(until: min(until, now.addingTimeInterval(Self.longestWait))) }
        let failures = claim.failures + 1
        var circumstances = Schedule.Circumstances(now: now, failures: failures, jitter: jitter)
        circumstances.pace.asksWhole = claim.asksWhole
        circumstances.wholeAt = try wholeAt()
        let decision = Schedule.next(after: error, circumstances, within: bounds)
        let state: HealthState =
            switch error {
            case .gone: .gone
            case .busy: .waiting
            default: .failing
            }
        let outcome = Outcome.failed(error)
        // Being asked to wait is no failure: it neither counts nor changes what was there.
        try session.run(
            """
            update channel set state = ?, due_at = ?, due_for = 'due', reason = ?, asked_at = ?,
              failures = case when ? = 1 then failures else ? end, error = ?, http_status = ?,
              claimed_until = case when claimed_until = ? then 0 else claimed_until end where id = ?
            """,
            [
                .words(state.rawValue), .instant(decision.dueAt), .words(decision.reason), .instant(now),
                .flag(state == .waiting), .number(failures), .words(error.code), .number(outcome.status),
                .number(claim.token), .number(claim.channel),
            ])
        if case .busy(let until) = error { try wait(until) }
        try write(outcome, status: outcome.status)
        return outcome
    }

    private func wait(_ until: Date) throws {
        let host = try session.first("select host from channel where id = ?", [.number(claim.channel)]) { $0.words() }
        guard let host else { return }
        try HostWait(session: session, now: now, bounds: bounds).begin(host, until: until, asking: claim.channel)
    }

    /// When everything came last.
    private func wholeAt() throws -> Date? {
        try session.first("select whole_at from channel where id = ?", [.number(claim.channel)]) {
            $0.optionalInstant()
        } ?? nil
    }

    private func write(_ outcome: Outcome, status: Int?) throws {
        try CrashSuspects(session: session).clear(.channel, claim.channel)
        let new = if case .answered(let new, _) = outcome { new } else { 0 }
        try DecisionLog(session: session, channel: claim.channel).write(
            RefreshDecision(
                at: now, reason: claim.reason, outcome: outcome.code, words: outcome.words, newStories: new,
                tookMilliseconds: Int(took.milliseconds), status: status))
    }

    /// When the newest stories were published, and how many of the newest have no date: of those the arrival is known,
    /// which says nothing of how often they come.
    private func published() throws -> (dates: [Date], undated: Int) {
        let dates = try session.all(
            """
            select case when s.published_at is null then null else cs.shown_at end
            from (select story_id, shown_at from channel_story where channel_id = ?
              order by shown_at desc, story_id desc limit 500) as cs
            join story s on s.id = cs.story_id
            """, [.number(claim.channel)], { $0.optionalInstant() })
        let known = dates.compactMap(\.self)
        return (known, dates.count - known.count)
    }
}
