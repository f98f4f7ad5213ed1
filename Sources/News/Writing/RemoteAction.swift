public import URLs
import Untrusted

/// An action of a reader at an origin, independent of the origin's terms. Stored before it is sent (`docs/writing.md`).
public enum RemoteAction: Sendable, Hashable, Codable {
    /// A comment on a story, or a reply to a comment.
    case comment(NewComment)
    /// A submission of a new story.
    case submit(NewSubmission)
    /// A new text for the reader's own comment.
    case edit(RemoteItem, text: String)
    /// A deletion of the reader's own comment or story.
    case delete(RemoteItem)
    case vote(RemoteItem, Vote)
    case favourite(RemoteItem, isOn: Bool)
    case hide(RemoteItem, isOn: Bool)
    case flag(RemoteItem, isOn: Bool)
    /// Changed fields of the reader's own profile (`MemberProfile.fields`), by name.
    case updateProfile([String: String])

    /// The kind of an action, by which a source states its support (`PostingRules.actions`).
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case comment, submit, edit, delete, vote, favourite, hide, flag
        case updateProfile = "profile"
    }

    /// The kind of the action.
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

    /// The item to which the action applies; nil for a submission and a profile.
    public var item: RemoteItem? {
        switch self {
        case .comment(let comment): comment.target
        case .edit(let item, _), .delete(let item), .vote(let item, _), .favourite(let item, _), .hide(let item, _),
            .flag(let item, _):
            item
        case .submit, .updateProfile: nil
        }
    }

    /// The signature of a guest's comment; nil for other actions.
    public var author: GuestAuthor? {
        if case .comment(let comment) = self { comment.author } else { nil }
    }

    /// The action without a guest's name and addresses.
    public var unsigned: RemoteAction {
        if case .comment(let comment) = self { .comment(comment.unsigned) } else { self }
    }
}

/// A story or comment at its origin.
public struct RemoteItem: Sendable, Hashable, Codable {
    /// The `FetchedStory.key` of the story, or of the comment's story.
    public var storyKey: String
    /// The `FetchedComment.key`; nil for the story itself.
    public var commentKey: String?
    /// The story's page at the origin; nil if unknown.
    public var page: WebAddress?

    public init(storyKey: String, commentKey: String? = nil, page: WebAddress? = nil) {
        self.storyKey = storyKey
        self.commentKey = commentKey
        self.page = page
    }

    /// The comment's key, otherwise the story's.
    public var key: String { commentKey ?? storyKey }
}

/// A vote on a story or comment; `none` takes a vote back.
public enum Vote: String, Sendable, Codable, CaseIterable { case up, down, none }

/// A comment not yet sent.
public struct NewComment: Sendable, Hashable, Codable {
    /// The story, or the comment replied to.
    public var target: RemoteItem
    /// The text as typed, in the origin's markup.
    public var text: String
    /// The signature of a reader without an account at the origin; nil for a member, and once the signature is deleted.
    public var author: GuestAuthor?
    /// The digest that recognises the author's name once the name is deleted. The digest uses no key: whoever has the
    /// action can test guesses of the name.
    public private(set) var authorDigest: String?

    public init(target: RemoteItem, text: String, author: GuestAuthor? = nil) {
        self.target = target
        self.text = text
        self.author = author
    }
}

extension NewComment {
    /// True if a guest has written the comment.
    public var isGuest: Bool { author != nil || authorDigest != nil }

    /// The comment without the guest's name and addresses.
    public var unsigned: NewComment {
        guard let author else { return self }
        var comment = self
        comment.author = nil
        comment.authorDigest = digest(of: author.name)
        return comment
    }

    /// Returns true if a guest of this name wrote the comment; nil for a member's comment.
    public func isSigned(by name: String) -> Bool? {
        guard isGuest else { return nil }
        if let author, Self.folded(author.name) == Self.folded(name) { return true }
        return authorDigest == digest(of: name)
    }

    /// Returns a digest of 32 bits, without a key and different for each text. The digest contains no name, but whoever
    /// has the action can test a guess, or a list of names, against it.
    private func digest(of name: String) -> String {
        let hash = FNV1a.hash("\(Self.folded(name))\n\(target.key)\n\(text)".utf8)
        return String(UInt32(truncatingIfNeeded: hash), radix: 16)
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The signature of a guest's comment.
public struct GuestAuthor: Sendable, Hashable, Codable {
    /// The guest's name.
    public var name: String
    /// The guest's e-mail address.
    public var email: String
    /// The address of the guest's web site; empty for none.
    public var url: String
    /// True if the guest has ticked the site's checkbox for cookies (`wp-comment-cookies-consent`).
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
    /// The title of the story.
    public var title: String
    /// The address of the link; empty for a text.
    public var url: String
    /// The text; empty for a link.
    public var text: String

    public init(title: String, url: String = "", text: String = "") {
        self.title = title
        self.url = url
        self.text = text
    }
}
