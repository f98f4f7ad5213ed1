import Markup
public import News
import Synchronization
public import URLs

/// A source that returns the responses that a test has set, and records the requests.
///
/// A capability appears with the first response set for it; stories and pages are always available. A key is an
/// address, followed by a space and the cursor for later pages.
public final class FakeSource: Source, ArticleCapability, DiscussionCapability, ProfileCapability, SearchCapability {
    private struct State {
        var channels: [String: Result<ChannelResponse, SourceError>] = [:]
        var rankedChannels: Set<String> = []
        var hasPermanentKeys = false
        var requests: [ChannelRequest] = []
        var running: [String: Int] = [:]
        var maxRunningOfHost = 0
        var pages: [String: Result<ArticleResponse, SourceError>] = [:]
        var requestedPages: [String] = []
        var offersThreads = false
        var threads: [String: Result<DiscussionResponse, SourceError>] = [:]
        var partialThreads: [String: [DiscussionResponse]] = [:]
        var threadRequests: [DiscussionRequest] = []
        var person: (name: String, profile: Profile)?
        var requestedProfiles: [String] = []
        var searchResponses: [String: Result<SearchResponse, SourceError>] = [:]
        var searchResults: Result<[FetchedStory], SourceError>?
        var searches: [String] = []
        var topics: TopicCapability?
        var posting: (any PostingCapability)?
        var membership: (any MembershipCapability)?
        var gates: [String: AsyncStream<Void>] = [:]
    }

    private let state = Mutex(State())
    private let unknownChannel: Result<ChannelResponse, SourceError>

    /// Creates a source.
    /// - Parameter unknownChannel: The response for channels without a set response.
    public init(unknownChannel: Result<ChannelResponse, SourceError> = .success(ChannelResponse(stories: []))) {
        self.unknownChannel = unknownChannel
    }

    /// A catalogue in which this source serves feeds, gazettes and pages.
    public var catalog: SourceCatalog {
        SourceCatalog([.feed: { _ in self }, .gazette: { _ in self }], articles: self)
    }

    /// Holds back the channel, page or thread with this key until the continuation is finished.
    public func hold(_ key: String) -> AsyncStream<Void>.Continuation {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        state.withLock { $0.gates[key] = stream }
        return gate
    }

    private func waitForGate(_ key: String) async {
        if let gate = state.withLock({ $0.gates[key] }) { for await _ in gate {} }
    }

    // MARK: - Channels

    /// Sets the response of a channel.
    /// - Parameter cursor: The cursor of the page; nil for the first page.
    public func put(_ response: Result<ChannelResponse, SourceError>, at address: String, after cursor: String? = nil) {
        state.withLock { $0.channels[Self.key(address, cursor)] = response }
    }

    /// Gives a channel an order of its own, independent of dates.
    public func rank(_ address: String) { state.withLock { _ = $0.rankedChannels.insert(address) } }

    public func isRanked(_ channel: WebAddress) -> Bool { state.withLock { $0.rankedChannels.contains(channel.text) } }

    public var hasPermanentKeys: Bool {
        get { state.withLock { $0.hasPermanentKeys } }
        set { state.withLock { $0.hasPermanentKeys = newValue } }
    }

    public func put(_ stories: [FetchedStory], at address: String) {
        put(.success(ChannelResponse(stories: stories)), at: address)
    }

