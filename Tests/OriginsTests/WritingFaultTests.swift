import Foundation
import Markup
import News
import SampleOrigins
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of the real Library over real origins whose connections break: nothing is done twice, and no typed text is
/// lost.
@Suite(.timeLimit(.minutes(3))) struct WritingFaultTests {
    private static let fixtures = PostingFixture.all + [.hackerNewsVote, .hackerNewsSubmission]

    @Test(arguments: fixtures, FaultInjectingProxy.Cut.allCases)
    func `whatever a connection loses, a look and retries do the action once`(
        _ fixture: PostingFixture, _ cut: FaultInjectingProxy.Cut
    ) async throws {
        try await FaultHouse.open(fixture) { house in
            house.faults.set(cut)
            let entry = try await house.perform("1")
            #expect(house.site.count() <= 1)
            try await house.expectText(after: entry)
            var last = entry
            for _ in 0..<3 where !FaultHouse.hasArrived(last.state) {
                last = try await house.retry(entry.id)
                try await house.expectText(after: last)
            }
            #expect(FaultHouse.hasArrived(last.state), "\(last.state)")
            // A second tap sends the same form once more.
            #expect(try await house.perform("1").id == entry.id)
            #expect(house.site.count() == 1)
            #expect(try await house.library.drafts.drafts(for: .first).isEmpty)
        }
    }

    @Test(arguments: fixtures, [FaultInjectingProxy.Cut.atOnce, .inRequest, .beforeResponse, .inResponseHead])
    func `while the origin cannot be looked at, a second form with the same words sends nothing`(
        _ fixture: PostingFixture, _ cut: FaultInjectingProxy.Cut
    ) async throws {
        try await FaultHouse.open(fixture) { house in
            house.faults.set(cut, lasts: true)
            let entry = try await house.perform("1")
            #expect(entry.state == .ended(.fateUnknown))
            let count = house.site.count()
            try await house.expectText(after: entry)
            let second = try await house.perform("2")
            #expect(house.site.count() == count)
            #expect(second.id == entry.id || house.text == nil)
            try await house.proxy.cut(nil)
            var last = try await house.outbox.look(entry.id, for: .first)
            #expect(FaultHouse.hasArrived(last.state) == (count == 1), "\(last.state)")
            if last.state == .notArrived { last = try await house.retry(entry.id) }
            #expect(FaultHouse.hasArrived(last.state), "\(last.state)")
            #expect(house.site.count() == 1)
        }
    }

    @Test(arguments: fixtures, [FaultInjectingProxy.Cut.inRequest, .beforeResponse])
    func `a process that ends while it sends leaves an unknown fate, and then the truth`(
        _ fixture: PostingFixture, _ cut: FaultInjectingProxy.Cut
    ) async throws {
        try await FaultHouse.open(fixture) { house in
            let copy = temporaryFolder("tidings-killed")
            defer { removeFolder(copy) }
            // A killed process would leave the files on disk at that moment: nobody holds the copy's lock.
            house.faults.set(cut) { try FileManager.default.copyItem(at: house.folder, to: copy) }
            let entry = try await house.perform("1")
            let count = house.site.count()
            let next = try house.reopened(at: copy)
            defer { next.library.close() }
            let found = try #require(try await next.outbox.entries(for: .first).first)
            #expect(found.id == entry.id && found.state == .ended(.fateUnknown))
            try await next.expectText(after: found)
            var last = try await next.outbox.look(found.id, for: .first)
            #expect(FaultHouse.hasArrived(last.state) == (count == 1), "\(last.state)")
            if last.state == .notArrived { last = try await next.retry(found.id) }
            #expect(FaultHouse.hasArrived(last.state), "\(last.state)")
            #expect(try await next.perform("1").id == found.id)
            #expect(next.site.count() == 1)
        }
    }
}

/// A Library with the story of a fixture, whose member is signed in.
private struct FaultHouse: Sendable {
    let site: PostingFixture.Site
    let proxy: FaultInjectingProxy
    let faults: Faults
    let folder: URL
    let keyFile: MasterKeyFile
    let library: NewsLibrary

    /// The outbox without a pause before it looks for an action.
    var outbox: OutboxService {
        OutboxService(context: library.context, policy: OutboxPolicy(pauseBeforeLook: .zero))
    }

    static func open(_ fixture: PostingFixture, _ body: (FaultHouse) async throws -> Void) async throws {
        let (folder, keys) = (temporaryFolder("tidings-faults"), temporaryFolder("tidings-key"))
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        defer { for place in [folder, keys] { removeFolder(place) } }
        try await FaultInjectingProxy.open { proxy in
            try await fixture.open(proxy) { site in
                let keyFile = MasterKeyFile(url: keys.appending(path: "secrets.key"))
                let house = try FaultHouse(site, proxy, Faults(), folder, keyFile)
                defer { house.library.close() }
                try await house.begin()
                try await body(house)
            }
        }
    }

    private init(
        _ site: PostingFixture.Site, _ proxy: FaultInjectingProxy, _ faults: Faults, _ folder: URL,
        _ keyFile: MasterKeyFile
    ) throws {
        (self.site, self.proxy, self.faults, self.folder, self.keyFile) = (site, proxy, faults, folder, keyFile)
        let source = FaultySource(site: site, proxy: proxy, faults: faults)
        library = try NewsLibrary.open(
            at: folder, now: site.now, masterKeyFile: keyFile, sources: SourceCatalog([.feed: { _ in source }]))
    }

