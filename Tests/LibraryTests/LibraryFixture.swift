import Foundation
import Markup
import News
import Synchronization

@testable import Library

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
    private let moment: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { moment = Mutex(start) }

    var now: Date { moment.withLock { $0 } }
    func advance(_ seconds: Double) { moment.withLock { $0 += seconds } }
}

/// Origins that answer what a test has put there. They stand outside the Library, beyond `Source`.
final class TestOrigins: Sendable {
    private struct State {
        var answers: [String: Result<ChannelResponse, SourceError>] = [:]
        var requests: [ChannelRequest] = []
        var atOnce: [String: Int] = [:]
        var mostAtOnce = 0
        var mostAtOnceOfHost = 0
        var pages: [String: Result<FullText, SourceError>] = [:]
        var pagesAsked: [String] = []
        var finds: [String: Result<SearchResponse, SourceError>] = [:]
        var searched: [String] = []
    }

    private let state = Mutex(State())

    var catalog: SourceCatalog {
        SourceCatalog([
            .feed: { [self] _ in TestSource(origins: self) }, .gazette: { [self] _ in TestSource(origins: self) },
        ])
    }
    var requests: [ChannelRequest] { state.withLock { $0.requests } }
    var mostAtOnceOfHost: Int { state.withLock { $0.mostAtOnceOfHost } }

    func put(_ answer: Result<ChannelResponse, SourceError>, at address: String) {
        state.withLock { $0.answers[address] = answer }
    }

    /// The pages that were asked for a whole text, in order.
    var pagesAsked: [String] { state.withLock { $0.pagesAsked } }

    /// Puts a page of one paragraph, with pictures, where a story links to.
    func put(page text: String, pictures: [String] = [], at address: String) throws {
        let page = try webAddress(address)
        let images = pictures.map { "<img src=\"\($0)\" alt=\"\">" }.joined()
        let cleaned = HTMLSanitizer(base: page).sanitize("<p>\(text)</p>\(images)")
        let part = FullTextPart(address: page, html: "<article><p>\(text)</p>\(images)</article>")
        let full = FullText(
            address: page, body: cleaned.html, text: cleaned.text, pictures: cleaned.pictures, parts: [part])
        state.withLock { $0.pages[address] = .success(full) }
    }

    func put(pageFailure error: SourceError, at address: String) {
        state.withLock { $0.pages[address] = .failure(error) }
    }

    func page(at address: WebAddress) -> Result<FullText, SourceError> {
        state.withLock { state in
            state.pagesAsked.append(address.text)
            state.atOnce[address.host, default: 0] += 1
            state.mostAtOnceOfHost = max(state.mostAtOnceOfHost, state.atOnce[address.host, default: 0])
            return state.pages[address.text] ?? .failure(.notThere)
        }
    }

    /// What was looked for, in order; with the cursor where there was one.
    var searched: [String] { state.withLock { $0.searched } }

    /// Makes origins searchable: what is found by words, and by words and a cursor.
    func put(finds answer: Result<SearchResponse, SourceError>, for words: String) {
        state.withLock { $0.finds[words] = answer }
    }

    var isSearchable: Bool { state.withLock { !$0.finds.isEmpty } }

    func find(_ words: String, _ cursor: SourceCursor?) -> Result<SearchResponse, SourceError> {
        let name = cursor.map { "\(words) \($0.rawValue)" } ?? words
        return state.withLock { state in
            state.searched.append(name)
            return state.finds[name] ?? .success(SearchResponse(stories: []))
        }
    }

    func endPage(at address: WebAddress) { state.withLock { $0.atOnce[address.host, default: 1] -= 1 } }

    func begin(_ request: ChannelRequest) -> Result<ChannelResponse, SourceError> {
        state.withLock { state in
            state.requests.append(request)
            state.atOnce[request.address.host, default: 0] += 1
            state.mostAtOnceOfHost = max(state.mostAtOnceOfHost, state.atOnce[request.address.host, default: 0])
            let place = request.after.map { "\(request.address.text) \($0.rawValue)" } ?? request.address.text
            return state.answers[place] ?? .success(ChannelResponse(stories: []))
        }
    }

