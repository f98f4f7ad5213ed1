import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Library
import Logging
import Markup
import NIOCore
import News
import Pictures
import Synchronization

@testable import Web

/// An origin that offers what a test has put there; it stands outside, beyond `Source`.
final class FakeSource: Source, Sendable {
    private let channelResponses = Mutex<[String: Result<ChannelResponse, SourceError>]>([:])
    private let channelRequests = Mutex<[String]>([])
    /// The addresses that were asked, in order.
    var requests: [String] { channelRequests.withLock { $0 } }
    private let articles = Mutex<[String: Result<String, SourceError>]>([:])

    /// Puts a page of one paragraph where a story links to, or what becomes of asking for it.
    func put(page: Result<String, SourceError>, at address: String) { articles.withLock { $0[address] = page } }

    var fullText: FullTextCapability? {
        FullTextCapability { [self] (address) async throws(SourceError) in
            guard let page = articles.withLock({ $0[address.text] }) else { throw .notThere }
            let cleaned = HTMLSanitizer(base: address).sanitize("<p>\(try page.get())</p>")
            return FullText(
                address: address, body: cleaned.html, text: cleaned.text, pictures: cleaned.pictures, parts: [])
        }
    }

    private let linkedPageResponses = Mutex<[String: Result<ArticleResponse, SourceError>]>([:])
    private let linkedPageRequests = Mutex<[String]>([])
    /// The pages outside that were asked for, in order.
    var requestedLinkedPages: [String] { linkedPageRequests.withLock { $0 } }

    /// Puts what a page outside answers.
    func put(outside answer: Result<ArticleResponse, SourceError>, at address: String) {
        linkedPageResponses.withLock { $0[address] = answer }
    }

    /// Puts a page of so many words and one picture.
    func put(outside words: Int, at address: String) throws {
        let page = try webAddress(address)
        let text = (0..<words).map { "word\($0)" }.joined(separator: " ")
        let html = "<p>\(text)</p><p><img src=\"https://far.example/a.jpg\" alt=\"\"><a href=\"/on\">On</a></p>"
        let cleaned = HTMLSanitizer(base: page).sanitize(html)
        put(
            outside: .success(
                ArticleResponse(
                    .fullText(
                        FullText(
                            address: page, body: cleaned.html, text: text, pictures: cleaned.pictures, parts: [],
                            title: "The quay")))), at: address)
    }

    var linkedPageCapability: ArticleCapability {
        ArticleCapability { [self] (request) async throws(SourceError) in
            linkedPageRequests.withLock { $0.append(request.address.text) }
            guard let answer = linkedPageResponses.withLock({ $0[request.address.text] }) else { throw .notThere }
            return try answer.get()
        }
    }

    func put(_ stories: [FetchedStory], at address: String) {
        put(.success(ChannelResponse(stories: stories)), at: address)
    }

    /// - Parameter cursor: of the page that is put there; nil for the first.
    func put(_ answer: Result<ChannelResponse, SourceError>, at address: String, after cursor: String? = nil) {
        channelResponses.withLock { $0[cursor.map { "\(address) \($0)" } ?? address] = answer }
    }

    private let gates = Mutex<[String: AsyncStream<Void>]>([:])

