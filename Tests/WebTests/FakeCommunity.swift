import Foundation
import Library
import Markup
import News
import Synchronization
import TestSupport
import URLs

@testable import Web

/// A site that takes comments and votes, of guests or of members, as a test says; what it was sent is recorded.
final class FakeCommunity: Source, DiscussionCapability, PostingCapability, MembershipCapability {
    struct State {
        var outcome = RemoteActionOutcome.accepted()
        var found: RemoteActionOutcome?
        var sent: [RemoteAction] = []
        var cookies: [String] = []
        var signIns: [String] = []
        var signInOutcome: SignInOutcome?
        var items: [String: MemberItemState] = [:]
        var views = 0
        var threadRequests = 0
        var profiles = 0
        var replies: [ProfileComment] = []
        var comments: [FetchedComment] = []
        var acceptsComments: Bool? = true
        /// By name and cursor: "comments", "comments p2".
        var lists: [String: MemberItemListResponse] = [:]
        var listRequests: [String] = []
        /// What lists and profiles end with.
        var failure: SourceError?
        var fields: [MemberProfile.Field] = []
    }

    private let state = Mutex(State())
    let rules: PostingRules
    let signInPage: WebAddress
    let stories: [FetchedStory]

    init(rules: PostingRules, stories: [FetchedStory]) throws {
        self.rules = rules
        signInPage = try webAddress("https://loom.example/login")
        self.stories = stories
    }

    func change(_ work: (inout State) -> Void) { state.withLock { work(&$0) } }
    var seen: State { state.withLock { $0 } }

    static let password = "open sesame"

    static let guestRules = PostingRules(
        actions: [.comment], needsMembership: false, markup: .wordPress,
        limits: [.name: 245, .email: 100, .url: 200, .text: 65_525], lengthUnit: .bytes)
    static let memberRules = PostingRules(
        actions: Set(RemoteAction.Kind.allCases), needsMembership: true, markup: .hackerNews, limits: [.title: 80],
        editWindow: .seconds(7200), unvoteWindow: .seconds(3600))

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: stories)
    }

    // MARK: Threads

    var discussion: (any DiscussionCapability)? { self }

    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        state.withLock { state in
            state.threadRequests += 1
            var response = DiscussionResponse(comments: state.comments)
            response.acceptsComments = state.acceptsComments
            return response
        }
    }

    // MARK: Posting

    var posting: (any PostingCapability)? { self }

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result {
        guard let address = WebAddress("https://loom.example/post") else { throw .notThere }
        return .ready(PreparedAction(action, address: address, method: .post))
    }

    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        state.withLock { state in
            state.sent.append(prepared.action)
            if let session { state.cookies.append(session.cookie) }
            return state.outcome
        }
    }

    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? { seen.found }

    // MARK: Membership

    var membership: (any MembershipCapability)? { rules.needsMembership ? self : nil }

    func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome {
        state.withLock { state in
            state.signIns.append(name)
            if let outcome = state.signInOutcome { return outcome }
            return password == Self.password
                ? .signedIn(MemberSession(name: name, cookie: "user=\(name)&token"))
                : .rejected(message: "Bad login.")
        }
    }

    func adopt(cookie: String) async throws(SourceError) -> SignInOutcome {
        cookie.contains("token")
            ? .signedIn(MemberSession(name: "ada", cookie: "user=ada&token")) : .rejected(message: "")
    }

    func signOut(_ session: MemberSession) async {}

    func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState {
        state.withLock { state in
            state.views += 1
            return MemberThreadState(items: state.items, karma: 41)
        }
    }

    func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile {
        state.withLock { $0.profiles += 1 }
        if let failure = seen.failure { throw failure }
        return MemberProfile(
            name: session.name, profile: Profile(karma: 41, joinedAt: WebTestApp.start - 86_400), fields: seen.fields)
    }

    func list(
        _ list: MemberItemList, after cursor: SourceCursor?, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse {
        let name = list.rawValue + (cursor.map { " \($0.rawValue)" } ?? "")
        state.withLock { $0.listRequests.append(name) }
        if let failure = seen.failure { throw failure }
        return seen.lists[name] ?? MemberItemListResponse(comments: list == .replies ? seen.replies : [])
    }

    func comment(_ key: String, by author: String = "bob", _ text: String = "Yes.", under parent: String? = nil)
        -> FetchedComment
    {
        let cleaned = HTMLSanitizer().sanitize("<p>\(text)</p>")
        return FetchedComment(
            key: key, parentKey: parent, author: author, body: cleaned.html, text: cleaned.text,
            publishedAt: WebTestApp.start - 600, link: WebAddress("https://loom.example/item?id=\(key)"))
    }
}

