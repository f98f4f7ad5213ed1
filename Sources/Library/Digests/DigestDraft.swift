import Foundation
import News

/// An issue before it is stored.
struct DigestDraft: Sendable {
    let reader: ReaderID
    let edition: EditionID
    let dueAt: Date
    let zone: TimeZone
    let beginAt: Date
    let endAt: Date
    let content: DigestContent

    private static let day: TimeInterval = 86_400
    /// The time by which a story may be older than its period: publishers' feeds are read at intervals.
    private static let lateArrival: TimeInterval = day / 4

    /// The day in the zone, such as `2026-11-29`.
    var localDay: String {
        dueAt.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }

    /// The issue as it is shown without being stored.
    var preview: DigestIssue {
        DigestIssue(
            id: .init(rawValue: 0), reader: reader, edition: edition, number: 0, slug: localDay, dueAt: dueAt,
            zone: zone, periodBeginAt: beginAt, periodEndAt: endAt, openedAt: nil, content: content)
    }

    /// Makes an issue of what came since the one before, at most two days ago; the first is about a day.
    init(
        of edition: EditionID, for reader: ReaderID, due: Date, in zone: TimeZone, now: Date, _ transaction: Transaction
    ) throws {
        let previous = try DigestStore(transaction: transaction).newest(reader.rawValue, edition, limit: 1).first
        beginAt = max(previous?.periodEndAt ?? now - Self.day, now - 2 * Self.day)
        (self.reader, self.edition, dueAt, self.zone, endAt) = (reader, edition, due, zone, now)
        let clusters = try StoryClusterQuery(
            transaction: transaction, reader: reader.rawValue, now: now,
            scope: StoryClusterService.scope(of: edition, for: reader, transaction)
        ).clusters(since: beginAt - Self.lateArrival)
        content = DigestSelection(beginAt: beginAt, sections: try Self.sections(of: clusters, transaction))
            .content(of: clusters)
    }

    /// Returns the sections of the clusters in the reader's order.
    private static func sections(
        of clusters: [StoryCluster], _ transaction: Transaction
    ) throws -> [(id: SectionID, title: String)] {
        let list = SQLList(Set(clusters.compactMap { $0.lead.section?.rawValue }).sorted())
        return try transaction.all(
            "select id, title from folder where id in \(list.sql) order by position, id", list.arguments
        ) { (SectionID(rawValue: $0.number("id")), $0.text("title")) }
    }
}
