import Foundation
public import News
import Untrusted

/// Where a reader stopped, kept here so that another device goes on there. Keeping a place changes no page but the
/// story's own, which is made anew whenever it is opened: so no other page grows old by it.
public struct PlaceDesk: Sendable {
    let house: House

    /// The newest so many places of a reader are kept.
    static let most = 1000

    /// - Throws: `.notThere` when there is no such story.
    public func keep(
        _ place: StoryPlace, in part: StoryPlace.Part, of story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = house.now()
        try await house.store.write { session in
            let known = try session.number(
                "select 1 from story where id = ? and purged_at is null", [.number(story.rawValue)])
            guard known != nil else { throw LibraryError.notThere }
            try session.run(
                """
                insert into story_place (reader_id, story_id, part, at, whole, anchor, kept_at)
                values (?, ?, ?, ?, ?, ?, ?)
                on conflict (reader_id, story_id, part) do update set at = excluded.at, whole = excluded.whole,
                  anchor = excluded.anchor, kept_at = excluded.kept_at
                """,
                [
                    .number(reader.rawValue), .number(story.rawValue), .number(part.number),
                    .number(max(0, place.at)), .number(max(0, place.whole)), .number(max(0, place.anchor)),
                    .instant(now),
                ])
            try Self.bound(session, reader.rawValue)
        }
    }

    /// Forgets the place, as there is nothing left to go on with.
    public func finish(_ part: StoryPlace.Part, of story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        _ = try await house.store.write { session in
            try session.run(
                "delete from story_place where reader_id = ? and story_id = ? and part = ?",
                [.number(reader.rawValue), .number(story.rawValue), .number(part.number)])
        }
    }

    /// The reader's places in a story.
    public func places(
        in story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> [StoryPlace.Part: StoryPlace] {
        let found = try await house.store.read { session in
            try session.all(
                "select part, at, whole, anchor from story_place where reader_id = ? and story_id = ?",
                [.number(reader.rawValue), .number(story.rawValue)]
            ) { (part: $0.number(), at: $0.number(), whole: $0.number(), anchor: $0.number()) }
        }
        var places: [StoryPlace.Part: StoryPlace] = [:]
        for row in found {
            places[row.part == 0 ? .text : .recording(UntrustedInteger(row.part).int(clampedTo: 1...1_000_000) - 1)] =
                StoryPlace(
                    at: row.at, whole: row.whole, anchor: row.anchor)
        }
        return places
    }

    /// Keeps the page on which a reader left an edition.
    /// - Parameter path: the address within the house.
    public func keep(_ path: String, in edition: EditionID, for reader: ReaderID) async throws(LibraryError) {
        let now = house.now()
        _ = try await house.store.write(.refetchable) { session in
            try session.run(
                """
                insert into edition_place (reader_id, edition, path, kept_at) values (?, ?, ?, ?)
                on conflict (reader_id, edition) do update set path = excluded.path, kept_at = excluded.kept_at
                """, [.number(reader.rawValue), .words(edition.rawValue), .words(path), .instant(now)])
        }
    }

    /// The pages on which a reader left their editions.
    public func pages(for reader: ReaderID) async throws(LibraryError) -> [EditionID: String] {
        let found = try await house.store.read { session in
            try session.all(
                "select edition, path from edition_place where reader_id = ?", [.number(reader.rawValue)]
            ) { (edition: EditionID(rawValue: $0.words()), path: $0.words()) }
        }
        return Dictionary(found.map { ($0.edition, $0.path) }, uniquingKeysWith: { first, _ in first })
    }

    private static func bound(_ session: Session, _ reader: Int64) throws {
        let count = try session.count("select count(*) from story_place where reader_id = ?", [.number(reader)])
        guard count > most else { return }
        try session.run(
            """
            delete from story_place where reader_id = ? and kept_at < (
              select p.kept_at from story_place p where p.reader_id = ? order by p.kept_at desc limit 1 offset \(most - 1))
            """, [.number(reader), .number(reader)])
    }
}
