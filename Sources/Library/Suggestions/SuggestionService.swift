public import Foundation
public import News

/// A reader's choice about suggestions, and all that is stored for them.
public struct SuggestionChoice: Sendable, Hashable, Codable {
    /// True if things to follow are suggested from what was opened and saved.
    public var isOn = false
    /// The time from which opened and saved stories count; nil for all.
    public var since: Date?
    /// The keys of dismissed suggestions, the latest last.
    public var dismissed: [String] = []

    /// The number of dismissed suggestions that are remembered, and of bytes of each.
    static let maxDismissed = 200, maxKeyBytes = 400

    public init() {}
}

/// A service for suggestions, which are computed from a reader's marks whenever they are shown. Nothing is stored but the
/// reader's `SuggestionChoice`.
public struct SuggestionService: Sendable {
    let context: LibraryContext

    /// The number of attempts to empty the write-ahead log, of 200 ms each.
    private static let attempts = 10

    /// Returns what the reader's opened and saved stories have in common; empty while suggestions are off.
    public func interests(for reader: ReaderID) async throws(LibraryError) -> ReadingInterests {
        try await context.database.read { transaction in
            guard let choice = try ReaderService.preferences(transaction, of: reader)?.suggestions, choice.isOn else {
                return ReadingInterests()
            }
            return try ReadingInterestQuery(
                transaction: transaction, reader: reader.rawValue, since: choice.since?.milliseconds ?? 0
            ).interests()
        }
    }

    /// Turns suggestions on or off.
    public func turn(on isOn: Bool, for reader: ReaderID) async throws(LibraryError) {
        try await change(for: reader) { $0.isOn = isOn }
    }

    /// Dismisses a suggestion for good.
    public func dismiss(_ key: String, for reader: ReaderID) async throws(LibraryError) {
        guard !key.isEmpty, key.utf8.count <= SuggestionChoice.maxKeyBytes else {
            throw .invalid(why: "No suggestion was named.")
        }
        try await change(for: reader) { choice in
            choice.dismissed.removeAll { $0 == key }
            choice.dismissed = choice.dismissed.suffix(SuggestionChoice.maxDismissed - 1) + [key]
        }
    }

    /// Turns suggestions off and forgets all that was stored for them; deleted bytes are overwritten, also in the
    /// write-ahead log. Stories that were opened or saved until now never count again.
    public func erase(for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await change(for: reader) { choice in
            choice = SuggestionChoice()
            choice.since = now
        }
        // A page that is being read keeps the log for a moment.
        for _ in 0..<Self.attempts {
            if try await context.database.emptyLog() { return }
        }
    }

    private func change(
        for reader: ReaderID, _ change: @escaping @Sendable (inout SuggestionChoice) -> Void
    ) async throws(LibraryError) {
        try await ReaderService(context: context).changePreferences(for: reader) { change(&$0.suggestions) }
    }
}
