import Foundation

/// A host that asks one channel to wait asks all of them.
struct HostWait {
    let session: Session
    let now: Date

    func begin(until: Date, claim: Claim) throws {
        let host = try session.first("select host from channel where id = ?", [.number(claim.channel)]) { $0.words() }
        guard let host else { return }
        let skipped = try session.all(
            "select id from channel where host = ? and id <> ? and due_at < ?",
            [.words(host), .number(claim.channel), .instant(until)], { $0.number() })
        for channel in skipped {
            try session.run(
                """
                insert into refresh_decision (channel_id, at, reason, outcome, words, new_stories, took)
                values (?, ?, null, 'skipped', 'its host asked us to wait', 0, 0)
                """, [.number(channel), .instant(now)])
            try session.run(
                "update channel set due_at = ?, reason = 'its host asked us to wait' where id = ?",
                [.instant(until), .number(channel)])
        }
        try session.run(
            "update channel set wait_until = ? where host = ? and coalesce(wait_until, 0) < ?",
            [.instant(until), .words(host), .instant(until)])
    }
}
