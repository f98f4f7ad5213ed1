public import News

/// What a reader does to stories. Each deed happens at once and gives a ticket that undoes exactly what it changed.
public struct MarkDesk: Sendable {
    let house: House

    /// The reader looks at the story: it and every story that tells the same are opened and read, unless the reader
    /// wants stories to stay as they are when they are opened (`Preferences.marksOpened`).
    /// - Throws: `.notThere` when there is no such story.
    public func open(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) {
        let now = house.now()
        try await house.change(for: reader) { session in
            guard try ReaderDesk.preferences(session, of: reader)?.marksOpened != false else { return }
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            try marking.open(story.rawValue)
        }
    }

    /// Marks stories, or takes the mark away. Reading one reads all that tell the same; saving saves only the one.
    /// Stories that are so already, or are not there, are passed over.
    public func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) -> UndoTicket {
        try await mark(stories, as: kind, value, for: reader, surviving: .readerAction)
    }

    /// The same; `make bench` measures with it what it costs that marks survive a power failure.
    package func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID, surviving durability: Durability
    ) async throws(LibraryError) -> UndoTicket {
        let now = house.now()
        return try await house.change(for: reader, durability) { session in
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            return try marking.deed { try marking.set(stories.map(\.rawValue), kind, value, undo: $0) }
        }
    }

    /// Marks a whole list read, one row for each channel (decision 6).
    /// - Parameter through: what arrived later stays unread.
    public func markAllRead(
        _ list: StoryList, through: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> UndoTicket {
        let now = house.now()
        return try await house.change(for: reader) { session in
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            return try marking.deed { undo in
                // Never past what is there now: a later arrival must stay unread whatever was asked for.
                let highest = try Arrivals(session: session, reader: reader.rawValue).highest() ?? 0
                let through = min(through.rawValue, highest)
                if list.isSaved { return try marking.readSaved(list, through: through, undo: undo) }
                return try marking.readAll(try Scope(list, session), through: through, undo: undo)
            }
        }
    }

    /// Marks read what stands above a story in a list, as the list is ordered; not the story itself.
    /// - Throws: `.notThere` when the story does not stand in the list.
    public func markRead(
        above story: StoryID, in list: StoryList, for reader: ReaderID
    ) async throws(LibraryError) -> UndoTicket {
        let now = house.now()
        return try await house.change(for: reader) { session in
            let marking = try Marking(session, reader: reader.rawValue, now: now)
            return try marking.deed { try marking.readAbove(story.rawValue, in: list, undo: $0) }
        }
    }

    /// Undoes one deed: exactly what it changed and nothing later has changed again. A second time it does nothing.
    /// - Returns: how many stories or subscriptions it set back.
    /// - Throws: `.notThere` when there is no such ticket of this reader, or it has expired or was used.
    public func undo(_ ticket: Int64, for reader: ReaderID) async throws(LibraryError) -> Int {
        let now = house.now()
        // For everyone: a subscription that comes back changes what is due.
        return try await house.change { session in
            try Undoing(session: session, reader: reader.rawValue, now: now).undo(ticket)
        }
    }

    /// The reader's last deed, if it was done within so many seconds: so that Undo is offered after a page change too.
    public func lastUndo(for reader: ReaderID, within seconds: Int) async throws(LibraryError) -> UndoTicket? {
        let now = house.now()
        return try await house.store.read { session in
            try UndoRecords(session: session, reader: reader.rawValue, now: now).last(within: seconds)
        }
    }
}
