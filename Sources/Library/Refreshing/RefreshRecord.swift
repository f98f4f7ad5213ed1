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

    /// So many lines of its log are kept of each channel.
    private static let logLength = 50
    /// A permanent move is believed when it was seen so many times in a row.
    private static let movesBelieved: Int64 = 3
    private static let longestWait: TimeInterval = 7 * 86400

    func answered(_ answer: ChannelAnswer, stories: [PreparedStory]) throws -> Outcome {
        let source = try session.number("select source_id from channel where id = ?", [.number(claim.channel)])
        guard let source else { throw LibraryError.notThere }
        if let facts = answer.facts { try ChannelRecords(session: session, now: now).note(facts, of: claim.channel) }
        let intake = StoryIntake(session: session, now: now, channel: claim.channel, source: source)
        let (new, changed) = try intake.take(stories)
        if new > 0 { try noteNewest() }
        let decision = Schedule.next(
            after: .init(now: now, pace: answer.pace, published: try published(), jitter: jitter), within: bounds)
        let complaints = answer.complaints.prefix(20).map { String($0.prefix(300)) }
        try session.run(
            """
            update channel set state = 'fine', due_at = ?, due_for = 'due', reason = ?, asked_at = ?, answered_at = ?,
              whole_at = coalesce(?, whole_at), changed_at = coalesce(?, changed_at), wait_until = null, failures = 0,
              error = null, http_status = null, complaints = case when ? = 1 then ? else complaints end,
              memory = coalesce(?, memory) where id = ?
            """,
            [
                .instant(decision.dueAt), .words(decision.reason), .instant(now), .instant(now),
                .instant(answer.stories == nil ? nil : now), .instant(new + changed > 0 ? now : nil),
                .flag(answer.stories != nil), .words(try JSONText.write(Array(complaints))),
                .bytes(answer.memory?.bytes), .number(claim.channel),
            ])
        try noteMove(answer.movedTo, source: source)
        return try end(.answered(new: new, changed: changed))
    }

    func failed(_ error: SourceError) throws -> Outcome {
        var error = error
        if case .busy(let until) = error { error = .busy(until: min(until, now.addingTimeInterval(Self.longestWait))) }
        let failures = claim.failures + 1
        let decision = Schedule.next(
            after: error, .init(now: now, failures: failures, jitter: jitter), within: bounds)
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
              failures = case when ? = 1 then failures else ? end, error = ?, http_status = ? where id = ?
            """,
            [
                .words(state.rawValue), .instant(decision.dueAt), .words(decision.reason), .instant(now),
                .flag(state == .waiting), .number(failures), .words(error.code), .number(outcome.status),
                .number(claim.channel),
            ])
        if case .busy(let until) = error { try HostWait(session: session, now: now).begin(until: until, claim: claim) }
        return try end(outcome)
    }

    private func end(_ outcome: Outcome) throws -> Outcome {
        try Claiming.release(claim, session)
        let new = if case .answered(let new, _) = outcome { new } else { 0 }
        try session.run(
            """
            insert into refresh_decision (channel_id, at, reason, outcome, words, new_stories, took, status)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(claim.channel), .instant(now), .words(claim.reason.rawValue), .words(outcome.code),
                .words(outcome.words), .number(new), .number(took.milliseconds), .number(outcome.status),
            ])
        try session.run(
            """
            delete from refresh_decision where channel_id = ? and id <=
              (select id from refresh_decision where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(claim.channel), .number(claim.channel), .number(Self.logLength)])
        return outcome
    }

    /// Lists find a channel by its newest story.
    private func noteNewest() throws {
        try session.run(
            """
            update channel set
              newest_at = (select coalesce(max(cs.shown_at), 0) from channel_story cs where cs.channel_id = channel.id),
              newest_story = (select coalesce(max(cs.story_id), 0) from channel_story cs where cs.channel_id = channel.id)
            where id = ?
            """, [.number(claim.channel)])
        try session.run(
            """
            update subscription set newest_at = (select c.newest_at from channel c where c.id = subscription.channel_id)
            where channel_id = ?
            """, [.number(claim.channel)])
    }

    private func published() throws -> [Date] {
        try session.all(
            "select shown_at from channel_story where channel_id = ? order by shown_at desc, story_id desc limit 500",
            [.number(claim.channel)], { $0.instant() })
    }

    private func noteMove(_ address: WebAddress?, source: Int64) throws {
        let seen = try session.number(
            """
            update channel set moved_seen = case when moved_to = ? then moved_seen + 1 else 1 end, moved_to = ?
            where id = ? returning moved_seen
            """, [.words(address?.text), .words(address?.text), .number(claim.channel)])
        guard let address, let seen, seen >= Self.movesBelieved else { return }
        let isTaken = try session.number(
            "select id from source where kind = ? and address = ?", [.words(claim.kind.rawValue), .words(address.text)])
        guard isTaken == nil else { return }
        try session.run(
            """
            update channel set address = ?, host = ?, memory = null, moved_to = null, moved_seen = 0 where id = ?
            """, [.words(address.text), .words(Hosts.key(of: address)), .number(claim.channel)])
        // A feed's source is the feed itself.
        try session.run(
            "update source set address = ? where id = ? and address = ?",
            [.words(address.text), .number(source), .words(claim.address.text)])
    }
}
