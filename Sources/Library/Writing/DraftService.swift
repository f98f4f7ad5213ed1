public import Foundation
public import News

/// What readers are writing, kept at every pause, and how they sign.
public struct DraftService: Sendable {
    let context: LibraryContext

    /// Keeps a draft; an empty one is removed.
    /// - Parameter basedOn: the revision that the writer began with; nil for a new draft.
    /// - Returns: the new revision, or `.conflict` with what another device saved meanwhile, which stays.
    /// - Throws: `.invalid` for more than 100,000 characters.
    public func save(
        _ draft: Draft, basedOn revision: Int64?, for reader: ReaderID
    ) async throws(LibraryError) -> DraftSaveResult { .saved(revision: 0) }

    public func draft(for target: Draft.Target, reader: ReaderID) async throws(LibraryError) -> Draft? { nil }

    /// Newest first.
    public func drafts(for reader: ReaderID) async throws(LibraryError) -> [Draft] { [] }

    public func remove(_ target: Draft.Target, for reader: ReaderID) async throws(LibraryError) {}

    /// How a reader signs comments where there is no account; nil until they chose to have it remembered.
    public func guestAuthor(for reader: ReaderID) async throws(LibraryError) -> GuestAuthor? { nil }

    /// - Parameter author: nil forgets it.
    public func setGuestAuthor(_ author: GuestAuthor?, for reader: ReaderID) async throws(LibraryError) {}
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

public enum DraftSaveResult: Sendable {
    case saved(revision: Int64)
    case conflict(Draft)
}
