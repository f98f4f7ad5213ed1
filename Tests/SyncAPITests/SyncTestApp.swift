import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Markup
import News
import Pictures
import SyncAPI
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library
@testable import Web

/// The app with the interfaces for other programs, over a real Library in a folder of its own.
final class SyncTestApp: Sendable {
    let folder = temporaryFolder("tidings-sync")
    let clock: TestClock
    let source = FakeSource()
    let library: NewsLibrary
    let me = ReaderID.first
    let editions: EditionRegistry
    private let log: Logger
    private let discovered = Mutex<[DiscoveredChannel]>([])

    init(
        editions: [Edition] = [], log: Logger = Logger(label: "test"), clock: TestClock = TestClock()
    ) async throws {
        self.clock = clock
        self.log = log
        self.editions = EditionRegistry(editions)
        library = try NewsLibrary.open(
            at: folder, now: { clock.now }, retention: .standard, sources: source.catalog)
        try await library.editions.synchronize(editions)
    }

    deinit {
        library.close()
        removeFolder(folder)
    }

    func setDiscovery(_ found: [DiscoveredChannel]) { discovered.withLock { $0 = found } }

    private struct Discovery: ChannelDiscovery {
        let found: [DiscoveredChannel]
        func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] { found }
    }

    private var programs: ProgramInterface {
        let clock = clock
        let interface = SyncInterface(
            library: library, editions: editions,
            integrations: SyncIntegrations(
                discovery: Discovery(found: discovered.withLock { $0 }), readOPML: Self.readOPML,
                writeOPML: { Array($0.flatMap(\.subscriptions).map(\.address.text).joined(separator: "\n").utf8) },
                icon: { SyncIcon(type: "image/png", bytes: Array("icon \($0.rawValue)".utf8)) }),
            now: { clock.now })
        return ProgramInterface(contains: SyncInterface.contains) { request, client in
            try await interface.respond(
                to: request,
                from: SyncClient(
                    login: client.login, onAuthorized: client.onAuthorized, onRejected: client.onRejected))
        }
    }

    /// Reads a stand-in for OPML: an address a line.
    @Sendable private static func readOPML(_ bytes: [UInt8]) throws(LibraryError) -> [ImportedFeed] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let feeds = lines.compactMap { WebAddress($0) }.map { ImportedFeed(address: $0, folder: ["Imported"]) }
        guard !feeds.isEmpty else { throw .invalid(why: "That is not an OPML file.") }
        return feeds
    }

    private var routes: Routes {
        let clock = clock
        return Routes(
            library: library,
            images: PictureLoader(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/test")),
            signer: PictureURLSigner(key: Array(repeating: 7, count: 32)),
            integrations: WebIntegrations(
                discovery: Discovery(found: []), linkedPageKey: Array(repeating: 9, count: 32), opml: NoOPML(),
                starterFeeds: [], programs: programs),
            settings: WebSettings(
                hosts: ["localhost"], build: "test", zone: .gmt, now: { clock.now },
                projectURL: "https://tidings.example/about", logger: log),
            editions: editions)
    }

    /// Lets `work` send requests to the app, as a program elsewhere does.
    func withProgram(_ work: @escaping @Sendable (Program) async throws -> Void) async throws {
        try await Application(router: routes.router()).test(.router) { client in
            try await work(Program(client: client))
        }
    }

    /// Lets `work` send requests as a program that has signed in for a reader by the Google Reader interface.
    func withSignedIn(
        _ reader: ReaderID? = nil, _ work: @escaping @Sendable (Program) async throws -> Void
    ) async throws {
        let made = try await library.appPasswords.create(named: "Phone", for: reader ?? me)
        try await withProgram { program async throws in
            let answer = try await program.post(
                "/accounts/ClientLogin", "Email=\(made.userName)&Passwd=\(made.secret)")
            guard let line = answer.text.split(separator: "\n").first(where: { $0.hasPrefix("Auth=") }) else {
                throw MissingValue(what: "a token in \(answer.text)")
            }
            try await work(program.authorized(String(line.dropFirst(5))))
        }
    }

    // MARK: - News

    /// Follows a feed and fetches its stories.
    @discardableResult
    func follow(
        _ address: String, title: String = "Harbour Post", folder: String? = nil, stories: [FetchedStory] = [],
        for reader: ReaderID? = nil
    ) async throws -> ChannelID {
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: reader ?? me).id
        try await deliver(stories, at: address, in: channel)
        return channel
    }

    func deliver(_ stories: [FetchedStory], at address: String, in channel: ChannelID) async throws {
        source.put(.success(ChannelResponse(stories: stories)), at: address)
        _ = try await library.refreshing.requestRefresh([channel], reason: .manual, for: me, minimumInterval: .zero)
        _ = await Refresher(library: library, jitter: { 0 }).runOnce(only: [channel])
    }

    /// Stories `first` to `last`, each a minute older than the one before.
    func stories(_ range: ClosedRange<Int>, _ feed: String = "a") -> [FetchedStory] {
        range.map { number in
            FetchedStory(
                key: "\(feed)\(number)", title: "Story \(feed)\(number)",
                link: WebAddress("https://\(feed).test/\(number)"),
                body: SafeHTML(restoring: "<p>Text \(feed)\(number) &amp; more</p>"), text: "Text \(feed)\(number)",
                publishedAt: clock.now.addingTimeInterval(-Double(number) * 60))
        }
    }

    func story(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.within(nil, .everything), for: me, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw MissingValue(what: title) }
        return row
    }

    /// Adds another reader.
    func addReader(_ name: String) async throws -> ReaderID {
        try await library.context.database.write { transaction in
            _ = try transaction.run("insert into reader (id, name, created_at) values (2, ?, 0)", [.text(name)])
        }
        return ReaderID(rawValue: 2)
    }
}

