import Foundation
import Markup
import News

/// Keeps stories of a source that no list brought: what was looked for, what somebody submitted. They lie in a channel of
/// their own for each source, which nobody follows, so that they are in no list and count as read.
struct FoundStories: Sendable {
    let house: House
    let source: StorySource

    /// - Returns: the stories as the reader sees them, in the same order.
    func keep(_ stories: [ArrivingStory], for reader: ReaderID) async throws(LibraryError) -> [StoryRow] {
        guard !stories.isEmpty else { return [] }
        let now = house.now()
        var prepared: [PreparedStory] = []
        for story in stories { prepared.append(try PreparedStory(story, now: now)) }
        return try await house.change(.refetchable) { [prepared, source] session in
            let channel = try Self.channel(of: source, session, now: now)
            var intake = StoryIntake(session: session, now: now, channel: channel, source: source.id)
            let revival = Revival(session: session, source: source.id, now: now)
            let gone = try revival.begin(prepared)
            _ = try intake.take(prepared)
            try revival.end(gone, prepared)
            return try Self.rows(prepared.map(\.story.key), of: source.id, session, reader: reader, now: now)
        }
    }

    private static func channel(of source: StorySource, _ session: Session, now: Date) throws -> Int64 {
        let known = try session.number(
            "select id from channel where source_id = ? and is_finding = 1", [.number(source.id)])
        if let known { return known }
        return try session.insert(
            """
            insert into channel (source_id, address, host, title, state, reason, made_at, is_finding)
            values (?, ?, ?, ?, 'paused', 'holds what was looked for', ?, 1)
            """,
            [
                .number(source.id), .words(source.site.withoutFragment.text + "#found"),
                .words(Hosts.key(of: source.site)), .words(source.site.host), .instant(now),
            ])
    }

    /// Each through a channel that the reader reads, where it lies in one.
    private static func rows(
        _ keys: [String], of source: Int64, _ session: Session, reader: ReaderID, now: Date
    ) throws -> [StoryRow] {
        let reading = StoryReading(session: session, reader: reader.rawValue, now: now)
        let rows = StoryRows(session: session, reader: reader.rawValue, now: now)
        return try keys.compactMap { key in
            let story = try session.number(
                "select id from story where source_id = ? and key = ? and purged_at is null",
                [.number(source), .words(key)])
            guard let story, let place = try reading.candidate(story, preferring: nil) else { return nil }
            return try rows.row(of: story, in: place.channel, group: place.group)
        }
    }
}
