import Foundation
import Markup
import News

/// Follows a channel that its origin says has moved for good: believed at the second refresh that names the same place
/// and finds the channel there.
struct Moving {
    let session: Session
    let claim: Claim
    let now: Date

    /// A permanent move is believed when so many refreshes in a row agree on it.
    private static let believed: Int64 = 2

    /// - Parameter address: where this refresh was led by permanent redirects alone; nil when it was not.
    func note(_ address: WebAddress?, source: Int64) throws {
        let seen = try session.number(
            """
            update channel set moved_seen = case when moved_to = ? then moved_seen + 1 else 1 end, moved_to = ?
            where id = ? returning moved_seen
            """, [.words(address?.text), .words(address?.text), .number(claim.channel)])
        guard let address, let seen, seen >= Self.believed else { return }
        try session.run(
            "update channel set moved_to = null, moved_seen = 0 where id = ?", [.number(claim.channel)])
        let other = try session.first(
            """
            select s.id, c.id from source s join channel c on c.source_id = s.id
            where s.kind = ? and s.address = ? and s.id <> ? order by c.id limit 1
            """, [.words(claim.kind.rawValue), .words(address.text), .number(source)]
        ) { (source: $0.number(), channel: $0.number()) }
        if let other {
            try Joining(
                session: session, now: now, source: source, channel: claim.channel, intoSource: other.source,
                into: other.channel
            ).join()
        } else {
            try move(to: address, source: source)
        }
    }

    /// What was remembered came from the new address already, so it is kept: nothing has to be asked for again.
    private func move(to address: WebAddress, source: Int64) throws {
        try session.run(
            "update channel set address = ?, host = ? where id = ?",
            [.words(address.text), .words(Hosts.key(of: address)), .number(claim.channel)])
        // A feed's source is the feed itself.
        try session.run(
            "update source set address = ? where id = ? and address = ?",
            [.words(address.text), .number(source), .words(claim.address.text)])
        try DecisionLog(session: session, channel: claim.channel).write(
            RefreshDecision(
                at: now, reason: nil, outcome: "moved",
                words: "it has moved for good to \(address.origin)\(address.path)"))
    }
}