private struct NoOPML: OPMLCodec {
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport { OPMLImport(feeds: []) }
    func write(_ folders: [Folder]) -> [UInt8] { [] }
}

/// Sends requests as another program does: without Origin, Referer and cookies.
struct Program: Sendable {
    let client: any TestClientProtocol
    var headers: [String: String] = [:]

    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

        /// The response as JSON.
        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any], "\(text)")
        }

        func list(_ name: String) throws -> [[String: Any]] {
            try #require(try json()[name] as? [[String: Any]], "\(text)")
        }
    }

    func authorized(_ token: String) -> Program {
        Program(client: client, headers: ["Authorization": "GoogleLogin auth=\(token)"])
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(.get, path, headers, nil)
    }

    func post(_ path: String, _ form: String = "", _ headers: [String: String] = [:]) async throws -> Answer {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send(.post, path, type.merging(headers) { $1 }, ByteBuffer(string: form))
    }

    /// Sends a call of the Google Reader interface.
    func call(_ name: String) async throws -> Answer { try await get("/reader/api/0/" + name) }
    func change(_ name: String, _ form: String) async throws -> Answer {
        try await post("/reader/api/0/" + name, form)
    }

    /// Returns the IDs of a stream.
    func ids(_ query: String) async throws -> [String] {
        try await call("stream/items/ids?output=json&\(query)").list("itemRefs").compactMap { $0["id"] as? String }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String], _ body: ByteBuffer?
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await client.execute(uri: path, method: method, headers: fields, body: body) { response in
            Answer(status: response.status, headers: response.headers, bytes: Array(buffer: response.body))
        }
    }
}

/// The names of streams, encoded for a query.
enum Stream {
    static let read = "user/-/state/com.google/read"
    static let starred = "user/-/state/com.google/starred"
    static let keptUnread = "user/-/state/com.google/kept-unread"
    static let readingList = "user/-/state/com.google/reading-list"
}
