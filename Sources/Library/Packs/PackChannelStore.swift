import Foundation
import News
import Packs
import URLs

/// The source that has a publication's pages, its channels, and the readers subscribed to them.
///
/// The channels have no newest story, so neither lists by time nor counts of new stories include their pages.
struct PackChannelStore {
    let transaction: Transaction
    let now: Date

    /// The host in the address of a channel without an address, as in `PackOptions.channel`; no host has this name (RFC
    /// 2606 §2).
    static let unpublishedHost = "pack.invalid"

    /// The value of `subscription.read_through` at which no story ever counts as unread: the largest number that a
    /// backup keeps.
    static let alwaysRead = RestoredValueSanitizer.maxSafeInteger

    /// The initial `read_through` for a row of `channel`.
    static let readThroughSQL = """
        case when exists (
            select 1 from source k where k.id = channel.source_id and k.kind = '\(SourceKind.pack.rawValue)')
          then \(alwaysRead) else 0 end
        """

    /// Returns true if there is nothing to fetch, as versions are only installed by hand.
    static func isUnpublished(_ channel: ChannelAddress) -> Bool {
        channel.kind == .pack && channel.address.host == unpublishedHost
    }

    /// Returns the source of a publication; nil until it has a channel.
    static func source(of options: PackOptions, _ transaction: Transaction) throws -> Int64? {
        guard let channel = options.channel else { return nil }
        return try transaction.number(
            "select id from source where kind = ? and address = ?",
            [.text(channel.kind.rawValue), .text(channel.site.withoutFragment.text)])
    }

    func findOrCreateSource(of options: PackOptions) throws -> Int64 {
        if let known = try Self.source(of: options, transaction) { return known }
        guard let channel = options.channel else { throw LibraryError.notThere }
        _ = try ChannelWriter(transaction: transaction).findOrCreate(at: channel)
        guard let made = try Self.source(of: options, transaction) else { throw LibraryError.notThere }
        return made
    }

    func channels(of source: Int64) throws -> [Int64] {
        try transaction.numbers("select id from channel where source_id = ? order by id", [.number(source)])
    }

    /// Adds the stored pages to channels that are new, as after a change of the address.
    func listPages(of options: PackOptions) throws {
        guard let source = try Self.source(of: options, transaction) else { return }
        let lists = try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select c.id, p.story_id, s.shown_at from channel c join pack_page p on p.source_id = c.source_id
            join story s on s.id = p.story_id
            where c.source_id = ? and not exists (select 1 from channel_story cs where cs.channel_id = c.id)
            """, [.number(source)])
        if lists > 0 { try subscribeReaders(to: source) }
    }

    /// Subscribes every reader to an installed publication, so that search finds its pages everywhere.
    func subscribeReaders(to source: Int64) throws {
        try transaction.run(
            """
            insert into subscription (reader_id, channel_id, newest_at, followed_at, is_followed, read_through)
            select r.id, c.id, 0, cast(? as bigint), 0, cast(? as bigint) from reader r cross join channel c
            where c.source_id = ?
            on conflict (reader_id, channel_id) do update set read_through = excluded.read_through
            """, [.date(now), .number(Self.alwaysRead), .number(source)])
    }

    /// Names the channels after the publication. Channels that are never fetched count as fetched now.
    func recordInstallation(titled title: String, in source: Int64) throws {
        try transaction.run(
            """
            update channel set title = ?, last_success_at = case when is_result_list = 1 then ? else last_success_at end
            where source_id = ?
            """, [.text(LineNormalizer.normalize(title) ?? title), .date(now), .number(source)])
    }
}
