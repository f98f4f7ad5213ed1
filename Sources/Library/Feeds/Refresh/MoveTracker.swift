import Foundation
import News
import URLs

/// Follows permanent redirects once two consecutive refreshes have found the channel at the same address.
struct MoveTracker {
    let transaction: Transaction
    let channel: DueChannel
    let now: Date

    private static let requiredConfirmations: Int64 = 2

    /// Records the address of a response; moves or merges the channel when confirmed.
    /// - Parameter address: an address reached by permanent redirects alone; nil for none.
    func record(_ address: WebAddress?) throws {
        let seen = try transaction.number(
            """
            update channel set move_confirmations = case when moved_to = ? then move_confirmations + 1 else 1 end, moved_to = ?
            where id = ? returning move_confirmations
            """, [.text(address?.text), .text(address?.text), .number(channel.id)])
        guard let address, let seen, seen >= Self.requiredConfirmations else { return }
        try transaction.run(
            "update channel set moved_to = null, move_confirmations = 0 where id = ?", [.number(channel.id)])
        let merger = try transaction.first(
            """
            select s.id as target_source, c.id as target_channel from source s join channel c on c.source_id = s.id
            where s.kind = ? and s.address = ? and s.id <> ? order by c.id limit 1
            """, [.text(channel.kind.rawValue), .text(address.text), .number(channel.source)]
        ) {
            MovedChannelMerger(
                transaction: transaction, now: now, source: channel.source, channel: channel.id,
                targetSource: $0.number("target_source"), targetChannel: $0.number("target_channel"))
        }
        if let merger { try merger.merge() } else { try move(to: address) }
    }

    /// Stores the new address; the source state stays, as it came from the new address already.
    private func move(to address: WebAddress) throws {
        try transaction.run(
            "update channel set address = ?, host = ? where id = ?",
            [.text(address.text), .text(address.hostKey), .number(channel.id)])
        // A feed's source has the address of its channel.
        try transaction.run(
            "update source set address = ? where id = ? and address = ?",
            [.text(address.text), .number(channel.source), .text(channel.address.text)])
        try RefreshLog(transaction: transaction, channel: channel.id).append(
            RefreshLogEntry(at: now, reason: nil, event: .moved(to: address.origin + address.path)))
    }
}
