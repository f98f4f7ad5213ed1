import News

/// A query for the feeds that alerts follow: those of which a new story may alert a reader. They are fetched sooner.
struct AlertFeedQuery {
    let transaction: Transaction

    /// Returns true if an alert follows a channel that is not muted.
    func follows(_ channel: Int64) throws -> Bool {
        try transaction.exists("select 1 where \(Self.isFollowed("?"))", [.number(channel)])
    }

    /// Makes channels that alerts follow due in at most `seconds` after their last fetch, unless their origins asked for
    /// a longer pause.
    func hasten(_ seconds: Int64) throws {
        try transaction.run(
            """
            update channel set due_at = last_success_at + ?
            where due_at > last_success_at + ? and state = 'fine' and is_unconditional = 0
              and (polling_reason like 'publishes%' or polling_reason like 'month%'
                or polling_reason in ('undated', 'silent'))
              and id in (select u.channel_id from \(Self.source))
            """, [.number(seconds * 1000), .number(seconds * 1000)])
    }

    /// Returns a condition that an alert follows the channel that a column names.
    static func isFollowed(_ channel: String) -> String {
        "exists (select 1 from \(source) and u.channel_id = \(channel))"
    }

    private static let source = """
        alert_rule r join subscription u on u.reader_id = r.reader_id
        join channel c on c.id = u.channel_id and c.is_result_list = 0
        where (r.kind in ('words', 'place', 'great-news')
          or (r.kind = 'feed' and r.target_id = u.channel_id)
          or (r.kind = 'section' and ((r.target_id = u.folder_id and u.is_followed = 1) or exists
            (select 1 from section_channel sc where sc.section_id = r.target_id and sc.channel_id = u.channel_id)))
          or (r.kind = 'site' and (c.host in (r.value, 'www.' || r.value)
            or c.site_address like '%//' || r.value || '/%' or c.site_address like '%//www.' || r.value || '/%')))
        \(MuteSQL.feedCondition)
        """
}
