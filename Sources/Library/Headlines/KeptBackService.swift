import Foundation
public import News

/// A service for stories that lists keep back, because their headlines are of kinds that the edition's file or the reader
/// has chosen. They are behind one line at the end, with their reasons, and each can be shown all the same.
public struct KeptBackService: Sendable {
    let context: LibraryContext

    /// Returns the kinds that an edition keeps back for a reader.
    public func kinds(
        in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> Set<HeadlineKind> {
        try await context.database.read { transaction in
            HeadlineKind.kinds(try KeptBackFilter(of: edition, for: reader.rawValue, transaction).kinds)
        }
    }

    /// Chooses the kinds that an edition keeps back for a reader.
    public func choose(
        _ kinds: Set<HeadlineKind>, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) {
        try await context.writeAndNotify(for: reader) { transaction in
            _ = try transaction.insert(
                into: "kept_back_choice",
                [
                    "reader_id": .number(reader.rawValue), "edition": .text(edition.rawValue),
                    "kinds": .number(HeadlineKind.bits(kinds)),
                ], onConflict: "(reader_id, edition) do update set kinds = excluded.kinds")
        }
    }

    /// Returns the stories that a list keeps back, the latest arrivals first.
    /// - Parameter depth: the number of stories, at most `StoryService.maxDepth`.
    public func stories(
        of list: StoryList, for reader: ReaderID, depth: Int
    ) async throws(LibraryError) -> KeptBackStories {
        let now = context.now()
        let depth = min(max(1, depth), StoryService.maxDepth)
        return try await context.database.read { transaction in
            let scope = try StoryScope(list, for: reader.rawValue, transaction)
            let query = KeptBackQuery(transaction: transaction, reader: reader.rawValue, now: now)
            let found = try query.page(in: scope, depth: depth + 1)
            let restored = Set(found.filter(\.isRestored).map(\.ref.story))
            let kinds = HeadlineKind.kinds(scope.keptBack.kinds)
            let rows = try StoryRowQuery(transaction: transaction, reader: reader.rawValue, now: now)
                .rows(of: found.prefix(depth).map(\.ref))
            return KeptBackStories(
                stories: rows.map { row in
                    KeptBackStory(
                        row: row, reasons: HeadlineMatcher.reasons(of: row.title).filter { kinds.contains($0.kind) },
                        isRestored: restored.contains(row.id.rawValue))
                }, count: try query.count(in: scope), hasMore: found.count > depth)
        }
    }

    /// Returns a story with the reasons for which an edition keeps it back; nil if it does not.
    public func story(
        _ row: StoryRow, in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> KeptBackStory? {
        let all = HeadlineMatcher.reasons(of: row.title)
        guard !all.isEmpty else { return nil }
        return try await context.database.read { transaction in
            let kinds = HeadlineKind.kinds(try KeptBackFilter(of: edition, for: reader.rawValue, transaction).kinds)
            let reasons = all.filter { kinds.contains($0.kind) }
            guard !reasons.isEmpty else { return nil }
            let isRestored = try transaction.exists(
                "select 1 from mark where reader_id = ? and kind = ? and story_id = ? and is_set = 1",
                [
                    .number(reader.rawValue), .number(MarkKind.restored.databaseValue), .number(row.id.rawValue),
                ])
            return KeptBackStory(row: row, reasons: reasons, isRestored: isRestored)
        }
    }

    /// Returns the reasons for which an edition keeps some of these stories back.
    public func reasons(
        of rows: [StoryRow], in edition: EditionID, for reader: ReaderID
    ) async throws(LibraryError) -> [StoryID: [HeadlineReason]] {
        let found = Dictionary(
            rows.map { ($0.id, HeadlineMatcher.reasons(of: $0.title)) }, uniquingKeysWith: { first, _ in first }
        ).filter { !$0.value.isEmpty }
        guard !found.isEmpty else { return [:] }
        return try await context.database.read { transaction in
            let kinds = HeadlineKind.kinds(try KeptBackFilter(of: edition, for: reader.rawValue, transaction).kinds)
            let list = SQLList(found.keys.map(\.rawValue).sorted())
            let restored = Set(
                try transaction.numbers(
                    "select story_id from mark where reader_id = ? and kind = ? and is_set = 1 and story_id in \(list.sql)",
                    [.number(reader.rawValue), .number(MarkKind.restored.databaseValue)] + list.arguments))
            return found.mapValues { reasons in reasons.filter { kinds.contains($0.kind) } }
                .filter { !$0.value.isEmpty && !restored.contains($0.key.rawValue) }
        }
    }

    /// Shows all stories that a list keeps back at present.
    public func restoreAll(of list: StoryList, for reader: ReaderID) async throws(LibraryError) -> UndoToken {
        let now = context.now()
        return try await context.writeAndNotify(for: reader) { transaction in
            let scope = try StoryScope(list, for: reader.rawValue, transaction)
            let stories = try KeptBackQuery(transaction: transaction, reader: reader.rawValue, now: now)
                .page(in: scope, depth: StoryService.maxDepth).filter { !$0.isRestored }.map(\.ref.story)
            let writer = try MarkWriter(transaction, reader: reader.rawValue, now: now)
            return try writer.change.performUndoable { try writer.setMarks(stories, .restored, true, undo: $0) }
        }
    }
}

/// The number of stories that a list keeps back.
public struct KeptBackCount: Sendable, Hashable {
    /// The stories that arrived in the last two days.
    public var recent: BoundedCount
    /// True if there is any, however old.
    public var hasEarlier: Bool

    public init(recent: BoundedCount = .zero, hasEarlier: Bool = false) {
        self.recent = recent
        self.hasEarlier = hasEarlier
    }
}

/// The stories that a list keeps back.
public struct KeptBackStories: Sendable {
    /// The stories, the latest arrivals first.
    public var stories: [KeptBackStory]
    /// The number of stories without those that the reader has restored.
    public var count: KeptBackCount
    /// True if there are more.
    public var hasMore: Bool

    public init(stories: [KeptBackStory], count: KeptBackCount, hasMore: Bool) {
        self.stories = stories
        self.count = count
        self.hasMore = hasMore
    }
}

/// A story that a list keeps back.
public struct KeptBackStory: Sendable {
    /// The row of the story.
    public var row: StoryRow
    /// The kinds that the list keeps back to which its headline belongs.
    public var reasons: [HeadlineReason]
    /// True if the reader has it shown all the same.
    public var isRestored: Bool
    /// The title, with the parts marked that the reasons name.
    public var title: [SnippetPart] { HeadlineMatcher.parts(of: row.title, for: reasons) }

    public init(row: StoryRow, reasons: [HeadlineReason], isRestored: Bool) {
        self.row = row
        self.reasons = reasons
        self.isRestored = isRestored
    }
}
