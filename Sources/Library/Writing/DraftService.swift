public import Foundation
public import News

/// What readers are writing, kept at every pause, and how they sign.
public struct DraftService: Sendable {
    let context: LibraryContext

    private static let maxLength = 100_000

    /// Keeps a draft; an empty one is removed.
    /// - Parameter basedOn: the revision that the writer began with; nil for a new draft.
    /// - Returns: the new revision, or `.conflict` with what another device saved meanwhile, which stays.
    /// - Throws: `.invalid` for more than 100,000 characters; `.notThere` for an unknown story or source.
    public func save(
        _ draft: Draft, basedOn revision: Int64?, for reader: ReaderID
    ) async throws(LibraryError) -> DraftSaveResult {
        let length = [draft.title, draft.url, draft.text].reduce(0) { $0 + $1.unicodeScalars.count }
        guard length <= Self.maxLength else {
            throw .invalid(why: "A draft has at most 100,000 characters; this one has \(length). Please shorten it.")
        }
        let now = context.now()
        return try await context.database.write { transaction in
            let store = DraftStore(transaction: transaction, reader: reader.rawValue, now: now)
            let known = try store.find(draft.target)
            if let known, known.hasSameContent(as: draft) { return .saved(revision: known.revision ?? 0) }
            if let known, known.revision != revision { return .conflict(known) }
            // Never one that was there before: another device may know it.
            let next = max(now.milliseconds, (known?.revision ?? revision ?? 0) + 1)
            if draft.isEmpty {
                try store.remove(draft.target)
            } else if try !store.hasArrived(draft) {
                try Self.check(draft.target, transaction)
                try store.write(draft, revision: next)
            }
            return .saved(revision: next)
        }
    }

    private static func check(_ target: Draft.Target, _ transaction: Transaction) throws {
        let (table, id) =
            switch target {
            case .comment(let story, _), .edit(let story, _): ("story", story.rawValue)
            case .submission(let source): ("source", source)
            }
        guard try transaction.exists("select 1 from \(table) where id = ?", [.number(id)]) else {
            throw LibraryError.notThere
        }
    }

    /// Nil if there is none.
    public func draft(for target: Draft.Target, reader: ReaderID) async throws(LibraryError) -> Draft? {
        try await read(for: reader) { try $0.find(target) }
    }

    /// Newest first.
    public func drafts(for reader: ReaderID) async throws(LibraryError) -> [Draft] {
        try await read(for: reader) { try $0.all() }
    }

    /// Forgets a draft.
    public func remove(_ target: Draft.Target, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.database.write { transaction in
            try DraftStore(transaction: transaction, reader: reader.rawValue, now: now).remove(target)
        }
    }

    private func read<Value: Sendable>(
        for reader: ReaderID, _ work: @escaping @Sendable (DraftStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let now = context.now()
        return try await context.database.read { transaction in
            try work(DraftStore(transaction: transaction, reader: reader.rawValue, now: now))
        }
    }

    /// How a reader signs comments where there is no account; nil until they chose to have it remembered.
    public func guestAuthor(for reader: ReaderID) async throws(LibraryError) -> GuestAuthor? {
        try await context.database.read { transaction in
            try transaction.first(
                "select name, email, url, is_cookie_allowed from guest_author where reader_id = ?",
                [.number(reader.rawValue)]
            ) { row in
                GuestAuthor(
                    name: row.text("name"), email: row.text("email"), url: row.text("url"),
                    allowsCookies: row.bool("is_cookie_allowed"))
            }
        }
    }

    /// - Parameter author: nil forgets it.
    /// - Throws: `.invalid` for more than 1,000 characters in a field.
    public func setGuestAuthor(_ author: GuestAuthor?, for reader: ReaderID) async throws(LibraryError) {
        if let author, [author.name, author.email, author.url].contains(where: { $0.unicodeScalars.count > 1000 }) {
            throw .invalid(why: "A name or an address has at most 1,000 characters. Please shorten it.")
        }
        try await context.database.write { transaction in
            guard let author else {
                _ = try transaction.run(
                    "delete from guest_author where reader_id = ?", [.number(reader.rawValue)])
                return
            }
            try transaction.insert(
                into: "guest_author",
                [
                    "reader_id": .number(reader.rawValue), "name": .text(author.name), "email": .text(author.email),
                    "url": .text(author.url), "is_cookie_allowed": .bool(author.allowsCookies),
                ],
                onConflict: """
                    (reader_id) do update set name = excluded.name, email = excluded.email, url = excluded.url,
                      is_cookie_allowed = excluded.is_cookie_allowed
                    """)
        }
    }
}

/// Something not yet sent.
public struct Draft: Sendable, Hashable {
    public var target: Target
    /// Of a submission.
    public var title = ""
    public var url = ""
    public var text = ""
    public var updatedAt: Date?
    public var revision: Int64?
    /// Of the story.
    public var storyTitle: String?

    /// What the draft is for; a reader has one draft for each.
    public enum Target: Sendable, Hashable {
        /// A comment on a story, or a reply to one of its comments.
        case comment(StoryID, parent: CommentID?)
        /// New text for one's own comment.
        case edit(StoryID, CommentID)
        /// By `StorySource.id`.
        case submission(Int64)
    }

    public init(target: Target, title: String = "", url: String = "", text: String = "") {
        self.target = target
        self.title = title
        self.url = url
        self.text = text
    }
}

/// What came of saving a draft.
public enum DraftSaveResult: Sendable {
    case saved(revision: Int64)
    /// What another device saved meanwhile.
    case conflict(Draft)
}
