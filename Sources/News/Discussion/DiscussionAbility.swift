public import Markup

/// The ability of a source to say what people say under a story (decision 1: a value, nil where there is none).
public struct DiscussionAbility: Sendable {
    /// Is told what is known so far, each time the whole thread, while more is being fetched.
    public typealias Progress = @Sendable (DiscussionAnswer) async -> Void
    private let ask: @Sendable (DiscussionRequest, Progress) async throws(SourceError) -> DiscussionAnswer

    /// - Parameter ask: fetches a story's thread, and may say what it has before it has everything.
    public init(
        _ ask: @escaping @Sendable (DiscussionRequest, Progress) async throws(SourceError) -> DiscussionAnswer
    ) {
        self.ask = ask
    }

    /// The whole thread under a story.
    /// - Parameter progress: is told what there is to read before all of it came; never called after the answer.
    /// - Throws: `SourceError`; `.unreadable` when there is a page and its comments are not understood, which is never
    ///   the same as no comments.
    public func thread(
        under request: DiscussionRequest, progress: Progress = { _ in }
    ) async throws(SourceError) -> DiscussionAnswer {
        try await ask(request, progress)
    }
}

/// Whose comments are wanted.
public struct DiscussionRequest: Sendable {
    /// `ArrivingStory.key`, as the same source gave it.
    public var story: String
    /// Where the story lives at the origin.
    public var link: WebAddress?
    /// The page on which people discuss it, if the origin named one.
    public var discussion: WebAddress?
    /// How many comments the origin said there are, when it last said so.
    public var count: Int?
    /// `DiscussionAnswer.memory` of the last answer that was kept.
    public var memory: ChannelMemory?
    public var reason: RefreshReason

    public init(
        story: String, link: WebAddress? = nil, discussion: WebAddress? = nil, count: Int? = nil,
        memory: ChannelMemory? = nil, reason: RefreshReason = .appeared
    ) {
        self.story = story
        self.link = link
        self.discussion = discussion
        self.count = count
        self.memory = memory
        self.reason = reason
    }
}

/// A thread, or that nothing changed.
public struct DiscussionAnswer: Sendable {
    /// Parents before their answers, siblings in the origin's own order; nil when nothing has changed since `memory`.
    public var comments: [ArrivingComment]?
    /// The story as the origin has it now: its points, its count, its poll; nil when the answer does not say.
    public var story: ArrivingStory?
    /// Whether people can still say something; nil when the answer does not say.
    public var isOpen: Bool?
    /// How many comments the origin says there are and did not give, for whichever reason; 0 when all came.
    public var missing: Int
    /// Whether what is not among the comments may be taken for gone at the origin. No where something failed on the way,
    /// or where the way does not show everything: then what is kept of before stays.
    public var isWhole: Bool
    /// What the source wants to have at its next question.
    public var memory: ChannelMemory?
    /// How long, in seconds, the answer needs no asking again; nil for the house's own measure.
    public var freshSeconds: Int?
    /// What was odd and yet read, in plain words.
    public var complaints: [String]

    /// - Parameter isWhole: by default, when nothing is missing.
    public init(
        comments: [ArrivingComment]?, story: ArrivingStory? = nil, isOpen: Bool? = nil, missing: Int = 0,
        isWhole: Bool? = nil, memory: ChannelMemory? = nil, freshSeconds: Int? = nil, complaints: [String] = []
    ) {
        self.comments = comments
        self.story = story
        self.isOpen = isOpen
        self.missing = missing
        self.isWhole = isWhole ?? (missing == 0)
        self.memory = memory
        self.freshSeconds = freshSeconds
        self.complaints = complaints
    }
}
