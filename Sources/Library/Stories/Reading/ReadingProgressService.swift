import Foundation
public import News
import Untrusted

/// A reader's position in a text or recording.
public struct ReadingProgress: Sendable, Hashable {
    /// A part of a story with its own position; recordings have their index among the enclosures.
    public enum Part: Sendable, Hashable {
        /// The text of the story.
        case text
        /// The recording with this index among the enclosures.
        case recording(Int)

        /// The value of the `part` column.
        var databaseValue: Int64 {
            switch self {
            case .text: 0
            case .recording(let index): Int64(index) + 1
            }
        }

        init(databaseValue value: Int64) {
            self = value == 0 ? .text : .recording(UntrustedInteger(value).int(clampedTo: 1...1_000_000) - 1)
        }
    }

    /// The position in ten-thousandths of a text's height, or in milliseconds of a recording.
    public var position: Int64
    /// The length: 10,000 for a text, or the milliseconds of a recording.
    public var length: Int64
    /// The index of the paragraph at the top of the screen in a text, which stays valid with other picture or font
    /// sizes.
    public var anchor: Int64

    public init(position: Int64, length: Int64, anchor: Int64 = 0) {
        self.position = position
        self.length = length
        self.anchor = anchor
    }
}

/// A service that stores reading positions.
public struct ReadingProgressService: Sendable {
    let context: LibraryContext

    /// The maximum number of positions per reader; older positions are deleted.
    static let maxPerReader = 1000

    /// Saves a position.
    /// - Throws: `.notThere` for an unknown or purged story.
    public func save(
        _ progress: ReadingProgress, in part: ReadingProgress.Part, of story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let isKnown = try transaction.exists(
                "select 1 from story where id = ? and purged_at is null", [.number(story.rawValue)])
            guard isKnown else { throw LibraryError.notThere }
            try transaction.insert(
                into: "reading_progress",
                [
                    "reader_id": .number(reader.rawValue), "story_id": .number(story.rawValue),
                    "part": .number(part.databaseValue), "position": .number(max(0, progress.position)),
                    "length": .number(max(0, progress.length)), "anchor": .number(max(0, progress.anchor)),
                    "updated_at": .date(now),
                ],
                onConflict: """
                    (reader_id, story_id, part) do update set position = excluded.position, length = excluded.length,
                      anchor = excluded.anchor, updated_at = excluded.updated_at
                    """)
            try Self.prune(transaction, reader.rawValue)
        }
    }

    /// Deletes a position.
    public func clear(_ part: ReadingProgress.Part, of story: StoryID, for reader: ReaderID) async throws(LibraryError)
    {
        _ = try await context.writeAndNotify(for: reader) { transaction in
            try transaction.run(
                "delete from reading_progress where reader_id = ? and story_id = ? and part = ?",
                [.number(reader.rawValue), .number(story.rawValue), .number(part.databaseValue)])
        }
    }

    /// Returns the positions in a story by part.
    public func progress(
        in story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> [ReadingProgress.Part: ReadingProgress] {
        let found = try await context.database.read { transaction in
            try transaction.all(
                "select part, position, length, anchor from reading_progress where reader_id = ? and story_id = ?",
                [.number(reader.rawValue), .number(story.rawValue)]
            ) { row in
                (
                    ReadingProgress.Part(databaseValue: row.number("part")),
                    ReadingProgress(
                        position: row.number("position"), length: row.number("length"), anchor: row.number("anchor"))
                )
            }
        }
        return Dictionary(found, uniquingKeysWith: { _, last in last })
    }

    /// Saves the last path visited in an edition.
    public func saveLastPath(_ path: String, in edition: EditionID, for reader: ReaderID) async throws(LibraryError) {
        _ = try await context.database.write(.refetchable) { transaction in
            try transaction.run(
                """
                insert into last_visited_path (reader_id, edition, path) values (?, ?, ?)
                on conflict (reader_id, edition) do update set path = excluded.path
                """, [.number(reader.rawValue), .text(edition.rawValue), .text(path)])
        }
    }

    /// Returns the last visited paths by edition.
    public func lastPaths(for reader: ReaderID) async throws(LibraryError) -> [EditionID: String] {
        let found = try await context.database.read { transaction in
            try transaction.all(
                "select edition, path from last_visited_path where reader_id = ?", [.number(reader.rawValue)]
            ) { (EditionID(rawValue: $0.text("edition")), $0.text("path")) }
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private static func prune(_ transaction: Transaction, _ reader: Int64) throws {
        let count = try transaction.count(
            "select count(*) from reading_progress where reader_id = ?", [.number(reader)])
        guard count > maxPerReader else { return }
        try transaction.run(
            """
            delete from reading_progress where reader_id = ? and updated_at < (
              select p.updated_at from reading_progress p where p.reader_id = ? order by p.updated_at desc limit 1 offset \(maxPerReader - 1))
            """, [.number(reader), .number(reader)])
    }
}