    /// The requests for channels, in order.
    public var requests: [ChannelRequest] { state.withLock { $0.requests } }
    /// The keys of the requests for channels, in order.
    public var requestedChannels: [String] { requests.map { Self.key($0.address.text, $0.after?.rawValue) } }
    /// The maximum number of concurrent requests for channels and pages of one host.
    public var maxConcurrentOfHost: Int { state.withLock { $0.maxRunningOfHost } }

    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let key = Self.key(channel.address.text, channel.after?.rawValue)
        state.withLock { state in
            state.requests.append(channel)
            Self.begin(channel.address.host, &state)
        }
        await waitForGate(key)
        let response = state.withLock { $0.channels[key] }
        for _ in 0..<5 { await Task.yield() }
        end(channel.address.host)
        return try (response ?? unknownChannel).get()
    }

    private static func key(_ address: String, _ cursor: String?) -> String {
        cursor.map { "\(address) \($0)" } ?? address
    }

    private static func begin(_ host: String, _ state: inout State) {
        state.running[host, default: 0] += 1
        state.maxRunningOfHost = max(state.maxRunningOfHost, state.running[host, default: 0])
    }

    private func end(_ host: String) { state.withLock { $0.running[host, default: 1] -= 1 } }

    // MARK: - Pages

    /// Sets a page of one paragraph, with pictures, to which a story links.
    public func put(page text: String, pictures: [String] = [], at address: String) throws {
        let page = try webAddress(address)
        let images = pictures.map { "<img src=\"\($0)\" alt=\"\">" }.joined()
        let cleaned = HTMLSanitizer(base: page).sanitize("<p>\(text)</p>\(images)")
        let part = FullTextPart(address: page, html: "<article><p>\(text)</p>\(images)</article>")
        let full = FullText(
            address: page, body: cleaned.html, text: cleaned.text, pictures: cleaned.pictures, parts: [part])
        put(linkedPage: .success(ArticleResponse(.fullText(full))), at: address)
    }

    public func put(pageFailure error: SourceError, at address: String) {
        put(linkedPage: .failure(error), at: address)
    }

    public func put(linkedPage response: Result<ArticleResponse, SourceError>, at address: String) {
        state.withLock { $0.pages[address] = response }
    }

    /// Sets a page with this number of words and one picture.
    public func put(linkedPageOfWords count: Int, at address: String) throws {
        let page = try webAddress(address)
        let text = (0..<count).map { "word\($0)" }.joined(separator: " ")
        let html = "<p>\(text)</p><p><img src=\"https://far.example/a.jpg\" alt=\"\"><a href=\"/on\">On</a></p>"
        let cleaned = HTMLSanitizer(base: page).sanitize(html)
        let full = FullText(
            address: page, body: cleaned.html, text: text, pictures: cleaned.pictures, parts: [], title: "The quay")
        put(linkedPage: .success(ArticleResponse(.fullText(full))), at: address)
    }

    /// The addresses of requested pages, for full texts and linked pages alike, in order.
    public var requestedPages: [String] { state.withLock { $0.requestedPages } }

    public func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        let address = request.address
        let response = state.withLock { state in
            state.requestedPages.append(address.text)
            Self.begin(address.host, &state)
            return state.pages[address.text]
        }
        await waitForGate(address.text)
        for _ in 0..<5 { await Task.yield() }
        end(address.host)
        return try (response ?? .failure(.notThere)).get()
    }

    // MARK: - Threads

    /// Offers threads, also for stories without one.
    public func offerThreads() { state.withLock { $0.offersThreads = true } }

    public func put(comments response: Result<DiscussionResponse, SourceError>, under story: String) {
        state.withLock { state in
            state.offersThreads = true
            state.threads[story] = response
        }
    }

    public func put(comments: [FetchedComment], missing: Int = 0, under story: String) {
        put(comments: .success(DiscussionResponse(comments: comments, missingCount: missing)), under: story)
    }

    /// Sets the comments that are reported before the response is complete.
    public func put(partialComments: [DiscussionResponse], under story: String) {
        state.withLock { $0.partialThreads[story] = partialComments }
    }

    /// The requests for threads, in order.
    public var threadRequests: [DiscussionRequest] { state.withLock { $0.threadRequests } }
    /// The story keys of the requests for threads, in order.
    public var requestedThreads: [String] { threadRequests.map(\.storyKey) }

    public var discussion: (any DiscussionCapability)? { state.withLock { $0.offersThreads } ? self : nil }

    public func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        let (partial, response) = state.withLock { state in
            state.threadRequests.append(request)
            return (state.partialThreads[request.storyKey] ?? [], state.threads[request.storyKey])
        }
        for response in partial { await progress(response) }
        await waitForGate(request.storyKey)
        return try (response ?? .failure(.notThere)).get()
    }

    // MARK: - Profiles

    /// Offers the profile of one person, with one story and one comment.
    public func put(person name: String, _ profile: Profile) { state.withLock { $0.person = (name, profile) } }

    /// The names of the requested profiles, in order.
    public var requestedProfiles: [String] { state.withLock { $0.requestedProfiles } }

    public var profiles: (any ProfileCapability)? { state.withLock { $0.person != nil } ? self : nil }

    public func profile(_ name: String) async throws(SourceError) -> Profile {
        let person = state.withLock { state in
            state.requestedProfiles.append(name)
            return state.person
        }
        guard let person, name == person.name else { throw .notThere }
        return person.profile
    }

    public func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        state.withLock { $0.requestedProfiles.append("stories by \(name)") }
        return SearchResponse(
            stories: [FetchedStory(key: "mine", title: "What I made")], next: SourceCursor(rawValue: "p 2"))
    }

    public func comments(
        by name: String, after cursor: SourceCursor?
    ) async throws(SourceError) -> ProfileCommentsResponse {
        state.withLock { $0.requestedProfiles.append("comments by \(name)") }
        let cleaned = HTMLSanitizer().sanitize("<p>I <i>said</i> so.</p>")
        return ProfileCommentsResponse(comments: [
            ProfileComment(
                comment: FetchedComment(key: "11", author: name, body: cleaned.html, text: cleaned.text),
                storyKey: "1", storyTitle: "Story <1>")
        ])
    }

    // MARK: - Topics

    /// Offers channels for topics.
    public func offer(topics: TopicCapability) { state.withLock { $0.topics = topics } }

    public var topics: TopicCapability? { state.withLock { $0.topics } }

    // MARK: - Writing

    /// Offers posting of actions.
    public func offer(posting: any PostingCapability) { state.withLock { $0.posting = posting } }

    /// Offers membership.
    public func offer(membership: any MembershipCapability) { state.withLock { $0.membership = membership } }

    public var posting: (any PostingCapability)? { state.withLock { $0.posting } }
    public var membership: (any MembershipCapability)? { state.withLock { $0.membership } }

    // MARK: - Search

    /// Sets the response to a search for these words; for later pages, the words are followed by a space and the
    /// cursor.
    public func put(finds response: Result<SearchResponse, SourceError>, for words: String) {
        state.withLock { $0.searchResponses[words] = response }
    }

    /// Sets the stories that every search finds, two at a time.
    public func put(finds stories: Result<[FetchedStory], SourceError>) {
        state.withLock { $0.searchResults = stories }
    }

    /// The searched words, with the cursor if there was one, in order.
    public var searches: [String] { state.withLock { $0.searches } }

    public var search: (any SearchCapability)? {
        state.withLock { !$0.searchResponses.isEmpty || $0.searchResults != nil } ? self : nil
    }

    public func stories(
        matching words: String, after cursor: SourceCursor?
    ) async throws(SourceError) -> SearchResponse {
        let key = Self.key(words, cursor?.rawValue)
        let (response, all) = state.withLock { state in
            state.searches.append(key)
            return (state.searchResponses[key], state.searchResults)
        }
        if let response { return try response.get() }
        guard let stories = try all?.get() else { return SearchResponse(stories: []) }
        let from = cursor.flatMap { Int($0.rawValue) } ?? 0
        let next = from + 2 < stories.count ? SourceCursor(rawValue: "\(from + 2)") : nil
        return SearchResponse(stories: Array(stories.dropFirst(from).prefix(2)), next: next)
    }
}
