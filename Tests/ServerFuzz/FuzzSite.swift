import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Library
import Logging
import Markup
import NIOCore
import NIOEmbedded
import News
import Pictures
import Synchronization
import URLs

@testable import Web

/// A whole site over a real Library, with stories, comments, recordings and an edition, whose origins answer at once.
final class FuzzSite: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPFields
        var body: [UInt8]
    }

    private let folder: URL
    private let library: NewsLibrary
    private let responder: any HTTPResponder<WebRequestContext>
    /// One for all requests: a channel that is never closed holds itself.
    private let channel = NIOAsyncTestingChannel()
    private static let start = Date(timeIntervalSince1970: 1_795_252_800)

    init(hasPassword: Bool) {
        let folder = temporaryFolder(hasPassword ? "closed" : "open")
        self.folder = folder
        do {
            let source = FuzzSource()
            let library = try NewsLibrary.open(
                at: folder.appending(path: "data"), now: { Self.start },
                sources: SourceCatalog([.feed: { _ in source }], articles: source))
            self.library = library
            responder = Self.site(library, folder).router().buildResponder()
            let result = wait { () async -> Result<Void, any Error> in
                do {
                    try await Self.fill(library)
                    if hasPassword { try await library.sessions.setPassword("correct horse battery", for: .first) }
                    return .success(())
                } catch { return .failure(error) }
            }
            try result.get()
        } catch { breach("the site was not made: \(error)") }
    }

    deinit {
        library.close()
        // Left behind in the system's temporary folder otherwise.
        try? FileManager.default.removeItem(at: folder)
    }

    private static let feed = "https://harbour.example/feed"

    private static func fill(_ library: NewsLibrary) async throws {
        guard let address = WebAddress(feed) else { return }
        let found = DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: "Harbour <Post>"))
        let channel = try await library.subscriptions.follow(found, folder: "Sea", for: .first).id
        _ = await Refresher(library: library).runOnce(only: [channel])
        try await library.search.saveRecent("tide", for: .first)
    }

    private static func site(_ library: NewsLibrary, _ folder: URL) -> Routes {
        let key = [UInt8](repeating: 7, count: 32)
        let pictures = PictureLoader(
            folder: folder.appending(path: "pictures"),
            // Nothing may be asked: every address is refused before a connection.
            fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/fuzz", limits: FetchLimits(maxConcurrentHosts: 1))
        )
        return Routes(
            library: library, images: pictures, signer: PictureURLSigner(key: key),
            integrations: WebIntegrations(
                discovery: FuzzSource(), audio: FuzzSource.sounds(key), linkedPageKey: key,
                opml: NoFeeds(), starterFeeds: []),
            settings: WebSettings(
                hosts: ["localhost"], build: "fuzz", zone: .gmt, now: { start }, defaultEdition: .mine,
                projectURL: "https://tidings.example/about"))
    }

    func answer(_ one: HTTPRequests.One) async -> Answer {
        let context = WebRequestContext(
            source: ApplicationRequestContextSource(
                channel: channel, logger: Logger(label: "fuzz")))
        let stream = AsyncStream<ByteBuffer> { continuation in
            for buffer in one.body { continuation.yield(buffer) }
            continuation.finish()
        }
        let request = Request(head: one.head, body: RequestBody(asyncSequence: stream))
        do {
            let response = try await responder.respond(to: request, context: context)
            let writer = CollectingWriter()
            do { try await response.body.write(writer) } catch { breach("a body broke off: \(error)") }
            return Answer(status: response.status.code, headers: response.headers, body: writer.sink.bytes)
        } catch let error as HTTPError {
            return Answer(status: error.status.code, headers: [:], body: [])
        } catch { breach("the router threw \(error)") }
    }

    // MARK: - Seeds

    /// Requests for what links and forms of its own pages lead to.
    func seeds() -> [[UInt8]] {
        var queue = [
            "/mine/", "/mine/all", "/mine/unread", "/mine/saved", "/mine/feeds", "/mine/settings",
            "/mine/search?q=tide",
            "/mine/add?address=harbour.example", "/mine/newsstand", "/mine/sections", "/mine/keys", "/api/live",
            "/mine/counts", "/mine/feeds.opml", "/mine/manifest.webmanifest", "/mine/story/1/comments",
            "/mine/story/1/pictures", "/mine/story/1/menu", "/mine/person/1?name=ann", "/mine/settings/muted",
        ]
        var seen = Set(queue)
        var seeds: [[UInt8]] = []
        while let path = queue.popLast(), seeds.count < 400 {
            seeds.append(Self.request("GET", path))
            let page = body(of: path)
            for link in Self.matches("(?:href|src)=\"(/[^\"#]*)", page) where seen.insert(link).inserted {
                queue.insert(link.replacing("&amp;", with: "&"), at: 0)
            }
            for form in page.components(separatedBy: "<form").dropFirst() {
                guard let action = Self.matches("action=\"(/[^\"]*)", form).first else { continue }
                let names = Self.matches("name=\"([^\"]*)", form.components(separatedBy: "</form>")[0])
                let fields = names.map { "\($0)=1" }.joined(separator: "&")
                if seen.insert(action + fields).inserted { seeds.append(Self.request("POST", action, fields)) }
            }
        }
        return seeds
    }

    private func body(of path: String) -> String {
        guard let one = HTTPRequests(Self.request("GET", path)).all.first else { return "" }
        return String(decoding: wait { await self.answer(one) }.body, as: UTF8.self)
    }

    private static func matches(_ pattern: String, _ text: String) -> [String] {
        // The patterns are our own, above.
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    private static func request(_ method: String, _ path: String, _ form: String? = nil) -> [UInt8] {
        var lines = [
            "\(method) \(path) HTTP/1.1", "Host: localhost", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate",
            "Origin: http://localhost", "Accept: text/html", "Cookie: zone=Europe/Paris", "Range: bytes=0-99",
        ]
        if let form {
            lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)"]
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (form ?? "")).utf8)
    }
}

/// Takes what a response writes.
private struct CollectingWriter: ResponseBodyWriter {
    final class Sink: Sendable {
        private let content = Mutex<[UInt8]>([])
        var bytes: [UInt8] { content.withLock { $0 } }
        func add(_ buffer: ByteBuffer) { content.withLock { $0.append(contentsOf: buffer.readableBytesView) } }
    }

    let sink = Sink()

    mutating func write(_ buffer: ByteBuffer) async throws { sink.add(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

private struct NoFeeds: OPMLCodec {
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport { OPMLImport(feeds: []) }
    func write(_ folders: [Folder]) -> [UInt8] { [] }
}
