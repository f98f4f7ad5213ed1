public import News

/// Changes a reader's marks on stories. Every change takes effect at once and returns a token that undoes exactly it.
public struct MarkService: Sendable {
    let context: LibraryContext

    /// Marks the story and its duplicates opened and read, unless the reader has turned that off
    /// (`Preferences.marksOpened`).
    /// - Throws: `.notThere` when there is no such story.
    public func markOpened(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            guard try ReaderService.preferences(transaction, of: reader)?.marksOpened != false else { return }
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.markOpened(story.rawValue)
        }
    }

    /// Sets or clears a mark. `read` applies to a story's duplicates too, `saved` only to the story itself. Stories
    /// that already have the value, or do not exist, are skipped.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        try await mark(stories, as: kind, value, for: reader, surviving: .readerAction)
    }

    /// The same with a chosen durability; `make bench` measures what surviving a power failure costs.
    package func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID, surviving durability: Durability
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader, durability) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.setMarks(stories.map(\.rawValue), kind, value, undo: $0) }
        }
    }

    /// Marks a whole list read by raising one row per channel.
    /// - Parameter through: stories that arrived later stay unread.
    public func markAllRead(
        _ list: StoryList, through: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { undo in
                // Never beyond the newest known story: a later arrival must stay unread whatever the caller passed.
                let highest =
                    try NewStoryCounts(transaction: transaction, reader: reader.rawValue).highestStoryID() ?? 0
                let through = min(through.rawValue, highest)
                if list.isSaved { return try writer.markSavedRead(list, through: through, undo: undo) }
                return try writer.markAllRead(try StoryScope(list, transaction), through: through, undo: undo)
            }
        }
    }

    /// Marks the stories above `story` read, in the list's order; not the story itself.
    /// - Throws: `.notThere` when the list does not contain the story.
    public func markRead(
        above story: StoryID, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.markReadAbove(story.rawValue, in: list, undo: $0) }
        }
    }

    /// Undoes one change, except what was changed again since. A token works once.
    /// - Returns: how many stories or subscriptions were restored.
    /// - Throws: `.notThere` when this reader has no such token, or it has expired or was used.
    public func undo(_ undoID: Int64, for reader: ReaderID) async throws(LibraryError) -> Int {
        let now = context.now()
        // Notifies all readers: a restored subscription changes what is due.
        return try await context.writeAndNotify { transaction in
            try UndoExecutor(transaction: transaction, reader: reader.rawValue, now: now).undo(undoID)
        }
    }

    /// The reader's latest undoable change, if made within `seconds`, so that Undo is still offered after a page
    /// change.
    public func lastUndo(for reader: ReaderID, within seconds: Int) async throws(LibraryError) -> UndoToken? {
        let now = context.now()
        return try await context.database.read { transaction in
            try UndoWriter(transaction: transaction, reader: reader.rawValue, now: now).latest(within: seconds)
        }
    }
}

/// A mark that a reader can set on a story.
public enum MarkKind: String, Sendable, CaseIterable {
    /// The story was viewed; its row is dimmed.
    case opened
    /// The story is no longer in Unread.
    case read
    /// The story is exempt from retention.
    case saved

    /// The value in the `mark` table. Partial indexes name these numbers.
    var databaseValue: Int64 {
        switch self {
        case .opened: 1
        case .read: 2
        case .saved: 3
        }
    }
}