/// A newspaper of that site, with one story and one comment.
struct CommunityFixture: Sendable {
    let app: WebTestApp
    let site: FakeCommunity
    let story: Int64
    let comment: Int64
    let browser: Browser

    var thread: String { "/loom/story/\(story)/comments" }
    var reply: String { "/loom/story/\(story)/reply" }

    static func open(
        _ rules: PostingRules, sampleAccounts: [SampleAccountHint] = [],
        _ body: @escaping @Sendable (CommunityFixture) async throws -> Void
    ) async throws {
        let place = temporaryFolder("tidings-community")
        defer { removeFolder(place) }
        let fetched = FetchedStory(
            key: "1", title: "Story <1>", link: try webAddress("https://loom.example/1"),
            body: SafeHTML(restoring: "<p>Text</p>"), text: "Text", publishedAt: WebTestApp.start - 60,
            discussionLink: try webAddress("https://loom.example/item?id=1"), commentCount: 1, points: 41)
        let site = try FakeCommunity(rules: rules, stories: [fetched])
        site.change { $0.comments = [site.comment("11")] }
        let edition = try Self.edition()
        let app = try WebTestApp(
            editions: [edition], masterKeyFile: MasterKeyFile(url: place.appending(path: "config/secrets.key")),
            sampleAccounts: sampleAccounts, sources: { _, _ in SourceCatalog([.feed: { _ in site }]) })
        try await app.library.editions.synchronize([edition])
        try await app.library.editions.refreshIfStale(edition.id, for: app.reader)
        await app.refresh()
        let row = try await app.rowInAnyEdition("Story <1>")
        _ = try await app.library.discussions.refresh(row.id, reason: .manual)
        let comments = try await app.library.discussions.thread(of: row.id, for: app.reader).comments
        guard let comment = comments.first?.id.rawValue else { throw MissingValue(what: "a comment") }
        try await app.withBrowser { browser in
            try await body(
                CommunityFixture(app: app, site: site, story: row.id.rawValue, comment: comment, browser: browser))
        }
    }

    private static func edition() throws -> Edition {
        let address = try webAddress("https://loom.example/")
        let channel = ChannelAddress(kind: .feed, site: address, address: address)
        var edition = Edition(
            id: EditionID(rawValue: "loom"), title: "The Loom",
            sections: .listed([EditionSection(key: "top", title: "Top", channels: [channel])]))
        edition.theme.rowStyle = .counted
        return edition
    }

    func get(_ path: String) async throws -> String { try await browser.get(path, Browser.navigation).text }

    func page(_ path: String) async throws -> ShownPage { try await browser.get(path, Browser.navigation).page }

    /// - Returns: where it leads.
    func post(_ action: String, _ fields: [String: String]) async throws -> String {
        let form = fields.map { "\($0.key)=\(QueryParameters.encoded($0.value))" }.joined(separator: "&")
        let response = try await browser.post("/loom/act/\(action)", form)
        return response.header("Location") ?? ""
    }

    /// What a form of the page would send, by its own hidden fields.
    func hidden(_ page: String) -> [String: String] {
        let fields = page.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/)
        return Dictionary(fields.map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $1 })
    }

    /// Fills in the composer at a path, and presses a button.
    func write(_ fields: [String: String], at path: String, pressing action: String = "comment") async throws -> String
    {
        let page = try await get(path)
        let form = page.split(separator: "composer-form").last.map(String.init) ?? ""
        let end = form.range(of: "</form>")?.lowerBound ?? form.endIndex
        return try await post(action, hidden(String(form[..<end])).merging(fields) { $1 })
    }

    func signIn(_ name: String = "ada") async throws {
        let source = try await source()
        _ = try await post(
            "member-sign-in", ["source": "\(source)", "name": name, "password": FakeCommunity.password])
    }

    func source() async throws -> Int64 {
        let sources = try await app.library.memberAccounts.sources(of: EditionID(rawValue: "loom"), for: app.reader)
        guard let source = sources.first else { throw MissingValue(what: "a source with members") }
        return source.id
    }
}
