public import Markup

/// The ability of a source to say what people say under a story (decision 1: a value, nil where there is none).
public struct DiscussionCapability: Sendable {
    /// Is told what is known so far, each time the whole thread, while more is being fetched.
    public typealias ProgressHandler = @Sendable (DiscussionResponse) async -> Void
    private let fetch: @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse

    /// - Parameter ask: fetches a story's thread, and may say what it has before it has everything.
    public init(
        _ ask: @escaping @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse
    ) {
        self.fetch = ask
    }

    /// The whole thread under a story.
    /// - Parameter progress: is told what there is to read before all of it came; never called after the answer.
    /// - Throws: `SourceError`; `.unreadable` when there is a page and its comments are not understood, which is never
    ///   the same as no comments.
    public func thread(
        for request: DiscussionRequest, progress: ProgressHandler = { _ in }
    ) async throws(SourceError) -> DiscussionResponse {
        try await fetch(request, progress)
    }
}

/// Whose comments are wanted.
public struct DiscussionRequest: Sendable {
    /// `FetchedStory.key`, as the same source gave it.
    public var storyKey: String
    /// Where the story lives at the origin.
    public var link: WebAddress?
    /// The page on which people discuss it, if the origin named one.
    public var discussionLink: WebAddress?
    /// How many comments the origin said there are, when it last said so.
    public var expectedCount: Int?
    /// `DiscussionResponse.memory` of the last answer that was kept.
    public var sourceState: SourceState?
    public var reason: RefreshReason

    public init(
        storyKey: String, link: WebAddress? = nil, discussionLink: WebAddress? = nil, expectedCount: Int? = nil,
        sourceState: SourceState? = nil, reason: RefreshReason = .viewed
    ) {
        self.storyKey = storyKey
        self.link = link
        self.discussionLink = discussionLink
        self.expectedCount = expectedCount
        self.sourceState = sourceState
        self.reason = reason
    }
}

/// A thread, or that nothing changed.
public struct DiscussionResponse: Sendable {
    /// Parents before their answers, siblings in the origin's own order; nil when nothing has changed since `memory`.
    public var comments: [FetchedComment]?
    /// The story as the origin has it now: its points, its count, its poll; nil when the answer does not say.
    public var story: FetchedStory?
    /// Whether people can still say something; nil when the answer does not say.
    public var acceptsComments: Bool?
    /// How many comments the origin says there are and did not give, for whichever reason; 0 when all came.
    public var missingCount: Int
    /// Whether what is not among the comments may be taken for gone at the origin. No where something failed on the way,
    /// or where the way does not show everything: then what is kept of before stays.
    public var isComplete: Bool
    /// What the source wants to have at its next question.
    public var sourceState: SourceState?
    /// How long, in seconds, the answer needs no asking again; nil for the house's own measure.
    public var freshSeconds: Int?
    /// What was odd and yet read, in plain words.
    public var diagnostics: [String]

    /// - Parameter isWhole: by default, when nothing is missing.
    public init(
        comments: [FetchedComment]?, story: FetchedStory? = nil, acceptsComments: Bool? = nil, missingCount: Int = 0,
        isComplete: Bool? = nil, sourceState: SourceState? = nil, freshSeconds: Int? = nil, diagnostics: [String] = []
    ) {
        self.comments = comments
        self.story = story
        self.acceptsComments = acceptsComments
        self.missingCount = missingCount
        self.isComplete = isComplete ?? (missingCount == 0)
        self.sourceState = sourceState
        self.freshSeconds = freshSeconds
        self.diagnostics = diagnostics
    }
}

/// The ability of a source to find where a page is discussed (decision 1: a value, nil where there is none).
///
/// Asking tells the origin what somebody reads, so that nobody's stories are looked up before they allow it.
public struct RelatedDiscussionsCapability: Sendable {
    private let fetch: @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]

    /// - Parameter ask: asks the origin for its stories that point to an address.
    public init(_ ask: @escaping @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]) {
        self.fetch = ask
    }

    /// The origin's stories that point to a page, the most discussed first; empty when there are none.
    public func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] { try await fetch(page) }
}
