import Foundation
import News
import Untrusted

/// The digests' schedules and issues in the database.
struct DigestStore {
    let transaction: Transaction

    /// The number of issues that are kept of an edition.
    static let maxIssues = 2_000
    private static let leadCount = 3

    /// The part of an issue that the archive shows.
    private struct Summary: Codable {
        let leads: [String]
        let topicCount: Int
        let wordCount: Int
    }

    // MARK: - Schedules

    /// A schedule of a reader.
    struct Scheduled: Sendable {
        let reader: Int64
        let edition: EditionID
        let isOn: Bool
        let schedule: DigestSchedule
        /// The time at which it was chosen.
        let chosenAt: Date
        let hasFeed: Bool

        /// Returns the last time at which an issue was due, if that was after the choice.
        func due(at now: Date) -> Date? {
            schedule.last(through: now).flatMap { $0 > chosenAt ? $0 : nil }
        }
    }

    private static func scheduled(_ row: SQLRow) -> Scheduled {
        let zone = TimeZone(identifier: row.text("zone")) ?? .gmt
        let hours = row.text("hours").split(separator: ",").compactMap { UntrustedInteger($0)?.int(in: 0...23) }
        return Scheduled(
            reader: row.number("reader_id"), edition: EditionID(rawValue: row.text("edition")),
            isOn: row.bool("is_on"),
            schedule: DigestSchedule(hours: hours, zone: zone) ?? DigestSchedule(zone: zone),
            chosenAt: row.date("chosen_at"), hasFeed: row.bool("has_feed"))
    }

    private static let scheduleColumns = """
        s.reader_id, s.edition, s.is_on, s.hours, s.zone, s.chosen_at,
          case when s.feed_token_hash is null then 0 else 1 end as has_feed
        """

    func schedule(_ reader: Int64, _ edition: EditionID) throws -> Scheduled? {
        try transaction.first(
            "select \(Self.scheduleColumns) from digest_schedule s where s.reader_id = ? and s.edition = ?",
            [.number(reader), .text(edition.rawValue)], Self.scheduled)
    }

    /// Returns all schedules that are on.
    func schedules() throws -> [Scheduled] {
        try transaction.all(
            "select \(Self.scheduleColumns) from digest_schedule s where s.is_on = 1 order by s.reader_id, s.edition",
            [], Self.scheduled)
    }

    func ways(_ reader: Int64, _ edition: EditionID) throws -> Set<Int64> {
        Set(
            try transaction.numbers(
                "select way_id from digest_way where reader_id = ? and edition = ?",
                [.number(reader), .text(edition.rawValue)]))
    }

    /// Stores a schedule; ways that are not the reader's are left out.
    func save(_ settings: DigestSettings, _ reader: Int64, _ edition: EditionID, at now: Date) throws {
        let key: SQLAssignments = ["reader_id": .number(reader), "edition": .text(edition.rawValue)]
        let hours = settings.schedule.hours.map(String.init).joined(separator: ",")
        try transaction.insert(
            into: "digest_schedule",
            key + [
                "is_on": .bool(settings.isOn), "hours": .text(hours), "zone": .text(settings.schedule.zone.identifier),
                "chosen_at": .date(now), "feed_name": .text(SecretToken().text),
            ],
            onConflict: """
                (reader_id, edition) do update set is_on = excluded.is_on, hours = excluded.hours,
                  zone = excluded.zone, chosen_at = excluded.chosen_at
                """)
        try transaction.run(
            "delete from digest_way where reader_id = ? and edition = ?", [.number(reader), .text(edition.rawValue)])
        let known = Set(
            try transaction.numbers("select id from delivery_way where reader_id = ?", [.number(reader)]))
        for way in settings.ways.map(\.rawValue).sorted() where known.contains(way) {
            try transaction.insert(into: "digest_way", key + ["way_id": .number(way)])
        }
    }

    // MARK: - Feeds

    /// Sets or removes the secret of a feed's address.
    /// - Returns: false without a schedule.
    func setFeedToken(_ token: SecretToken?, _ reader: Int64, _ edition: EditionID) throws -> Bool {
        try transaction.update(
            "digest_schedule", set: ["feed_token_hash": .text(token?.hash)], where: "reader_id = ? and edition = ?",
            [.number(reader), .text(edition.rawValue)]) > 0
    }

    /// Returns the reader and edition of the feed with a token, and its lasting name.
    func feed(_ token: SecretToken) throws -> (reader: Int64, edition: EditionID, name: String)? {
        try transaction.first(
            "select reader_id, edition, feed_name from digest_schedule where feed_token_hash = ?", [.text(token.hash)]
        ) { ($0.number("reader_id"), EditionID(rawValue: $0.text("edition")), $0.text("feed_name")) }
    }

    // MARK: - Issues

