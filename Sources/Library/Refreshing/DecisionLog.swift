import Foundation
import News

/// A channel's log: what was decided, when and why. The last fifty lines of each channel are kept.
struct DecisionLog {
    let session: Session
    let channel: Int64

    private static let length = 50

    func write(_ decision: RefreshDecision) throws {
        try session.run(
            """
            insert into refresh_decision (channel_id, at, reason, outcome, words, new_stories, took, status)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(channel), .instant(decision.at), .words(decision.reason?.rawValue), .words(decision.outcome),
                .words(decision.words), .number(decision.newStories), .number(decision.tookMilliseconds),
                .number(decision.status),
            ])
        try session.run(
            """
            delete from refresh_decision where channel_id = ? and id <=
              (select id from refresh_decision where channel_id = ? order by id desc limit 1 offset ?)
            """, [.number(channel), .number(channel), .number(Self.length)])
    }

    /// A line of a refresh that did not happen. One that says what the last line says already is left out.
    func skip(_ reason: RefreshReason?, at now: Date, because words: String) throws {
        let last = try session.first(
            "select outcome, words from refresh_decision where channel_id = ? order by id desc limit 1",
            [.number(channel)]
        ) { $0.words() + " " + $0.words() }
        guard last != "skipped " + words else { return }
        try write(RefreshDecision(at: now, reason: reason, outcome: "skipped", words: words))
    }
}
