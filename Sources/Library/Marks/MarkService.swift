public import Foundation
public import News

/// A service that changes a reader's marks; every change returns a token that undoes it.
public struct MarkService: Sendable {
    let context: LibraryContext

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
