import Library
import News

/// A page on which readers write, see the state of sent items, or manage their accounts.
enum WritingRoute: Sendable {
    /// A comment on a story, or a reply to one of its comments.
    case reply(StoryID, to: CommentID?)
    case edit(StoryID, CommentID)
    /// The confirmation before a comment or story is deleted.
    case deletion(StoryID, CommentID?)
    /// The confirmation before a comment or story is flagged.
    case flag(StoryID, CommentID?)
    /// The form of a new story.
    /// - Parameter source: `StorySource.id`; nil for the edition's first source that accepts stories.
    case submission(source: Int64?)
    /// The drafts and the sent items.
    case outbox
    case outboxEntry(OutboxEntry.ID)
    /// The reader's account at a source.
    /// - Parameter source: `StorySource.id`; nil for the edition's first source that has members.
    case account(source: Int64?)
    /// The form of the reader's own profile, and one of the reader's own lists, by `StorySource.id`.
    case memberProfile(Int64), memberList(Int64, MemberItemList)
    /// The replies to the reader's comments, at all origins.
    case replies

    init(_ target: Draft.Target) {
        self =
            switch target {
            case .comment(let story, let parent): .reply(story, to: parent)
            case .edit(let story, let comment): .edit(story, comment)
            case .submission(let source): .submission(source: source)
            }
    }

    /// The path below the edition's root.
    var path: String {
        switch self {
        case .reply(let story, let parent): PathPattern.reply.path(story.rawValue) + Self.field("to", parent?.rawValue)
        case .edit(let story, let comment): PathPattern.editComment.path(story.rawValue, comment.rawValue)
        case .deletion(let story, let comment):
            PathPattern.deletion.path(story.rawValue) + Self.field("comment", comment?.rawValue)
        case .flag(let story, let comment):
            PathPattern.flag.path(story.rawValue) + Self.field("comment", comment?.rawValue)
        case .submission(let source): PathPattern.submission.text + Self.field("source", source)
        case .outbox: PathPattern.outbox.text
        case .outboxEntry(let id): PathPattern.outboxEntry.path(id.rawValue)
        case .memberProfile(let source): PathPattern.ownProfile.path(source)
        case .memberList(let source, let list): PathPattern.memberList.path(String(source), list.rawValue)
        case .replies: PathPattern.replies.text
        case .account(let source): source.map { PathPattern.account.path($0) } ?? PathPattern.accountOfEdition.text
        }
    }

    private static func field(_ name: String, _ id: Int64?) -> String { id.map { "?\(name)=\($0)" } ?? "" }
}

extension RequestScope {
    /// Returns the path of a page with a query.
    /// - Parameter fields: the fields of the query; fields with a nil value are omitted.
    func path(_ page: WritingRoute, _ fields: [(name: String, value: String?)] = []) -> String {
        fields.reduce(path(Route.writing(page))) { path, field in
            guard let value = field.value else { return path }
            return path + (path.contains("?") ? "&" : "?") + "\(field.name)=\(QueryParameters.encoded(value))"
        }
    }

    /// Returns the path from a query or form if it is a path of this app; nil for other paths.
    func ownPath(_ path: String?) -> String? {
        guard let path, path.utf8.count <= 4_000,
            dependencies.editions.contains(where: { path.hasPrefix("/\($0.id.rawValue)/") }),
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return path
    }
}
