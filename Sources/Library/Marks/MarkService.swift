public import Foundation
public import News

/// A service that changes a reader's marks; every change returns a token that undoes it.
public struct MarkService: Sendable {
    let context: LibraryContext

    /// Returns the marks of stories as lists show them, without stories that do not exist. A story that no subscribed
    /// channel lists counts as read, as no unread list has it.
    public func marks(of stories: [StoryID], for reader: ReaderID) async throws(LibraryError) -> [StoryMarks] {
        let list = SQLList(stories.map(\.rawValue))
        return try await context.database.read { transaction in
            try transaction.all(
                """
                select s.id, coalesce(r.is_set, s.id <= coalesce((
                    select max(u.read_through) from channel_story cs
                    join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
                    where cs.story_id = s.id), s.id)) as is_read,
                  coalesce(k.is_set, 0) as is_saved, coalesce(t.is_set, 0) as is_ticked
                from story s
                left join mark r on r.reader_id = ? and r.kind = \(MarkKind.read.databaseValue) and r.story_id = s.id
                left join mark k on k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue) and k.story_id = s.id
                left join mark t on t.reader_id = ? and t.kind = \(MarkKind.ticked.databaseValue) and t.story_id = s.id
                where s.id in \(list.sql)
                """, Array(repeating: .number(reader.rawValue), count: 4) + list.arguments
            ) { row in
                StoryMarks(
                    story: StoryID(rawValue: row.number("id")), isRead: row.bool("is_read"),
                    isSaved: row.bool("is_saved"), isTicked: row.bool("is_ticked"))
            }
        }
    }

    /// Marks a story and its duplicates opened and read, if `Preferences.marksOpened` is set.
    /// - Throws: `.notThere` for an unknown story.
    public func markOpened(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            guard try ReaderService.preferences(transaction, of: reader)?.marksOpened != false else { return }
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.markOpened(story.rawValue)
        }
    }

    /// Sets or clears a mark on stories and, except for `saved` and `ticked`, on their duplicates. Unchanged and
    /// missing stories are skipped. Ticked stories are marked read too, so that they leave the list of unread stories.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        try await mark(stories, as: kind, value, for: reader, surviving: .readerAction)
    }

    /// Sets or clears a mark with the given durability, for benchmarks.
    package func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID, surviving durability: Durability
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader, durability) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            let stories = stories.map(\.rawValue)
            return try writer.change.performUndoable { undo in
                if kind == .ticked, value { _ = try writer.setMarks(stories, .read, true, undo: undo) }
                return try writer.setMarks(stories, kind, value, undo: undo)
            }
        }
    }

    /// Marks all stories of a list read; this takes one row per channel.
    /// - Parameter through: the newest story to mark; later arrivals stay unread.
    public func markAllRead(
        _ list: StoryList, through: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.change.performUndoable { undo in
                // Stories that arrive later stay unread, whatever the caller passed.
                let highest =
                    try NewStoryCountQuery(transaction: transaction, reader: reader.rawValue).highestStoryID() ?? 0
                let through = min(through.rawValue, highest)
                if case .search = list { return try writer.markFoundRead(list, through: through, undo: undo) }
                if let kind = list.markKind {
                    return try writer.markKeptRead(kind, list, through: through, undo: undo)
                }
                return try writer.markAllRead(
                    try StoryScope(list, for: reader.rawValue, transaction), through: through, undo: undo)
            }
        }
    }

    /// Marks the stories above `story` read.
    /// - Throws: `.notThere` if the story is not in the list.
    public func markRead(
        above story: StoryID, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.change.performUndoable { try writer.markReadAbove(story.rawValue, in: list, undo: $0) }
        }
    }

    /// Marks the stories of a list read whose displayed date is earlier than `date`.
    public func markRead(
        before date: Date, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.change.performUndoable { try writer.markRead(before: date, in: list, undo: $0) }
        }
    }

    /// Undoes one change, except for stories that have changed since. A token works once.
    /// - Returns: the number of stories or subscriptions.
    /// - Throws: `.notThere` without a valid token of this reader.
    public func undo(_ undoID: Int64, for reader: ReaderID) async throws(LibraryError) -> Int {
        let now = context.now()
        // All readers are notified, because a restored subscription changes which channels are due.
        return try await context.writeAndNotify { transaction in
            try UndoExecutor(transaction: transaction, reader: reader.rawValue, now: now).undo(undoID)
        }
    }

    /// Returns the token of the latest undoable change within `seconds`, to offer Undo after a page change; nil if
    /// there is none.
    public func lastUndo(for reader: ReaderID, within seconds: Int) async throws(LibraryError) -> UndoToken? {
        let now = context.now()
        return try await context.database.read { transaction in
            try UndoWriter(transaction: transaction, reader: reader.rawValue, now: now).latest(within: seconds)
        }
    }
}

/// A mark on a story.
public enum MarkKind: String, Sendable, Codable, CaseIterable {
    /// The story was viewed; its row is dimmed.
    case opened
    /// The story is not in the list of unread stories.
    case read
    /// The story is in the list of saved stories.
    case saved
    /// The story is in the list of ticked stories: the reader ticked it, rather than only opening it or marking it
    /// read.
    case ticked
    /// The story is shown although its headline is of a kind that the reader keeps back.
    case restored

    /// The kinds with a list of their own, whose stories are exempt from retention.
    static let kept: [MarkKind] = [.saved, .ticked]

    var isKept: Bool { Self.kept.contains(self) }

    /// Returns the condition for marks of these kinds, in the same form as in the partial index `mark_kept`.
    static func keptCondition(_ mark: String) -> String {
        "(" + kept.map { "\(mark).kind = \($0.databaseValue)" }.joined(separator: " or ") + ") and \(mark).is_set = 1"
    }

    /// The number in the database, which partial indexes contain.
    var databaseValue: Int64 {
        switch self {
        case .opened: 1
        case .read: 2
        case .saved: 3
        case .ticked: 4
        case .restored: 5
        }
    }
}

/// The marks of a story as lists show them.
public struct StoryMarks: Sendable, Hashable {
    /// The story.
    public let story: StoryID
    /// True if the story is in no list of unread stories.
    public let isRead: Bool
    /// True if the story is saved.
    public let isSaved: Bool
    /// True if the story is ticked.
    public let isTicked: Bool
}
