public import Foundation
public import News

/// Changes a reader's marks; every change returns a token that undoes it.
public struct MarkService: Sendable {
    let context: LibraryContext

    /// Marks a story and its duplicates opened and read, if `Preferences.marksOpened`.
    /// - Throws: `.notThere`.
    public func markOpened(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            guard try ReaderService.preferences(transaction, of: reader)?.marksOpened != false else { return }
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.markOpened(story.rawValue)
        }
    }

    /// Sets or clears a mark; `saved` and `ticked` not on duplicates. Unchanged and missing stories are skipped. What is
    /// ticked is marked read too, so that it leaves Unread.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        try await mark(stories, as: kind, value, for: reader, surviving: .readerAction)
    }

    /// With a chosen durability, for benchmarks.
    package func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID, surviving durability: Durability
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader, durability) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            let stories = stories.map(\.rawValue)
            return try writer.performUndoable { undo in
                if kind == .ticked, value { _ = try writer.setMarks(stories, .read, true, undo: undo) }
                return try writer.setMarks(stories, kind, value, undo: undo)
            }
        }
    }

    /// Marks a list read: one row per channel.
    /// - Parameter through: later arrivals stay unread.
    public func markAllRead(
        _ list: StoryList, through: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { undo in
                // Later arrivals stay unread, whatever the caller passed.
                let highest =
                    try NewStoryCounts(transaction: transaction, reader: reader.rawValue).highestStoryID() ?? 0
                let through = min(through.rawValue, highest)
                if let kind = list.markKind {
                    return try writer.markKeptRead(kind, list, through: through, undo: undo)
                }
                return try writer.markAllRead(
                    try StoryScope(list, for: reader.rawValue, transaction), through: through, undo: undo)
            }
        }
    }

    /// Marks the stories above `story` read.
    /// - Throws: `.notThere` when not in the list.
    public func markRead(
        above story: StoryID, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.markReadAbove(story.rawValue, in: list, undo: $0) }
        }
    }

    /// Marks the stories of a list read that are shown with an earlier date.
    public func markRead(
        before date: Date, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.markRead(before: date, in: list, undo: $0) }
        }
    }

    /// Undoes one change, except what changed since. A token works once.
    /// - Returns: how many stories or subscriptions.
    /// - Throws: `.notThere` without a valid token of this reader.
    public func undo(_ undoID: Int64, for reader: ReaderID) async throws(LibraryError) -> Int {
        let now = context.now()
        // A restored subscription changes what is due for all.
        return try await context.writeAndNotify { transaction in
            try UndoExecutor(transaction: transaction, reader: reader.rawValue, now: now).undo(undoID)
        }
    }

    /// The latest undoable change within `seconds`, to offer Undo after a page change.
    public func lastUndo(for reader: ReaderID, within seconds: Int) async throws(LibraryError) -> UndoToken? {
        let now = context.now()
        return try await context.database.read { transaction in
            try UndoWriter(transaction: transaction, reader: reader.rawValue, now: now).latest(within: seconds)
        }
    }
}

/// A mark on a story.
public enum MarkKind: String, Sendable, CaseIterable {
    /// Viewed; its row is dimmed.
    case opened
    /// Not in Unread.
    case read
    /// On the list of saved stories.
    case saved
    /// On the list of ticked stories: only what the reader ticked, not what was opened or marked read.
    case ticked

    /// Kinds with a list of their own. Their stories are exempt from retention.
    static let kept: [MarkKind] = [.saved, .ticked]

    var isKept: Bool { Self.kept.contains(self) }

    /// As the partial index `mark_kept` has it.
    static func keptCondition(_ mark: String) -> String {
        "(" + kept.map { "\(mark).kind = \($0.databaseValue)" }.joined(separator: " or ") + ") and \(mark).value = 1"
    }

    /// Partial indexes name these numbers.
    var databaseValue: Int64 {
        switch self {
        case .opened: 1
        case .read: 2
        case .saved: 3
        case .ticked: 4
        }
    }
}