    /// Lets an address answer no sooner than what is given back is finished.
    func hold(_ address: String) -> AsyncStream<Void>.Continuation {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        gates.withLock { $0[address] = stream }
        return gate
    }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let place = channel.after.map { "\(channel.address.text) \($0.rawValue)" } ?? channel.address.text
        channelRequests.withLock { $0.append(place) }
        if let gate = gates.withLock({ $0[place] }) { for await _ in gate {} }
        guard let answer = channelResponses.withLock({ $0[place] }) else { throw .notThere }
        return try answer.get()
    }

    private let threadResponses = Mutex<[String: Result<DiscussionResponse, SourceError>]>([:])
    private let threadRequests = Mutex<[String]>([])
    /// The stories whose comments were asked for, in order.
    var requestedThreads: [String] { threadRequests.withLock { $0 } }

    /// Makes it an origin with discussions, and says what is said under a story.
    func put(comments answer: Result<DiscussionResponse, SourceError>, under story: String) {
        threadResponses.withLock { $0[story] = answer }
    }

    private let knownPerson = Mutex<Profile?>(nil)

    /// Makes it an origin that knows somebody, who said and submitted what was put as found.
    func put(person: Profile) { knownPerson.withLock { $0 = person } }

    private let profileRequests = Mutex<[String]>([])
    /// The people who were asked about, in order.
    var requestedProfiles: [String] { profileRequests.withLock { $0 } }

    var profiles: ProfileCapability? {
        guard let known = knownPerson.withLock({ $0 }) else { return nil }
        return ProfileCapability(
            profile: { [self] (name) async throws(SourceError) in
                profileRequests.withLock { $0.append(name) }
                guard name == known.name else { throw .notThere }
                return known
            },
            stories: { [self] (name, _) async throws(SourceError) in
                profileRequests.withLock { $0.append("stories by \(name)") }
                return SearchResponse(
                    stories: [FetchedStory(key: "mine", title: "What I made")], next: SourceCursor(rawValue: "p 2"))
            },
            comments: { [self] (name, _) async throws(SourceError) in
                profileRequests.withLock { $0.append("comments by \(name)") }
                let cleaned = HTMLSanitizer().sanitize("<p>I <i>said</i> so.</p>")
                return ProfileCommentsResponse(comments: [
                    ProfileComment(
                        comment: FetchedComment(key: "11", author: name, body: cleaned.html, text: cleaned.text),
                        storyKey: "1", storyTitle: "Story <1>")
                ])
            })
    }

    var discussion: DiscussionCapability? {
        guard threadResponses.withLock({ !$0.isEmpty }) else { return nil }
        return DiscussionCapability { [self] (request, _) async throws(SourceError) in
            threadRequests.withLock { $0.append(request.storyKey) }
            guard let answer = threadResponses.withLock({ $0[request.storyKey] }) else { throw .notThere }
            return try answer.get()
        }
    }

    private let searchResponse = Mutex<Result<[FetchedStory], SourceError>?>(nil)
    private let searchQueries = Mutex<[String]>([])
    /// The words that were looked for here, in order.
    var searches: [String] { searchQueries.withLock { $0 } }

    /// Makes it an origin that can be searched, and says what it finds, two at a time.
    func put(finds answer: Result<[FetchedStory], SourceError>) { searchResponse.withLock { $0 = answer } }

    var search: SearchCapability? {
        guard searchResponse.withLock({ $0 }) != nil else { return nil }
        return SearchCapability { [self] (words, cursor) async throws(SourceError) in
            searchQueries.withLock { $0.append(cursor.map { "\(words) \($0.rawValue)" } ?? words) }
            let all = try searchResponse.withLock { $0 }?.get() ?? []
            let from = cursor.flatMap { Int($0.rawValue) } ?? 0
            let next = from + 2 < all.count ? SourceCursor(rawValue: "\(from + 2)") : nil
            return SearchResponse(stories: Array(all.dropFirst(from).prefix(2)), next: next)
        }
    }
}

/// Finds what a test says is there.
struct FakeFeedDiscovery: ChannelDiscovery {
    var result: Result<[DiscoveredChannel], SourceError> = .success([])
    var recordRequest: @Sendable (String) -> Void = { _ in }

    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        recordRequest(address.text)
        return try result.get()
    }
}

struct NotFoundError: Error { var what: String }

func webAddress(_ text: String) throws -> WebAddress {
    guard let address = WebAddress(text) else { throw NotFoundError(what: text) }
    return address
}

/// A site over a real Library in a folder of its own, at a time that stands still until it is moved.
final class WebTestApp: Sendable {
    let folder: URL
    let library: NewsLibrary
    let source = FakeSource()
    let reader = ReaderID.first
    private let discovery = Mutex(FakeFeedDiscovery())
    private let hosts: Set<String>
    /// The newspapers; made anew by `publish`.
    private let editionRegistry: Mutex<EditionRegistry>

