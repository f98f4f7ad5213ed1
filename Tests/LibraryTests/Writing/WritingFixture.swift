import Foundation
import Markup
import News
import Synchronization
import TestSupport
import URLs

@testable import Library

/// A gate that holds back a step of an origin.
final class StepGate: Sendable {
    private let reachedStream: AsyncStream<Void>
    private let reachedEnd: AsyncStream<Void>.Continuation
    private let openStream: AsyncStream<Void>
    private let openEnd: AsyncStream<Void>.Continuation

    init() {
        (reachedStream, reachedEnd) = AsyncStream<Void>.makeStream()
        (openStream, openEnd) = AsyncStream<Void>.makeStream()
    }

    func wait() async {
        reachedEnd.finish()
        for await _ in openStream {}
    }

    /// Waits until the step has begun.
    func reached() async { for await _ in reachedStream {} }
    func open() { openEnd.finish() }
}

/// An origin that handles actions with the outcomes that a test has set, and records the steps. It accepts everything
/// and finds nothing by default.
final class FakePosting: PostingCapability {
    private struct State {
        var steps: [String] = []
        var sessions: [MemberSession?] = []
        var actions: [RemoteAction] = []
        var preparations: [Result<RemoteActionOutcome?, SourceError>] = []
        var outcomes: [RemoteActionOutcome] = []
        var finds: [Result<RemoteActionOutcome?, SourceError>] = []
        var gates: [String: StepGate] = [:]
        var running = 0
        var maxRunning = 0
    }

    let rules: PostingRules
    private let state = Mutex(State())

    init(rules: PostingRules) { self.rules = rules }

    /// The steps in order, each with the kind of its action.
    var steps: [String] { state.withLock { $0.steps } }
    var sentCount: Int { steps.count { $0.hasPrefix("send") } }
    /// The sessions of the sent requests.
    var sessions: [MemberSession?] { state.withLock { $0.sessions } }
    /// The actions as they were sent.
    var actions: [RemoteAction] { state.withLock { $0.actions } }
    var maxConcurrent: Int { state.withLock { $0.maxRunning } }

    /// Sets the outcomes of the next preparations; nil is a form.
    func prepare(_ results: Result<RemoteActionOutcome?, SourceError>...) {
        state.withLock { $0.preparations += results }
    }

    /// Sets the outcomes of the next requests.
    func answer(_ outcomes: RemoteActionOutcome...) { state.withLock { $0.outcomes += outcomes } }
    func find(_ results: Result<RemoteActionOutcome?, SourceError>...) { state.withLock { $0.finds += results } }

    /// Holds back the next step of a kind.
    /// - Parameter step: `prepare`, `send` or `find`.
    func hold(_ step: String) -> StepGate {
        let gate = StepGate()
        state.withLock { $0.gates[step] = gate }
        return gate
    }

    private func begin(_ step: String, _ action: RemoteAction) async {
        let gate = state.withLock { state in
            state.steps.append("\(step) \(action.kind.rawValue)")
            return state.gates.removeValue(forKey: step)
        }
        await gate?.wait()
    }

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result {
        await begin("prepare", action)
        let result = state.withLock { $0.preparations.isEmpty ? .success(nil) : $0.preparations.removeFirst() }
        if let outcome = try result.get() { return .ended(outcome) }
        guard let address = WebAddress("https://o.test/post") else { throw .notThere }
        return .ready(PreparedAction(action, address: address, method: .post))
    }

    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        state.withLock { state in
            state.sessions.append(session)
            state.actions.append(prepared.action)
            state.running += 1
            state.maxRunning = max(state.maxRunning, state.running)
        }
        await begin("send", prepared.action)
        return state.withLock { state in
            state.running -= 1
            return state.outcomes.isEmpty ? .accepted() : state.outcomes.removeFirst()
        }
    }

    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? {
        await begin("find", action)
        return try state.withLock { $0.finds.isEmpty ? .success(nil) : $0.finds.removeFirst() }.get()
    }
}

/// An origin with members: every password is `FakeMembership.password`, and every cookie is the member's name.
final class FakeMembership: MembershipCapability {
    private struct State {
        var requests: [String] = []
        var signIn: SignInOutcome?
        var views: [String: Result<MemberThreadState, SourceError>] = [:]
        var profile: Result<MemberProfile, SourceError> = .failure(.notThere)
        var lists: [MemberItemList: Result<MemberItemListResponse, SourceError>] = [:]
    }

    static let password = "open-sesame-77"
    let signInPage: WebAddress
    private let state = Mutex(State())

    init(signInPage: WebAddress) { self.signInPage = signInPage }

    /// The requests in order, each with the member's name.
    var requests: [String] { state.withLock { $0.requests } }
    func requests(of kind: String) -> Int { requests.count { $0.hasPrefix(kind) } }

    func put(signIn outcome: SignInOutcome?) { state.withLock { $0.signIn = outcome } }
    func put(_ view: Result<MemberThreadState, SourceError>, for member: String) {
        state.withLock { $0.views[member] = view }
    }
    func put(profile: Result<MemberProfile, SourceError>) { state.withLock { $0.profile = profile } }
    func put(_ list: MemberItemList, _ response: Result<MemberItemListResponse, SourceError>) {
        state.withLock { $0.lists[list] = response }
    }

