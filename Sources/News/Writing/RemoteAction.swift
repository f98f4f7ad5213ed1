public import URLs
import Untrusted

/// What a reader does at an origin, in words that no origin owns. Stored before it is sent (`docs/writing.md`).
public enum RemoteAction: Sendable, Hashable, Codable {
    /// A comment on a story, or a reply to a comment.
    case comment(NewComment)
    /// A story of one's own.
    case submit(NewSubmission)
    /// New text for one's own comment.
    case edit(RemoteItem, text: String)
    /// Takes back one's own comment or story.
    case delete(RemoteItem)
    case vote(RemoteItem, Vote)
    case favourite(RemoteItem, isOn: Bool)
    case hide(RemoteItem, isOn: Bool)
    case flag(RemoteItem, isOn: Bool)
    /// Changed fields of one's own profile (`MemberProfile.fields`), by name.
    case updateProfile([String: String])

    /// The kind of action; what a source supports (`PostingRules.actions`).
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case comment, submit, edit, delete, vote, favourite, hide, flag
        case updateProfile = "profile"
    }

    public var kind: Kind {
        switch self {
        case .comment: .comment
        case .submit: .submit
        case .edit: .edit
        case .delete: .delete
        case .vote: .vote
        case .favourite: .favourite
        case .hide: .hide
        case .flag: .flag
        case .updateProfile: .updateProfile
        }
    }

    /// What it is about; nil for a submission and a profile.
    public var item: RemoteItem? {
        switch self {
        case .comment(let comment): comment.target
        case .edit(let item, _), .delete(let item), .vote(let item, _), .favourite(let item, _), .hide(let item, _),
            .flag(let item, _):
            item
        case .submit, .updateProfile: nil
        }
    }

    /// Of a guest's comment.
    public var author: GuestAuthor? {
        if case .comment(let comment) = self { comment.author } else { nil }
    }

    /// Without a guest's name and addresses.
    public var unsigned: RemoteAction {
        if case .comment(let comment) = self { .comment(comment.unsigned) } else { self }
    }
}

/// A story or comment at its origin.
public struct RemoteItem: Sendable, Hashable, Codable {
    /// `FetchedStory.key`.
    public var storyKey: String
    /// `FetchedComment.key`; nil for the story itself.
    public var commentKey: String?
    /// The story's page at the origin, where one is known.
    public var page: WebAddress?

    public init(storyKey: String, commentKey: String? = nil, page: WebAddress? = nil) {
        self.storyKey = storyKey
        self.commentKey = commentKey
        self.page = page
    }

    /// The comment's key, else the story's.
    public var key: String { commentKey ?? storyKey }
}

/// A vote on a story or comment; `none` takes one back.
public enum Vote: String, Sendable, Codable, CaseIterable { case up, down, none }

/// A comment not yet sent.
public struct NewComment: Sendable, Hashable, Codable {
    /// The story, or the comment that is answered.
    public var target: RemoteItem
    /// As typed, in the origin's markup.
    public var text: String
    /// Of a reader without an account there; nil for a member, and when it is no longer kept.
    public var author: GuestAuthor?
    /// Recognises the author's name when that is no longer kept. It has no key: whoever has the action can test guesses of the name.
    public private(set) var authorDigest: String?

    public init(target: RemoteItem, text: String, author: GuestAuthor? = nil) {
        self.target = target
        self.text = text
        self.author = author
    }
}

extension NewComment {
    public var isGuest: Bool { author != nil || authorDigest != nil }

    /// Without the guest's name and addresses.
    public var unsigned: NewComment {
        guard let author else { return self }
        var comment = self
        comment.author = nil
        comment.authorDigest = digest(of: author.name)
        return comment
    }

    /// Whether a guest of this name wrote it; nil for a member's.
    public func isSigned(by name: String) -> Bool? {
        guard isGuest else { return nil }
        if let author, Self.folded(author.name) == Self.folded(name) { return true }
        return authorDigest == digest(of: name)
    }

    /// Of 32 bits, without a key, and another one for each text: it holds no name, but whoever has the action can test a guess, or a
    /// list of names, against it.
    private func digest(of name: String) -> String {
        let hash = FNV1a.hash("\(Self.folded(name))\n\(target.key)\n\(text)".utf8)
        return String(UInt32(truncatingIfNeeded: hash), radix: 16)
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// How a guest signs a comment.
public struct GuestAuthor: Sendable, Hashable, Codable {
    public var name: String
    public var email: String
    /// A web site; empty for none.
    public var url: String
    /// The guest's answer to the site's checkbox (`wp-comment-cookies-consent`).
    public var allowsCookies: Bool

    public init(name: String, email: String, url: String = "", allowsCookies: Bool = false) {
        self.name = name
        self.email = email
        self.url = url
        self.allowsCookies = allowsCookies
    }
}

/// A story to submit: a link, a text, or both.
public struct NewSubmission: Sendable, Hashable, Codable {
    public var title: String
    /// Empty for a text.
    public var url: String
    /// Empty for a link.
    public var text: String

    public init(title: String, url: String = "", text: String = "") {
        self.title = title
        self.url = url
        self.text = text
    }
}
