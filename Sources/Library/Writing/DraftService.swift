public import Foundation
public import News

/// A service that keeps readers' drafts, saved at every pause in typing, and their guest signatures.
public struct DraftService: Sendable {
    let context: LibraryContext

    private static let maxLength = 100_000

    /// Saves a draft; removes it if it is empty.
    /// - Parameter revision: The revision on which the draft is based; nil for a new draft.
    /// - Returns: The new revision, or `.conflict` with the draft that another device saved meanwhile, which stays.
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
            // An earlier revision is never reused, because another device may know it.
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

    /// Returns the draft for a target; nil if there is none.
    public func draft(for target: Draft.Target, reader: ReaderID) async throws(LibraryError) -> Draft? {
        try await read(for: reader) { try $0.find(target) }
    }

    /// Returns the reader's drafts, newest first.
    public func drafts(for reader: ReaderID) async throws(LibraryError) -> [Draft] {
        try await read(for: reader) { try $0.all() }
    }

    /// Removes a draft.
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

    /// Returns the name and addresses with which a reader signs comments as a guest; nil unless the reader chose to
    /// store them.
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

    /// Stores the signature of a reader as a guest.
    /// - Parameter author: The signature; nil to delete the stored one.
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

/// A text that was not yet sent.
public struct Draft: Sendable, Hashable {
    /// The place for which the text is meant.
    public var target: Target
    /// The title of a submission; otherwise empty.
    public var title = ""
    /// The address of a submission, as typed; otherwise empty.
    public var url = ""
    /// The text, as typed.
    public var text = ""
    /// The time of the last save; nil for an unsaved draft.
    public var updatedAt: Date?
    /// The revision of the last save; nil for an unsaved draft.
    public var revision: Int64?
    /// The title of the story; nil for a submission, or if the story is not stored.
    public var storyTitle: String?

    /// The purpose of a draft. A reader has one draft for each target.
    public enum Target: Sendable, Hashable {
        /// A comment on a story, or a reply to one of its comments.
        case comment(StoryID, parent: CommentID?)
        /// A new text for the reader's own comment.
        case edit(StoryID, CommentID)
        /// A submission to the source with this `StorySource.id`.
        case submission(Int64)
    }

    public init(target: Target, title: String = "", url: String = "", text: String = "") {
        self.target = target
        self.title = title
        self.url = url
        self.text = text
    }
}

/// The result of saving a draft.
public enum DraftSaveResult: Sendable {
    case saved(revision: Int64)
    /// The draft that another device saved meanwhile.
    case conflict(Draft)
}