    private static func issue(_ row: SQLRow) throws -> DigestIssue? {
        guard let content = JSONColumn.decodeIfReadable(row.text("content"), as: DigestContent.self) else { return nil }
        return DigestIssue(
            id: .init(rawValue: row.number("id")), reader: ReaderID(rawValue: row.number("reader_id")),
            edition: EditionID(rawValue: row.text("edition")), number: row.int("number"), slug: row.text("slug"),
            dueAt: row.date("due_at"), zone: TimeZone(identifier: row.text("zone")) ?? .gmt,
            periodBeginAt: row.date("period_begin_at"), periodEndAt: row.date("period_end_at"),
            openedAt: row.optionalDate("opened_at"), content: content)
    }

    /// Returns issues, the newest first.
    /// - Parameter condition: an SQL condition on `d`, which ends before the order.
    private func issues(
        _ reader: Int64, _ edition: EditionID, _ condition: String = "", _ values: [SQLValue] = [], limit: Int
    ) throws -> [DigestIssue] {
        try transaction.all(
            "select d.* from digest d where d.reader_id = ? and d.edition = ?\(condition) order by d.number desc limit ?",
            [.number(reader), .text(edition.rawValue)] + values + [.number(limit)], Self.issue
        ).compactMap(\.self)
    }

    func newest(_ reader: Int64, _ edition: EditionID, limit: Int) throws -> [DigestIssue] {
        try issues(reader, edition, limit: limit)
    }

    func issue(_ slug: String, _ reader: Int64, _ edition: EditionID) throws -> DigestIssue? {
        try issues(reader, edition, " and d.slug = ?", [.text(slug)], limit: 1).first
    }

    /// Returns summaries, the newest first.
    func summaries(
        _ reader: Int64, _ edition: EditionID, _ condition: String = "", _ values: [SQLValue] = [],
        order: String = "desc", limit: Int
    ) throws -> [DigestSummary] {
        try transaction.all(
            """
            select d.number, d.slug, d.due_at, d.zone, d.opened_at, d.summary from digest d
            where d.reader_id = ? and d.edition = ?\(condition) order by d.number \(order) limit ?
            """, [.number(reader), .text(edition.rawValue)] + values + [.number(limit)]
        ) { row in
            let summary = JSONColumn.decodeIfReadable(row.text("summary"), as: Summary.self)
            return DigestSummary(
                number: row.int("number"), slug: row.text("slug"), dueAt: row.date("due_at"),
                zone: TimeZone(identifier: row.text("zone")) ?? .gmt, leads: summary?.leads ?? [],
                topicCount: summary?.topicCount ?? 0, wordCount: summary?.wordCount ?? 0,
                openedAt: row.optionalDate("opened_at"))
        }
    }

    func isMade(_ scheduled: Scheduled, due: Date) throws -> Bool {
        try transaction.exists(
            "select 1 from digest where reader_id = ? and edition = ? and due_at = ?",
            [.number(scheduled.reader), .text(scheduled.edition.rawValue), .date(due)])
    }

    /// Stores an issue with the next number.
    /// - Returns: nil if one for that time is there.
    func insert(_ draft: DigestDraft) throws -> DigestIssue? {
        let owner: [SQLValue] = [.number(draft.reader.rawValue), .text(draft.edition.rawValue)]
        let number =
            try transaction.number("select max(number) from digest where reader_id = ? and edition = ?", owner) ?? 0
        let day = draft.localDay
        let sameDay = try transaction.count(
            "select count(*) from digest where reader_id = ? and edition = ? and (slug = ? or slug like ?)",
            owner + [.text(day), .text("\(day)-%")])
        let slug = sameDay == 0 ? day : "\(day)-\(sameDay + 1)"
        let topics = draft.content.topics
        let summary = Summary(
            leads: topics.prefix(Self.leadCount).map(\.title), topicCount: topics.count,
            wordCount: draft.content.wordCount)
        let inserted = try transaction.insert(
            into: "digest",
            [
                "reader_id": owner[0], "edition": owner[1], "number": .number(number + 1), "slug": .text(slug),
                "due_at": .date(draft.dueAt), "zone": .text(draft.zone.identifier),
                "period_begin_at": .date(draft.beginAt), "period_end_at": .date(draft.endAt),
                "summary": .text(try JSONColumn.encode(summary)),
                "content": .text(try JSONColumn.encode(draft.content)),
            ], onConflict: "(reader_id, edition, due_at) do nothing")
        guard inserted > 0 else { return nil }
        try transaction.run(
            "delete from digest where reader_id = ? and edition = ? and number <= ?",
            owner + [.number(number + 1 - Int64(Self.maxIssues))])
        return try issue(slug, draft.reader.rawValue, draft.edition)
    }

    func recordOpening(_ id: Int64, _ reader: Int64, at now: Date) throws -> Bool {
        try transaction.update(
            "digest", set: ["opened_at": .date(now)], where: "id = ? and reader_id = ? and opened_at is null",
            [.number(id), .number(reader)]) > 0
    }
}
