public import News

/// What a reader does to stories. Each deed happens at once and gives a ticket that undoes exactly what it changed.
public struct MarkService: Sendable {
    let context: LibraryContext

    /// The reader looks at the story: it and every story that tells the same are opened and read, unless the reader
    /// wants stories to stay as they are when they are opened (`Preferences.marksOpened`).
    /// - Throws: `.notThere` when there is no such story.
    public func markOpened(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            guard try ReaderService.preferences(transaction, of: reader)?.marksOpened != false else { return }
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            try writer.markOpened(story.rawValue)
        }
    }

    /// Marks stories, or takes the mark away. Reading one reads all that tell the same; saving saves only the one.
    /// Stories that are so already, or are not there, are passed over.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        try await mark(stories, as: kind, value, for: reader, surviving: .readerAction)
    }

    /// The same; `make bench` measures with it what it costs that marks survive a power failure.
    package func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID, surviving durability: Durability
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader, durability) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.setMarks(stories.map(\.rawValue), kind, value, undo: $0) }
        }
    }

    /// Marks a whole list read, one row for each channel (decision 6).
    /// - Parameter through: what arrived later stays unread.
    public func markAllRead(
        _ list: StoryList, through: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { undo in
                // Never past what is there now: a later arrival must stay unread whatever was asked for.
                let highest =
                    try NewStoryCounts(transaction: transaction, reader: reader.rawValue).highestStoryID() ?? 0
                let through = min(through.rawValue, highest)
                if list.isSaved { return try writer.markSavedRead(list, through: through, undo: undo) }
                return try writer.markAllRead(try StoryScope(list, transaction), through: through, undo: undo)
            }
        }
    }

    /// Marks read what stands above a story in a list, as the list is ordered; not the story itself.
    /// - Throws: `.notThere` when the story does not stand in the list.
    public func markRead(
        above story: StoryID, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.performUndoable { try writer.markReadAbove(story.rawValue, in: list, undo: $0) }
        }
    }

    /// Undoes one deed: exactly what it changed and nothing later has changed again. A second time it does nothing.
    /// - Returns: how many stories or subscriptions it set back.
    /// - Throws: `.notThere` when there is no such ticket of this reader, or it has expired or was used.
    public func undo(_ undoID: Int64, for reader: ReaderID) async throws(LibraryError) -> Int {
        let now = context.now()
        // For everyone: a subscription that comes back changes what is due.
        return try await context.writeAndNotify { transaction in
            try UndoExecutor(transaction: transaction, reader: reader.rawValue, now: now).undo(undoID)
        }
    }

    /// The reader's last deed, if it was done within so many seconds: so that Undo is offered after a page change too.
    public func lastUndo(for reader: ReaderID, within seconds: Int) async throws(LibraryError) -> UndoToken? {
        let now = context.now()
        return try await context.database.read { transaction in
            try UndoWriter(transaction: transaction, reader: reader.rawValue, now: now).latest(within: seconds)
        }
    }
}

/// What a reader can do to a story that the Library remembers.
public enum MarkKind: String, Sendable, CaseIterable {
    /// Was looked at: dims its row.
    case opened
    /// Has left Unread.
    case read
    /// Is kept for ever.
    case saved

    /// As the `mark` table has it. Partial indexes name these numbers.
    var databaseValue: Int64 {
        switch self {
        case .opened: 1
        case .read: 2
        case .saved: 3
        }
    }
}
