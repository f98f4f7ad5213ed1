import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Markup
import NIOCore
import News
import Pictures
import Synchronization
import TestSupport
import URLs

@testable import Library
@testable import Web

/// Finds what a test says is there.
struct FakeFeedDiscovery: ChannelDiscovery {
    var result: Result<[DiscoveredChannel], SourceError> = .success([])
    var recordRequest: @Sendable (String) -> Void = { _ in }

    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        recordRequest(address.text)
        return try result.get()
    }
}

/// A site over a real Library in a folder of its own, at a time that stands still until it is moved.
final class WebTestApp: Sendable {
    let folder: URL
    let library: NewsLibrary
    let source = FakeSource(unknownChannel: .failure(.notThere))
    let reader = ReaderID.first
    private let discovery = Mutex(FakeFeedDiscovery())
    private let hosts: Set<String>
    /// The newspapers; made anew by `publish`.
    private let editionRegistry: Mutex<EditionRegistry>

    /// Saturday 21 November 2026, 9:20 UTC.
    static let start = Date(timeIntervalSince1970: 1_795_252_800)

    private let audioRelay: AudioProxy?
    private let accessPolicy: AccessPolicy
    private let logger: Logger
    private let mapTiles: MapTileServer?
    private let sampleAccounts: [SampleAccountHint]
    private let delivery: (any DeliveryGateway)?
    private let openID: OpenIDSignIn?

    /// - Parameters:
    ///   - kinds: those that the source serves.
    ///   - masterKeyFile: nil where no keys of services can be stored.
    ///   - sources: in place of the source.
    init(
        hosts: Set<String> = ["localhost"], audioRelay: AudioProxy? = nil, editions: [Edition] = [],
        kinds: Set<SourceKind> = [.feed], accessPolicy: AccessPolicy = AccessPolicy(),
        logger: Logger = Logger(label: "test"), clock: TestClock = TestClock(WebTestApp.start),
        requestPlan: RequestQuota = .standard, masterKeyFile: MasterKeyFile? = nil,
        mapTiles: MapTileServer? = nil,
        sampleAccounts: [SampleAccountHint] = [], delivery: (any DeliveryGateway)? = nil,
        openID: OpenIDSignIn? = nil, sources: ((NewsLibrary, TestClock) -> SourceCatalog)? = nil
    ) throws {
        self.audioRelay = audioRelay
        self.accessPolicy = accessPolicy
        self.logger = logger
        self.mapTiles = mapTiles
        self.hosts = hosts
        self.sampleAccounts = sampleAccounts
        self.delivery = delivery
        self.openID = openID
        editionRegistry = Mutex(EditionRegistry(editions))
        folder = temporaryFolder("tidings-web")
        self.clock = clock
        let source = source
        let factory: SourceCatalog.Factory = { _ in source }
        let factories = Dictionary(uniqueKeysWithValues: kinds.map { ($0, factory) })
        let opened = try NewsLibrary.open(
            at: folder, now: { clock.now }, requestPlan: requestPlan, masterKeyFile: masterKeyFile,
            sources: SourceCatalog(factories, articles: source))
        library = sources.map { opened.withSources($0(opened, clock)) } ?? opened
    }

    let clock: TestClock

    deinit {
        library.close()
        removeFolder(folder)
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

    private var site: Routes {
        let clock = clock
        var settings = WebSettings(
            hosts: hosts, build: "test", zone: .gmt, now: { clock.now },
            defaultEdition: editionRegistry.withLock { $0.editions.first?.id } ?? .mine, accessPolicy: accessPolicy,
            projectURL: "https://tidings.example/about", logger: logger)
        settings.sampleAccounts = sampleAccounts
        settings.mapTiles = mapTiles
        return Routes(
            library: library,
            images: PictureLoader(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/test")),
            signer: PictureURLSigner(key: Array(repeating: 7, count: 32)),
            integrations: WebIntegrations(
                discovery: feedDiscovery, audio: audioRelay, linkedPageKey: Array(repeating: 9, count: 32),
                opml: LineCodec(),
                starterFeeds: [
                    StarterFeedList(
                        title: "Slow <reading>", summary: "Essays.", cover: "sunday",
                        feeds: ["https://slow.example/a", "https://slow.example/b"].compactMap { text in
                            WebAddress(text).map { ImportedFeed(address: $0, title: "Slow", folder: ["Slow"]) }
                        })
                ], readSavedPages: Self.savedPages, delivery: delivery, openID: openID),
            settings: settings, editions: editionRegistry.withLock { $0 })
    }

    /// Reads a stand-in for an export of saved pages: a line *export*, then an address a line.
    @Sendable private static func savedPages(_ bytes: [UInt8]) throws(SavedPagesExportError) -> SavedPagesExport? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first == "export" else { return nil }
        var export = SavedPagesExport(format: .pocket)
        for line in lines.dropFirst() {
            if let address = WebAddress(String(line)), !line.contains("<") {
                export.pages.append(SavedPageDraft(address: address))
            } else {
                export.refused.append(String(line))
            }
        }
        return export
    }

    /// Puts files into the operator's folder, and reads it as the start of the program does.
    func publish(_ files: [String: String], only: EditionID? = nil) async throws {
        let editions = folder.appending(path: "editions")
        try FileManager.default.createDirectory(at: editions, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: editions.appending(path: name)) }
        let rack = EditionRegistry(folder: editions, onlyEdition: only, isSupported: { $0 == .feed })
        try await library.editions.synchronize(rack.validEditions, keeping: rack.invalidIDs)
        self.editionRegistry.withLock { $0 = rack }
    }

