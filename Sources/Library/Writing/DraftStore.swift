import Foundation
import News

/// The store of one reader's drafts in the database.
struct DraftStore {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// The key of a row, apart from the reader.
    struct Key {
        let kind: String
        let story: Int64
        let comment: Int64
        let source: Int64

        init(_ target: Draft.Target) {
            switch target {
            case .comment(let story, let parent):
                self.init("comment", story: story.rawValue, comment: parent?.rawValue ?? 0)
            case .edit(let story, let comment): self.init("edit", story: story.rawValue, comment: comment.rawValue)
            case .submission(let source): self.init("submission", source: source)
            }
        }

        private init(_ kind: String, story: Int64 = 0, comment: Int64 = 0, source: Int64 = 0) {
            self.kind = kind
            self.story = story
            self.comment = comment
            self.source = source
        }

        static let condition = "kind = ? and story_id = ? and comment_id = ? and source_id = ?"
        var arguments: [SQLValue] { [.text(kind), .number(story), .number(comment), .number(source)] }
    }

    private static let select = """
        select d.kind, d.story_id, d.comment_id, d.source_id, d.title, d.url, d.text, d.revision, d.updated_at,
          s.title as story_title
        from draft d left join story s on s.id = d.story_id and s.purged_at is null
        """

    func find(_ target: Draft.Target) throws -> Draft? {
        let key = Key(target)
        return try transaction.first(
            """
            \(Self.select) where d.reader_id = ? and d.kind = ? and d.story_id = ? and d.comment_id = ?
              and d.source_id = ?
            """, [.number(reader)] + key.arguments
        ) { Self.decode($0) } ?? nil
    }

    /// Returns all drafts, newest first.
    func all() throws -> [Draft] {
        try transaction.all(
            "\(Self.select) where d.reader_id = ? order by d.updated_at desc, d.story_id, d.comment_id",
            [.number(reader)]
        ) { Self.decode($0) }.compactMap(\.self)
    }

    /// Decodes a row; nil for a kind of another version.
    private static func decode(_ row: SQLRow) -> Draft? {
        guard let target = target(row) else { return nil }
        var draft = Draft(target: target, title: row.text("title"), url: row.text("url"), text: row.text("text"))
        draft.revision = row.number("revision")
        draft.updatedAt = row.date("updated_at")
        draft.storyTitle = row.optionalText("story_title")
        return draft
    }

    private static func target(_ row: SQLRow) -> Draft.Target? {
        let (kind, story) = (row.text("kind"), StoryID(rawValue: row.number("story_id")))
        let (comment, source) = (row.number("comment_id"), row.number("source_id"))
        return switch kind {
        case "comment": .comment(story, parent: comment == 0 ? nil : CommentID(rawValue: comment))
        case "edit": .edit(story, CommentID(rawValue: comment))
        case "submission": .submission(source)
        default: nil
        }
    }

    func write(_ draft: Draft, revision: Int64) throws {
        let key = Key(draft.target)
        try transaction.insert(
            into: "draft",
            [
                "reader_id": .number(reader), "kind": .text(key.kind), "story_id": .number(key.story),
                "comment_id": .number(key.comment), "source_id": .number(key.source), "title": .text(draft.title),
                "url": .text(draft.url), "text": .text(draft.text), "revision": .number(revision),
                "updated_at": .date(now),
            ],
            onConflict: """
                (reader_id, kind, story_id, comment_id, source_id) do update set title = excluded.title,
                  url = excluded.url, text = excluded.text, revision = excluded.revision,
                  updated_at = excluded.updated_at
                """)
    }

    func remove(_ target: Draft.Target) throws {
        try transaction.run(
            "delete from draft where reader_id = ? and \(Key.condition)", [.number(reader)] + Key(target).arguments)
    }

    /// Removes the draft of an action that has arrived, unless the reader has since changed the text.
    func removeSent(_ action: RemoteAction, of record: OutboxEntry) throws {
        guard let target = Self.target(of: action, record), let draft = try find(target) else { return }
        let isOlder = (draft.updatedAt ?? now) <= record.createdAt
        guard isOlder || draft.hasContent(of: action) else { return }
        try remove(target)
    }

    /// Returns true if the content of a draft has already arrived: a save can reach the server after the action itself.
    func hasArrived(_ draft: Draft) throws -> Bool {
        let sent = try transaction.all(
            """
            \(OutboxEntry.select) where o.reader_id = ? and o.ended_at > ? and o.state in
              (\(OutboxEntry.State.list([.ended(.accepted()), .ended(.pending()), .ended(.existing(RemoteLocation()))])))
            order by o.id desc limit 20
            """, [.number(reader), .date(now.addingTimeInterval(-3600))]
        ) { OutboxEntry($0) }.compactMap(\.self)
        return sent.contains { record in
            Self.target(of: record.action, record) == draft.target && draft.hasContent(of: record.action)
        }
    }

    /// Returns the target of an action's draft; nil if the action has no draft or its story is not stored.
    private static func target(of action: RemoteAction, _ record: OutboxEntry) -> Draft.Target? {
        if case .submit = action { return .submission(record.source.id) }
        guard let story = record.story else { return nil }
        switch action {
        case .comment(let comment):
            guard comment.target.commentKey != nil else { return .comment(story, parent: nil) }
            return record.comment.map { .comment(story, parent: $0) }
        case .edit: return record.comment.map { .edit(story, $0) }
        default: return nil
        }
    }
}

extension Draft {
    /// True if nothing was written.
    public var isEmpty: Bool {
        [title, url, text].allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }

    func hasSameContent(as other: Draft) -> Bool { title == other.title && url == other.url && text == other.text }

    /// Returns true if an action has the same content. Browsers send other line endings than scripts do.
    fileprivate func hasContent(of action: RemoteAction) -> Bool {
        func same(_ first: String, _ second: String) -> Bool { Self.plain(first) == Self.plain(second) }
        return switch action {
        case .comment(let comment): same(text, comment.text)
        case .edit(_, let new): same(text, new)
        case .submit(let new): same(text, new.text) && same(title, new.title) && same(url, new.url)
        default: false
        }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