    /// Saturday 21 November 2026, 9:20 UTC.
    static let start = Date(timeIntervalSince1970: 1_795_252_800)

    private let audioRelay: AudioRelay?
    private let accessPolicy: AccessPolicy
    private let logger: Logger

    init(
        hosts: Set<String> = ["localhost"], sounds: AudioRelay? = nil, editions: [Edition] = [],
        accessPolicy: AccessPolicy = AccessPolicy(), logger: Logger = Logger(label: "test")
    ) throws {
        self.audioRelay = sounds
        self.accessPolicy = accessPolicy
        self.logger = logger
        self.hosts = hosts
        editionRegistry = Mutex(EditionRegistry(editions))
        folder = FileManager.default.temporaryDirectory.appending(path: "tidings-web-\(UUID().uuidString)")
        let clock = TestClock()
        self.clock = clock
        library = try NewsLibrary.open(at: folder, now: { clock.now })
    }

    /// Kept apart so that the Library can hold it before the house is whole.
    final class TestClock: Sendable {
        private let time = Mutex(WebTestApp.start)
        var now: Date { time.withLock { $0 } }
        func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    let clock: TestClock

    deinit {
        library.close()
        do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
    }

    func setDiscovery(_ answer: Result<[DiscoveredChannel], SourceError>) {
        discovery.withLock { $0 = FakeFeedDiscovery(result: answer) }
    }

    private let discoveredAddresses = Mutex<[String]>([])
    /// The addresses at which somebody looked for feeds, in order.
    var discoveryRequests: [String] { discoveredAddresses.withLock { $0 } }

    private var feedDiscovery: FakeFeedDiscovery {
        var finder = discovery.withLock { $0 }
        finder.recordRequest = { [self] address in discoveredAddresses.withLock { $0.append(address) } }
        return finder
    }

    private var fullTextService: FullTextService {
        let source = source
        return FullTextService(
            library: library, catalog: SourceCatalog([.feed: { _ in source }]),
            policy: FullTextPolicy(hostInterval: .zero))
    }

    private var site: Routes {
        let (clock, source) = (clock, source)
        let catalog = SourceCatalog([.feed: { _ in source }])
        return Routes(
            library: library,
            pictures: ImageService(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/test")),
            signer: ImageURLSigner(key: Array(repeating: 7, count: 32)),
            services: ExternalServices(
                discovery: feedDiscovery, fullTexts: fullTextService,
                olderStories: OlderStoriesService(library: library, catalog: catalog),
                originSearch: RemoteSearchService(library: library, catalog: catalog),
                discussions: DiscussionService(library: library, catalog: catalog),
                people: ProfileService(library: library, catalog: catalog),
                mentions: RelatedDiscussionsService(library: library, catalog: catalog), sounds: audioRelay,
                outside: LinkedPageAccess(
                    desk: LinkedPageService(library: library, capability: source.linkedPageCapability),
                    key: Array(repeating: 9, count: 32)),
                parseOPML: Self.parseOutlines,
                writeOPML: { Array($0.flatMap(\.subscriptions).map(\.address.text).joined(separator: "\n").utf8) },
                shelves: [
                    StarterFeedList(
                        title: "Slow <reading>", about: "Essays.",
                        feeds: ["https://slow.example/a", "https://slow.example/b"].compactMap { text in
                            WebAddress(text).map { ImportedFeed(address: $0, title: "Slow", folder: ["Slow"]) }
                        })
                ]),
            settings: WebSettings(
                hosts: hosts, build: "test", zone: .gmt, now: { clock.now }, notice: nil,
                defaultEdition: editionRegistry.withLock { $0.editions.first?.id } ?? .mine, accessPolicy: accessPolicy,
                home: "https://tidings.example/about", logger: logger),
            editions: editionRegistry.withLock { $0 })
    }

    /// Puts files into the operator's folder, and reads it as the start of the program does.
    func publish(_ files: [String: String], only: EditionID? = nil) async throws {
        let editions = folder.appending(path: "editions")
        try FileManager.default.createDirectory(at: editions, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: editions.appending(path: name)) }
        let rack = EditionRegistry(folder: editions, onlyEdition: only, isSupported: { $0 == .feed })
        try await library.editions.synchronize(rack.validEditions, sparing: rack.invalidIDs)
        self.editionRegistry.withLock { $0 = rack }
    }