    private func record(_ kind: String, _ session: MemberSession) {
        state.withLock { $0.requests.append("\(kind) \(session.name)") }
    }

    func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome {
        state.withLock { $0.requests.append("sign-in \(name)") }
        if let outcome = state.withLock({ $0.signIn }) { return outcome }
        guard password == Self.password else { return .rejected(message: "Bad login.") }
        return .signedIn(MemberSession(name: name, cookie: "user=\(name)&cookie-of-\(name)"))
    }

    func adopt(cookie: String) async throws(SourceError) -> SignInOutcome {
        .signedIn(MemberSession(name: "adopted", cookie: cookie))
    }

    func signOut(_ session: MemberSession) async { record("sign-out", session) }

    func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState {
        record("view", session)
        return try state.withLock { $0.views[session.name] ?? .success(MemberThreadState()) }.get()
    }

    func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile {
        record("profile", session)
        return try state.withLock { $0.profile }.get()
    }

    func list(
        _ list: MemberItemList, after cursor: SourceCursor?, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse {
        record(list.rawValue, session)
        return try state.withLock { $0.lists[list] ?? .success(MemberItemListResponse()) }.get()
    }
}

/// A Library with one story of a source that accepts actions.
final class WritingFixture: Sendable {
    let base: LibraryFixture
    let posting: FakePosting
    let membership: FakeMembership
    let story: StoryID
    let source: StorySource
    let item: RemoteItem
    let masterKeyFile: MasterKeyFile
    private let keyFolder: URL

    static let limits: [PostingRules.Field: Int] = [.text: 40, .title: 10, .name: 8]

    /// Creates the library.
    /// - Parameter needsMembership: True if actions need a session.
    init(needsMembership: Bool = false) async throws {
        let keyFolder = temporaryFolder("tidings-key")
        masterKeyFile = MasterKeyFile(url: keyFolder.appending(path: "secrets.key"))
        let base = try LibraryFixture(masterKeyFile: masterKeyFile)
        membership = FakeMembership(signInPage: try webAddress("https://o.test/login"))
        posting = FakePosting(
            rules: PostingRules(
                actions: Set(RemoteAction.Kind.allCases), needsMembership: needsMembership, markup: .hackerNews,
                limits: Self.limits))
        base.source.offer(posting: posting)
        base.source.offer(membership: membership)
        base.source.offerThreads()
        try await base.follow(
            "https://o.test/feed", stories: [try base.story("1", link: "https://o.test/1"), try base.story("2")])
        story = try await base.id("Story 1")
        let found = try await base.library.outbox.item(story: story, comment: nil)
        (item, source) = (found.item, found.source)
        self.base = base
        self.keyFolder = keyFolder
    }

    deinit { if FileManager.default.fileExists(atPath: keyFolder.path) { removeFolder(keyFolder) } }

    var library: NewsLibrary { base.library }
    var me: ReaderID { base.me }
    var clock: TestClock { base.clock }

    /// The outbox without a pause before it looks for an action.
    var outbox: OutboxService {
        OutboxService(context: library.context, policy: OutboxPolicy(pauseBeforeLook: .zero))
    }

    /// Adds a second reader.
    func other() async throws -> ReaderID {
        try await base.execute("insert into reader (id, name, created_at) values (2, 'Other', 0)")
        return ReaderID(rawValue: 2)
    }

    func comment(_ text: String = "I agree.", on comment: String? = nil) -> RemoteAction {
        var target = item
        target.commentKey = comment
        return .comment(NewComment(target: target, text: text, author: Self.author))
    }

    private static let author = GuestAuthor(name: "ada", email: "a@b.test")

    /// Retries an entry; a guest's action is signed anew.
    @discardableResult
    func retry(_ id: OutboxEntry.ID) async throws -> OutboxEntry {
        try await outbox.retry(id, signedBy: Self.author, for: me)
    }

    @discardableResult
    func perform(
        _ action: RemoteAction? = nil, token: String = "t", for reader: ReaderID = .first
    ) async throws -> OutboxEntry {
        try await outbox.perform(action ?? comment(), at: source, token: token, for: reader)
    }

    func signIn(_ name: String = "ada", for reader: ReaderID = .first) async throws {
        _ = try await library.memberAccounts.signIn(
            name: name, password: FakeMembership.password, at: source, for: reader)
    }

    /// Waits until the condition holds, checking at every change.
    func waitUntil(_ condition: () async throws -> Bool) async throws {
        while true {
            let changes = library.changes()
            if try await condition() { return }
            for await _ in changes { break }
        }
    }

    /// Waits until the entry is no longer being sent.
    func ended(_ id: OutboxEntry.ID, for reader: ReaderID = .first) async throws -> OutboxEntry {
        try await waitUntil { try await outbox.entry(id, for: reader).state != .sending }
        return try await outbox.entry(id, for: reader)
    }
}
