public import Markup

/// A source's capability to fetch the comments under a story.
public struct DiscussionCapability: Sendable {
    /// Receives the partial thread, each time as a whole, while more is being fetched.
    public typealias ProgressHandler = @Sendable (DiscussionResponse) async -> Void
    private let fetch: @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse

    /// - Parameter fetch: fetches a story's thread, and may report partial threads before.
    public init(
        _ fetch:
            @escaping @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse
    ) {
        self.fetch = fetch
    }

    /// Fetches the whole thread under a story.
    /// - Parameter progress: receives partial threads; never called after this returns.
    /// - Throws: `SourceError`; `.unreadable` when the comments of a page cannot be parsed, which is never the same as
    ///   no comments.
    public func thread(
        for request: DiscussionRequest, progress: ProgressHandler = { _ in }
    ) async throws(SourceError) -> DiscussionResponse {
        try await fetch(request, progress)
    }
}

/// The story whose comments are requested.
public struct DiscussionRequest: Sendable {
    /// `FetchedStory.key`, as the same source gave it.
    public var storyKey: String
    /// The story's address at the origin.
    public var link: WebAddress?
    /// The story's discussion page, if the origin named one.
    public var discussionLink: WebAddress?
    /// The origin's last known number of comments.
    public var expectedCount: Int?
    /// `DiscussionResponse.sourceState` of the last stored response.
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

/// A thread, or that it has not changed.
public struct DiscussionResponse: Sendable {
    /// Parents before replies, siblings in the origin's order; nil when nothing has changed since `sourceState`.
    public var comments: [FetchedComment]?
    /// The story's present state (points, count, poll); nil when the response lacks it.
    public var story: FetchedStory?
    /// Whether comments are open; nil when the response does not say.
    public var acceptsComments: Bool?
    /// How many comments the origin counts but did not give, for whichever reason; 0 when all came.
    public var missingCount: Int
    /// Whether stored comments that are missing here are gone at the origin. False after a partial failure, or where
    /// the origin does not show everything: stored comments then stay.
    public var isComplete: Bool
    /// The state for the source's next request.
    public var sourceState: SourceState?
    /// How long, in seconds, the response stays fresh; nil for the default.
    public var freshSeconds: Int?
    /// Tolerated problems, in plain English.
    public var diagnostics: [String]

    /// - Parameter isComplete: by default, when nothing is missing.
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

/// A source's capability to find discussions of a web page.
///
/// A lookup tells the origin what somebody reads, so it needs the reader's permission first.
public struct RelatedDiscussionsCapability: Sendable {
    private let fetch: @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]

    /// - Parameter fetch: searches the origin for stories that link to an address.
    public init(_ fetch: @escaping @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]) {
        self.fetch = fetch
    }

    /// Returns the origin's stories that link to a page, the most discussed first; empty when there are none.
    public func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] { try await fetch(page) }
}