    /// Every address that is answered, as the router names it.
    var routes: [String] { site.router().routes.map { "\($0.path)" } }

    /// Those that a GET may ask for.
    var pages: Set<String> { Set(site.router().routes.filter { $0.method == .get }.map { "\($0.path)" }) }

    /// Lets the refresher ask what is due.
    func refresh() async {
        let source = source
        _ = await Refresher(library: library, catalog: SourceCatalog([.feed: { _ in source }])).runOnce()
    }

    /// In place of OPML, which the composition root reads: an address a line after the first.
    private static func parseOutlines(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first == "outlines" else { throw OPMLImportError(sentence: "That is not an <OPML> file.") }
        let typed = lines.dropFirst().map(String.init)
        return OPMLImport(
            feeds: typed.compactMap { WebAddress($0).map { ImportedFeed(address: $0, folder: ["Brought"]) } },
            unusable: typed.filter { WebAddress($0) == nil })
    }

    /// Lets `work` ask the site's router, as a browser on this machine would.
    func withBrowser(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.router) { client in try await work(Browser(client: client)) }
    }

    /// The same over a real connection, from 127.0.0.1.
    func withLiveServer(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.live) { client in try await work(Browser(client: client)) }
    }

    // MARK: - News

    /// Follows a feed and takes in what it offers.
    @discardableResult
    func follow(
        _ address: String, folder: String? = nil, title: String = "Harbour Post", stories: [FetchedStory] = [],
        next: String? = nil
    ) async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: reader).id
        source.put(
            .success(ChannelResponse(stories: stories, next: next.map { SourceCursor(rawValue: $0) })), at: address)
        let source = source
        _ = await Refresher(library: library, catalog: SourceCatalog([.feed: { _ in source }])).runOnce(only: [channel]
        )
        return channel
    }

    /// Stories `first` to `last`, each a minute older than the one before.
    func stories(_ range: ClosedRange<Int>) -> [FetchedStory] {
        range.map { number in
            FetchedStory(
                key: "k\(number)", title: "Story \(number)", body: SafeHTML(restoring: "<p>Text \(number)</p>"),
                text: "Text \(number)", publishedAt: Self.start.addingTimeInterval(-Double(number) * 60))
        }
    }

    /// A story of whatever newspaper.
    func rowInAnyEdition(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.within(nil, .everything), for: reader, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw NotFoundError(what: title) }
        return row
    }

    func row(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.everything, for: reader, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw NotFoundError(what: title) }
        return row
    }
}

/// Asks as a browser does.
struct Browser: Sendable {
    let client: any TestClientProtocol

    struct Response: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    static let navigation = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"]

    func get(_ path: String, _ headers: [String: String] = [:], method: HTTPRequest.Method = .get) async throws
        -> Response
    {
        try await send(path, method, headers, nil)
    }

    /// A form as a page of ours sends it.
    func post(_ path: String, _ form: String = "", _ headers: [String: String] = [:]) async throws -> Response {
        let own = [
            "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        ]
        return try await send(path, .post, own.merging(headers) { $1 }, ByteBuffer(string: form))
    }

    private func send(_ path: String, _ method: HTTPRequest.Method, _ headers: [String: String], _ body: ByteBuffer?)
        async throws -> Response
    {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        return try await client.execute(uri: path, method: method, headers: fields, body: body) { response in
            Response(status: response.status, headers: response.headers, bytes: Array(buffer: response.body))
        }
    }
}