    /// Every address that is answered, as the router names it.
    var routes: [String] { site.router().routes.map { "\($0.path)" } }

    /// Those that a GET may ask for.
    var pages: Set<String> { Set(site.router().routes.filter { $0.method == .get }.map { "\($0.path)" }) }

    /// Lets the refresher ask what is due.
    func refresh() async {
        _ = await Refresher(library: library).runOnce()
    }

    /// Lets `work` ask the site's router, as a browser on this machine would.
    func withBrowser(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.router) { client in try await work(Browser(client: client)) }
    }

    /// The same over a real connection, from 127.0.0.1.
    func withLiveServer(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.live) { client in try await work(Browser(client: client)) }
    }

    /// Every route that needs a reader, by a router in which `AuthMiddleware` was forgotten.
    func withoutAuthentication(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        let site = site
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityMiddleware(site.dependencies.settings))
        router.add(middleware: ErrorMiddleware(responder: site.responder, log: site.dependencies.log))
        for endpoint in Endpoints.forReaders {
            endpoint.add(to: router.group(context: ReaderRequestContext.self), of: site)
        }
        try await Application(router: router).test(.router) { client in try await work(Browser(client: client)) }
    }

    /// Adds another reader to the house, who enters.
    /// - Returns: the headers of their browser.
    func secondReader(_ browser: Browser) async throws -> [String: String] {
        _ = try await library.context.database.write { transaction in
            try transaction.run("insert into reader (id, name, created_at) values (2, 'Other', 0)", [])
        }
        let link = try await library.sessions.makeLink(for: ReaderID(rawValue: 2), lasting: 600)
        let entered = try await browser.post("/enter/\(link.text)")
        guard let cookie = entered.header("Set-Cookie")?.split(separator: ";").first else {
            throw MissingValue(what: "a session")
        }
        return Browser.navigation.merging(["Cookie": String(cookie)]) { $1 }
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
        _ = await Refresher(library: library).runOnce(only: [channel])
        return channel
    }

    /// The id of the latest arrival.
    func newestStory() async throws -> Int64 {
        let list = try await library.stories.list(.everything, for: reader, depth: 1)
        guard let newest = list.asOf else { throw MissingValue(what: "a story") }
        return newest.rawValue
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
        guard let row = rows.first(where: { $0.title == title }) else { throw MissingValue(what: title) }
        return row
    }

    func row(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.everything, for: reader, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw MissingValue(what: title) }
        return row
    }
}

/// Asks as a browser does.
struct Browser: Sendable {
    let client: any TestClientProtocol
    /// The headers of every request.
    var headers: [String: String] = [:]

    /// Returns a browser that sends some headers with every request.
    func with(_ headers: [String: String]) -> Browser { Browser(client: client, headers: headers) }

    struct Response: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    static let navigation = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"]
    /// As script asks for a story that a person opens beside its list.
    static let besideList = ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin", "Tidings-Opened": "1"]

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
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await client.execute(uri: path, method: method, headers: fields, body: body) { response in
            Response(status: response.status, headers: response.headers, bytes: Array(buffer: response.body))
        }
    }
}

/// A stand-in for OPML: a line *outlines*, then an address a line.
private struct LineCodec: OPMLCodec {
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first == "outlines" else { throw OPMLImportError(userMessage: "That is not an <OPML> file.") }
        let typed = lines.dropFirst().map(String.init)
        return OPMLImport(
            feeds: typed.compactMap { WebAddress($0).map { ImportedFeed(address: $0, folder: ["Brought"]) } },
            refused: typed.enumerated().filter { WebAddress($0.element) == nil }.map {
                InvalidOPMLEntry(text: $0.element, line: $0.offset + 2)
            })
    }

    func write(_ folders: [Folder]) -> [UInt8] {
        Array(folders.flatMap(\.subscriptions).map(\.address.text).joined(separator: "\n").utf8)
    }
}
