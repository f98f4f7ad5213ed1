import Foundation

extension HubStore {
    /// Returns the channel of a callback address and its sealed key; nil if nothing is taken there any more.
    func receiver(_ token: SecretToken) throws -> (channel: Int64, sealedKey: [UInt8])? {
        try transaction.first(
            """
            select channel_id, encrypted_key from channel_hub
            where token_hash = ? and state in ('requested', 'active', 'failed')
            """, [.text(token.hash)]
        ) { row in row.optionalBytes("encrypted_key").map { (row.number("channel_id"), $0) } }.flatMap(\.self)
    }

    /// Counts content that is properly signed, before it is imported.
    /// - Returns: false for a flood, which suspends the subscription.
    func countContent(of channel: Int64) throws -> Bool {
        let start = now.addingTimeInterval(-HubPolicy.window)
        try transaction.run(
            """
            update channel_hub set window_count = case when window_start_at > ? then window_count + 1 else 1 end,
              window_start_at = case when window_start_at > ? then window_start_at else ? end, unimported_at = ?
            where channel_id = ?
            """, [.date(start), .date(start), .date(now), .date(now), .number(channel)])
        let count = try transaction.number(
            "select window_count from channel_hub where channel_id = ?", [.number(channel)])
        guard count ?? 0 > HubPolicy.maxPerHour else { return true }
        try end(channel, as: .suspended, .flood, rest: HubPolicy.rest)
        return false
    }

    /// Notes content that is not taken. The channel is fetched as usual from now on; too many in a row suspend the
    /// subscription.
    func recordFault(_ failure: HubFailure, of channel: Int64) throws {
        try transaction.run(
            """
            update channel_hub set fault_count = fault_count + 1, failure = ?, failure_detail = null, missed_at = ?,
              unimported_at = null where channel_id = ? and token_hash is not null
            """, [.text(failure.rawValue), .date(now), .number(channel)])
        let count = try transaction.number(
            "select fault_count from channel_hub where channel_id = ?", [.number(channel)])
        if count ?? 0 >= HubPolicy.maxFaults {
            try end(channel, as: .suspended, failure, rest: HubPolicy.rest)
        } else {
            try resumePolling(channel)
        }
    }

    /// Notes content that was imported, unless the subscription has ended meanwhile.
    func recordImport(of channel: Int64) throws {
        try transaction.run(
            """
            update channel_hub set last_message_at = ?, failure = null, failure_detail = null, fault_count = 0,
              unimported_at = null where channel_id = ? and token_hash is not null
            """, [.date(now), .number(channel)])
    }
}
