public import News

/// A service for readers' preferences and visits.
public struct ReaderService: Sendable {
    let context: LibraryContext

    /// Returns a reader's preferences.
    /// - Throws: `.notThere` for an unknown reader.
    public func preferences(for reader: ReaderID) async throws(LibraryError) -> Preferences {
        let known = try await context.database.read { try Self.preferences($0, of: reader) }
        guard let known else { throw .notThere }
        return known
    }

    static func preferences(_ transaction: Transaction, of reader: ReaderID) throws -> Preferences? {
        let text = try transaction.text("select preferences from reader where id = ?", [.number(reader.rawValue)])
        guard let text else { return nil }
        // Preferences that cannot be decoded (a later version wrote them) are replaced by defaults.
        do { return try JSONColumn.decode(text) } catch { return .standard }
    }

    static func listOptions(
        _ transaction: Transaction, of list: StoryList, for reader: Int64
    ) throws -> StoryListOptions {
        try preferences(transaction, of: ReaderID(rawValue: reader))?.options(of: list) ?? StoryListOptions()
    }

    /// Changes the stored preferences in one transaction, so that changes made on two devices are both kept.
    /// - Throws: `.notThere` for an unknown reader, or the error of `change`; then nothing is changed.
    public func changePreferences(
        for reader: ReaderID, _ change: @escaping @Sendable (inout Preferences) throws -> Void
    ) async throws(LibraryError) {
        let isKnown = try await context.writeAndNotify(for: reader) { transaction -> Bool in
            guard var preferences = try Self.preferences(transaction, of: reader) else { return false }
            try change(&preferences)
            try transaction.run(
                "update reader set preferences = ? where id = ?",
                [.text(try JSONColumn.encode(preferences)), .number(reader.rawValue)])
            return true
        }
        guard isKnown else { throw .notThere }
    }

    /// Records a visit to the front page; stories count as new if they arrived since the previous visit.
    public func recordVisit(for reader: ReaderID) async throws(LibraryError) {
        let now = context.now().milliseconds
        let id = reader.rawValue
        let step = try await context.database.read { try ReaderVisits.nextUpdate($0, reader: id, now: now) }
        guard step != .unchanged else { return }
        try await context.database.write(.refetchable) { transaction in
            // The step is computed again, because a concurrent request may have written.
            try ReaderVisits.apply(
                try ReaderVisits.nextUpdate(transaction, reader: id, now: now), transaction, reader: id, now: now)
        }
        if step == .startsNew { context.notifier.notify(for: reader) }
    }
}