    func end(_ request: ChannelRequest) {
        state.withLock { $0.atOnce[request.address.host, default: 1] -= 1 }
    }
}

extension SourceKind {
    /// A kind of origin whose channels are offered by a directory.
    static let gazette = SourceKind(rawValue: "gazette")
}

struct TestSource: Source {
    let origins: TestOrigins

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let answer = origins.begin(channel)
        for _ in 0..<5 { await Task.yield() }
        origins.end(channel)
        return try answer.get()
    }

    var search: SearchCapability? {
        guard origins.isSearchable else { return nil }
        let origins = origins
        return SearchCapability { (words, cursor) async throws(SourceError) in try origins.find(words, cursor).get() }
    }

    var fullText: FullTextCapability? {
        let origins = origins
        return FullTextCapability { (address) async throws(SourceError) in
            let answer = origins.page(at: address)
            for _ in 0..<5 { await Task.yield() }
            origins.endPage(at: address)
            return try answer.get()
        }
    }
}

/// A Library in a folder of its own that goes when the test ends.
final class LibraryFixture: Sendable {
    let folder: URL
    let clock: TestClock
    let origins = TestOrigins()
    let library: NewsLibrary
    let me = ReaderID.first

    init(
        clock: TestClock = TestClock(), retention: RetentionPolicy = .standard,
        folder: URL = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
    ) throws {
        self.clock = clock
        self.folder = folder
        library = try NewsLibrary.open(at: folder, now: { clock.now }, retention: retention)
    }

    deinit {
        library.close()
        do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
    }

    var refresher: Refresher { Refresher(library: library, catalog: origins.catalog, jitter: { 0 }) }
    var fullTexts: FullTextService { fullTexts(FullTextPolicy(hostInterval: .zero)) }
    func fullTexts(_ policy: FullTextPolicy) -> FullTextService {
        FullTextService(library: library, catalog: origins.catalog, policy: policy)
    }

    /// What the rows hold, read and written past the desks.
    func number(_ sql: String) async throws -> Int64? {
        try await library.context.database.read { try $0.number(sql) }
    }
    func execute(_ sql: String) async throws { try await library.context.database.write { _ = try $0.run(sql) } }

    /// Follows a feed and takes in what it offers.
    @discardableResult
    func follow(
        _ address: String, folder: String? = nil, title: String? = nil, stories: [FetchedStory] = []
    ) async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: me).id
        try await deliver(stories, in: channel, at: address)
        return channel
    }

    /// A feed offers these stories now, newest first, and is asked.
    @discardableResult
    func deliver(_ stories: [FetchedStory], in channel: ChannelID, at address: String) async throws -> RefreshSummary {
        origins.put(.success(ChannelResponse(stories: stories)), at: address)
        return try await refresh(channel)
    }

    @discardableResult
    func refresh(_ channel: ChannelID) async throws -> RefreshSummary {
        _ = try await library.refreshing.requestRefresh([channel], reason: .manual, for: me, leastInterval: .zero)
        return await refresher.runOnce(only: [channel])
    }

    /// A story of the feed, so many minutes old.
    func story(
        _ key: String, minutesAgo: Double = 0, title: String? = nil, text: String = "", link: String? = nil
    ) throws -> FetchedStory {
        FetchedStory(
            key: key, title: title ?? "Story \(key)", link: try link.map { try webAddress($0) },
            body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: "<p>\(text)</p>",
            publishedAt: clock.now.addingTimeInterval(-minutesAgo * 60))
    }

    func titles(_ list: StoryList, depth: Int = 100) async throws -> [String] {
        try await library.stories.list(list, for: me, depth: depth).rows.map(\.title)
    }

    func id(_ title: String) async throws -> StoryID {
        let rows = try await library.stories.list(.everything, for: me, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw MissingValue(what: title) }
        return row.id
    }
}

struct MissingValue: Error { var what: String }

func webAddress(_ text: String) throws -> WebAddress {
    guard let address = WebAddress(text) else { throw MissingValue(what: text) }
    return address
}
