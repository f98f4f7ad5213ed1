import Foundation
public import News
import Untrusted

/// Where a reader stopped in a story, reading or listening.
public struct ReadingProgress: Sendable, Hashable {
    /// What of the story it is: its text, or a recording by its number among the enclosures.
    public enum Part: Sendable, Hashable {
        case text
        case recording(Int)

        /// As the database has it.
        var databaseValue: Int64 {
            switch self {
            case .text: 0
            case .recording(let index): Int64(index) + 1
            }
        }
    }

    /// Of a text, ten-thousandths of its height; of a recording, milliseconds.
    public var position: Int64
    /// Of a recording its length in milliseconds, of a text 10,000.
    public var length: Int64
    /// Of a text, the number of the paragraph that stood at the top: it finds the place again where pictures or letters
    /// have another size.
    public var anchor: Int64

    public init(position: Int64, length: Int64, anchor: Int64 = 0) {
        self.position = position
        self.length = length
        self.anchor = anchor
    }
}

/// Where a reader stopped, kept here so that another device goes on there. Keeping a place changes no page but the
/// story's own, which is made anew whenever it is opened: so no other page grows old by it.
public struct ReadingProgressService: Sendable {
    let context: LibraryContext

    /// The newest so many places of a reader are kept.
    static let maxPerReader = 1000

    /// - Throws: `.notThere` when there is no such story.
    public func save(
        _ place: ReadingProgress, in part: ReadingProgress.Part, of story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.database.write { transaction in
            let known = try transaction.number(
                "select 1 from story where id = ? and purged_at is null", [.number(story.rawValue)])
            guard known != nil else { throw LibraryError.notThere }
            try transaction.run(
                """
                insert into story_place (reader_id, story_id, part, at, whole, anchor, kept_at)
                values (?, ?, ?, ?, ?, ?, ?)
                on conflict (reader_id, story_id, part) do update set at = excluded.at, whole = excluded.whole,
                  anchor = excluded.anchor, kept_at = excluded.kept_at
                """,
                [
                    .number(reader.rawValue), .number(story.rawValue), .number(part.databaseValue),
                    .number(max(0, place.position)), .number(max(0, place.length)), .number(max(0, place.anchor)),
                    .date(now),
                ])
            try Self.prune(transaction, reader.rawValue)
        }
    }

    /// Forgets the place, as there is nothing left to go on with.
    public func clear(_ part: ReadingProgress.Part, of story: StoryID, for reader: ReaderID) async throws(LibraryError)
    {
        _ = try await context.database.write { transaction in
            try transaction.run(
                "delete from story_place where reader_id = ? and story_id = ? and part = ?",
                [.number(reader.rawValue), .number(story.rawValue), .number(part.databaseValue)])
        }
    }

    /// The reader's places in a story.
    public func progress(
        in story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> [ReadingProgress.Part: ReadingProgress] {
        let found = try await context.database.read { transaction in
            try transaction.all(
                "select part, at, whole, anchor from story_place where reader_id = ? and story_id = ?",
                [.number(reader.rawValue), .number(story.rawValue)]
            ) { (part: $0.number(), at: $0.number(), whole: $0.number(), anchor: $0.number()) }
        }
        var places: [ReadingProgress.Part: ReadingProgress] = [:]
        for row in found {
            places[row.part == 0 ? .text : .recording(UntrustedInteger(row.part).int(clampedTo: 1...1_000_000) - 1)] =
                ReadingProgress(
                    position: row.at, length: row.whole, anchor: row.anchor)
        }
        return places
    }

    /// Keeps the page on which a reader left an edition.
    /// - Parameter path: the address within the house.
    public func saveLastPath(_ path: String, in edition: EditionID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        _ = try await context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                insert into edition_place (reader_id, edition, path, kept_at) values (?, ?, ?, ?)
                on conflict (reader_id, edition) do update set path = excluded.path, kept_at = excluded.kept_at
                """, [.number(reader.rawValue), .text(edition.rawValue), .text(path), .date(now)])
        }
    }

    /// The pages on which a reader left their editions.
    public func lastPaths(for reader: ReaderID) async throws(LibraryError) -> [EditionID: String] {
        let found = try await context.database.read { transaction in
            try transaction.all(
                "select edition, path from edition_place where reader_id = ?", [.number(reader.rawValue)]
            ) { (edition: EditionID(rawValue: $0.text()), path: $0.text()) }
        }
        return Dictionary(found.map { ($0.edition, $0.path) }, uniquingKeysWith: { first, _ in first })
    }

    private static func prune(_ transaction: Transaction, _ reader: Int64) throws {
        let count = try transaction.count("select count(*) from story_place where reader_id = ?", [.number(reader)])
        guard count > maxPerReader else { return }
        try transaction.run(
            """
            delete from story_place where reader_id = ? and kept_at < (
              select p.kept_at from story_place p where p.reader_id = ? order by p.kept_at desc limit 1 offset \(maxPerReader - 1))
            """, [.number(reader), .number(reader)])
    }
}
