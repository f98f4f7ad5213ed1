public import URLs

/// Fetches comments.
public struct DiscussionCapability: Sendable {
    /// Receives the whole partial thread each time.
    public typealias ProgressHandler = @Sendable (DiscussionResponse) async -> Void
    private let fetch: @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse

    /// - Parameter fetch: may report partial threads first.
    public init(
        _ fetch:
            @escaping @Sendable (DiscussionRequest, ProgressHandler) async throws(SourceError) -> DiscussionResponse
    ) {
        self.fetch = fetch
    }

    /// Fetches a story's thread.
    /// - Parameter progress: receives partial threads; never called after this returns.
    /// - Throws: `SourceError`; `.unreadable` when comments cannot be parsed, which never counts as no comments.
    public func thread(
        for request: DiscussionRequest, progress: ProgressHandler = { _ in }
    ) async throws(SourceError) -> DiscussionResponse {
        try await fetch(request, progress)
    }
}

/// The story whose comments are requested.
public struct DiscussionRequest: Sendable {
    /// `FetchedStory.key` of the same source.
    public var storyKey: String
    public var link: WebAddress?
    public var expectedCount: Int?
    /// Comments stored by earlier fetches.
    public var storedCount: Int
    /// Of the last stored response.
    public var sourceState: SourceState?
    public var reason: RefreshReason
    /// The last failure, if fetches have failed several times in a row and for a day or more: what it says may be how
    /// the origin is now.
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
    /// Siblings in the origin's order, one of each key; nil when unchanged.
    public var comments: [FetchedComment]?
    /// Points, count and poll; nil when not sent.
    public var story: FetchedStory?
    public var acceptsComments: Bool?
    /// Counted by the origin but not sent.
    public var missingCount: Int
    /// Whether stored comments that are missing here are gone. False after a partial failure, or where the origin does
    /// not show everything.
    public var isComplete: Bool
    public var sourceState: SourceState?
    public var freshSeconds: Int?
    /// Tolerated problems.
    public var diagnostics: [String]

    /// - Parameter isComplete: defaults to nothing missing.
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

/// Finds discussions of a web page. A lookup reveals what somebody reads, so it needs permission.
public struct RelatedDiscussionsCapability: Sendable {
    private let fetch: @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]

    /// - Parameter fetch: finds stories that link to a page.
    public init(_ fetch: @escaping @Sendable (WebAddress) async throws(SourceError) -> [FetchedStory]) {
        self.fetch = fetch
    }

    /// Stories that link to a page, the most discussed first.
    public func stories(about page: WebAddress) async throws(SourceError) -> [FetchedStory] { try await fetch(page) }
}
