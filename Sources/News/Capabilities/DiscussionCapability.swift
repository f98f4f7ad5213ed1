public import URLs

/// A function that receives the whole partial thread each time.
public typealias DiscussionProgress = @Sendable (DiscussionResponse) async -> Void

/// A capability to fetch comments.
public protocol DiscussionCapability: Sendable {
    /// Fetches a story's thread.
    /// - Parameter progress: Receives partial threads; never called after this function returns.
    /// - Throws: `SourceError`; `.unreadable` if comments cannot be parsed, which never counts as no comments.
    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse
}

extension DiscussionCapability {
    /// Fetches a story's thread without reports of partial threads.
    public func thread(for request: DiscussionRequest) async throws(SourceError) -> DiscussionResponse {
        try await thread(for: request, progress: { _ in })
    }
}

/// A request for the comments of a story.
public struct DiscussionRequest: Sendable {
    /// The `FetchedStory.key` of the same source.
    public var storyKey: String
    /// The address of the story's page; nil if it has none.
    public var link: WebAddress?
    /// The stored comment count of the story; nil if unknown.
    public var expectedCount: Int?
    /// The number of comments stored by earlier fetches.
    public var storedCount: Int
    /// The state from the last stored response; nil for none.
    public var sourceState: SourceState?
    /// The reason for the fetch.
    public var reason: RefreshReason
    /// The last failure, if fetches have failed several times in a row and for a day or more: the failure may then
    /// describe a lasting change of the origin.
    public var lastingFailure: FailureCause?

    public init(
        storyKey: String, link: WebAddress? = nil, expectedCount: Int? = nil, storedCount: Int = 0,
        sourceState: SourceState? = nil, reason: RefreshReason = .viewed
    ) {
        self.storyKey = storyKey
        self.link = link
        self.expectedCount = expectedCount
        self.storedCount = storedCount
        self.sourceState = sourceState
        self.reason = reason
    }
}

/// A thread, if it has changed.
public struct DiscussionResponse: Sendable {
    /// The comments, with siblings in the origin's order and one comment for each key; nil if unchanged.
    public var comments: [FetchedComment]?
    /// The story with points, comment count and poll; nil if not sent.
    public var story: FetchedStory?
    /// True if the origin accepts comments; nil if unknown.
    public var acceptsComments: Bool?
    /// The number of comments that the origin counts but did not send.
    public var missingCount: Int
    /// True if stored comments that the response lacks are gone from the origin. False after a partial failure, or if
    /// the origin does not show everything.
    public var isComplete: Bool
    /// The state for the next request; nil to keep the former one.
    public var sourceState: SourceState?
    /// The freshness lifetime in seconds; nil if not stated.
    public var freshSeconds: Int?
    /// The tolerated problems in the response.
    public var diagnostics: [String]

    /// - Parameter isComplete: The value of ``isComplete``; nil for true if no comments are missing.
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

/// A capability to find discussions of a web page. A lookup reveals what somebody reads, so it needs permission.
public protocol RelatedDiscussionsCapability: Sendable {
    /// Returns the stories that link to a page, the most discussed first.
    func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory]
}