    func reopened(at folder: URL) throws -> FaultHouse { try FaultHouse(site, proxy, faults, folder, keyFile) }

    private func begin() async throws {
        let address = try webAddress(proxy.site + "/feed")
        let found = DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: "Site"))
        _ = try await library.subscriptions.follow(found, folder: nil, for: .first)
        _ = await Refresher(library: library).runOnce()
        let place = try await place
        if let session = site.session {
            _ = try await library.memberAccounts.signIn(
                name: session.name, password: "open sesame", at: place.source, for: .first)
        }
        guard let draft = draft(place.story, place.source) else { return }
        _ = try await library.drafts.save(draft, basedOn: nil, for: .first)
    }

    private var place: (story: StoryID, source: StorySource) {
        get async throws {
            let rows = try await library.stories.list(.everything, for: .first, depth: 9).rows
            guard let row = rows.first else { throw MissingValue(what: "the story") }
            return (row.id, try await library.outbox.item(story: row.id, comment: nil).source)
        }
    }

    func perform(_ token: String) async throws -> OutboxEntry {
        try await outbox.perform(site.action, at: try await place.source, token: token, for: .first)
    }

    /// Retries an entry; a guest's action is signed anew.
    func retry(_ id: OutboxEntry.ID) async throws -> OutboxEntry {
        try await outbox.retry(id, signedBy: site.action.author, for: .first)
    }

    // MARK: What was typed

    /// The typed text; nil for a vote.
    var text: String? {
        switch site.action {
        case .comment(let comment): comment.text
        case .submit(let submission): submission.title
        default: nil
        }
    }

    private func draft(_ story: StoryID, _ source: StorySource) -> Draft? {
        switch site.action {
        case .comment(let comment): Draft(target: .comment(story, parent: nil), text: comment.text)
        case .submit(let new): Draft(target: .submission(source.id), title: new.title, url: new.url, text: new.text)
        default: nil
        }
    }

    /// Expects that the text is in the outbox, and in the draft until the origin has it.
    func expectText(after entry: OutboxEntry) async throws {
        let stored = try await outbox.entry(entry.id, for: .first)
        #expect(stored.action.unsigned == site.action.unsigned)
        guard let text, !Self.hasArrived(entry.state) else { return }
        let drafts = try await library.drafts.drafts(for: .first)
        #expect(drafts.contains { $0.text == text || $0.title == text })
    }

    static func hasArrived(_ state: OutboxEntry.State) -> Bool {
        switch state {
        case .ended(.accepted), .ended(.pending): true
        default: false
        }
    }
}

/// The fault of the next request that changes something.
private final class Faults: Sendable {
    struct Next: Sendable {
        var cut: FaultInjectingProxy.Cut?
        /// True if reads fail too, from then on.
        var lasts = false
        /// A closure that runs when the request has ended, before the Library knows the result.
        var whenSent: @Sendable () throws -> Void = {}
    }

    private let next = Mutex(Next())

    func set(_ cut: FaultInjectingProxy.Cut, lasts: Bool = false, whenSent: @escaping @Sendable () throws -> Void = {})
    {
        next.withLock { $0 = Next(cut: cut, lasts: lasts, whenSent: whenSent) }
    }

    func take() -> Next {
        next.withLock { next in
            defer { next = Next() }
            return next
        }
    }
}

/// The fixture's source with one story, behind the proxy.
private struct FaultySource: Source, PostingCapability {
    let site: PostingFixture.Site
    let proxy: FaultInjectingProxy
    let faults: Faults

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let item = site.action.item
        let story = FetchedStory(
            key: item?.storyKey ?? "1", title: "The story", link: item?.page ?? WebAddress(proxy.site + "/1"),
            body: SafeHTML(restoring: "<p>Text</p>"), text: "Text", publishedAt: site.now())
        return ChannelResponse(stories: [story])
    }

    var posting: (any PostingCapability)? { self }

    var rules: PostingRules { site.posting.rules }

    func prepare(
        _ action: RemoteAction, as session: MemberSession?
    ) async throws(SourceError) -> PreparedAction.Result { try await site.posting.prepare(action, as: session) }

    func send(_ prepared: PreparedAction, as session: MemberSession?) async -> RemoteActionOutcome {
        let fault = faults.take()
        if let cut = fault.cut { await set(cut) }
        let outcome = await site.posting.send(prepared, as: session)
        do { try fault.whenSent() } catch { Issue.record(error) }
        if fault.cut != nil, !fault.lasts { await set(nil) }
        return outcome
    }

    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? {
        try await site.posting.find(action, sentAt: sentAt, as: session)
    }

    private func set(_ cut: FaultInjectingProxy.Cut?) async {
        do { try await proxy.cut(cut) } catch { Issue.record(error) }
    }

    var membership: (any MembershipCapability)? {
        guard let session = site.session, let page = WebAddress(proxy.site + "/login") else { return nil }
        return OpenMembership(signInPage: page, session: session)
    }
}

/// A membership that gives everyone the same session, and shows nothing.
private struct OpenMembership: MembershipCapability {
    let signInPage: WebAddress
    let session: MemberSession

    func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome { .signedIn(session) }

    func adopt(cookie: String) async throws(SourceError) -> SignInOutcome { .signedIn(session) }

    func signOut(_ session: MemberSession) async {}

    func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState {
        MemberThreadState()
    }

    func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile { throw .notThere }

    func list(
        _ list: MemberItemList, after cursor: SourceCursor?, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse { MemberItemListResponse() }
}
