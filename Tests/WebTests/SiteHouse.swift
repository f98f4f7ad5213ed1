import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import Pictures
import Synchronization

@testable import Web

/// An origin that offers what a test has put there; it stands outside, beyond `Source`.
final class Presses: Source, Sendable {
    private let shelves = Mutex<[String: [ArrivingStory]]>([:])

    func put(_ stories: [ArrivingStory], at address: String) { shelves.withLock { $0[address] = stories } }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        guard let stories = shelves.withLock({ $0[channel.address.text] }) else { throw .notThere }
        return ChannelAnswer(stories: stories)
    }
}

/// Finds what a test says is there.
struct Finder: Discovering {
    var answer: Result<[FoundChannel], SourceError> = .success([])

    func discover(at address: WebAddress) async throws(SourceError) -> [FoundChannel] { try answer.get() }
}

struct Missing: Error { var what: String }

func web(_ text: String) throws -> WebAddress {
    guard let address = WebAddress(text) else { throw Missing(what: text) }
    return address
}

/// A site over a real Library in a folder of its own, at a time that stands still until it is moved.
final class SiteHouse: Sendable {
    let folder: URL
    let library: NewsLibrary
    let presses = Presses()
    let me = ReaderID.first
    private let finder = Mutex(Finder())
    private let hosts: Set<String>

    /// Saturday 21 November 2026, 9:20 UTC.
    static let start = Date(timeIntervalSince1970: 1_795_252_800)

    init(hosts: Set<String> = ["localhost"]) throws {
        self.hosts = hosts
        folder = FileManager.default.temporaryDirectory.appending(path: "tidings-web-\(UUID().uuidString)")
        let clock = Clock()
        self.clock = clock
        library = try NewsLibrary.open(at: folder, now: { clock.now })
    }

    /// Kept apart so that the Library can hold it before the house is whole.
    final class Clock: Sendable {
        private let moment = Mutex(SiteHouse.start)
        var now: Date { moment.withLock { $0 } }
        func advance(_ seconds: Double) { moment.withLock { $0 += seconds } }
    }

    let clock: Clock

    deinit {
        library.close()
        do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
    }

    func find(_ answer: Result<[FoundChannel], SourceError>) { finder.withLock { $0 = Finder(answer: answer) } }

    private var site: NewspaperSite {
        let clock = clock
        return NewspaperSite(
            library: library,
            pictures: PictureShop(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/test")),
            signer: PictureSigner(key: Array(repeating: 7, count: 32)),
            backstage: Backstage(
                discovering: finder.withLock { $0 }, readOutlines: Self.lines,
                writeOutlines: { Array($0.flatMap(\.subscriptions).map(\.address.text).joined(separator: "\n").utf8) },
                shelves: [
                    StarterShelf(
                        title: "Slow <reading>", about: "Essays.",
                        feeds: ["https://slow.example/a", "https://slow.example/b"].compactMap { text in
                            WebAddress(text).map { ImportedFeed(address: $0, title: "Slow", folder: ["Slow"]) }
                        })
                ]),
            settings: WebSettings(hosts: hosts, build: "test", zone: .gmt, now: { clock.now }, notice: nil))
    }

    /// In place of OPML, which the composition root reads: an address a line after the first.
    private static func lines(_ bytes: [UInt8]) throws(UnreadableOutlines) -> [ImportedFeed] {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first == "outlines" else { throw UnreadableOutlines(sentence: "That is not an <OPML> file.") }
        return lines.dropFirst().compactMap { line in
            WebAddress(String(line)).map { ImportedFeed(address: $0, folder: ["Brought"]) }
        }
    }

    /// Lets `work` ask the site's router, as a browser on this machine would.
    func open(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.router) { client in try await work(Browser(client: client)) }
    }

    // MARK: - News

    /// Follows a feed and takes in what it offers.
    @discardableResult
    func follow(
        _ address: String, folder: String? = nil, title: String = "Harbour Post", stories: [ArrivingStory] = []
    ) async throws -> ChannelID {
        let found = FoundChannel(kind: .feed, address: try web(address), facts: ChannelFacts(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: me).id
        presses.put(stories, at: address)
        let presses = presses
        _ = await Refresher(library: library, catalog: SourceCatalog([.feed: { _ in presses }])).runOnce(only: [channel]
        )
        return channel
    }

    /// Stories `first` to `last`, each a minute older than the one before.
    func stories(_ range: ClosedRange<Int>) -> [ArrivingStory] {
        range.map { number in
            ArrivingStory(
                key: "k\(number)", title: "Story \(number)", body: SafeHTML(restoring: "<p>Text \(number)</p>"),
                text: "Text \(number)", publishedAt: Self.start.addingTimeInterval(-Double(number) * 60))
        }
    }

    func row(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.everything, for: me, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw Missing(what: title) }
        return row
    }
}

/// Asks as a browser does.
struct Browser: Sendable {
    let client: any TestClientProtocol

    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    static let navigation = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"]

    func get(_ path: String, _ headers: [String: String] = [:], method: HTTPRequest.Method = .get) async throws
        -> Answer
    {
        try await send(path, method, headers, nil)
    }

    /// A form as a page of ours sends it.
    func post(_ path: String, _ form: String = "", _ headers: [String: String] = [:]) async throws -> Answer {
        let own = [
            "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        ]
        return try await send(path, .post, own.merging(headers) { $1 }, ByteBuffer(string: form))
    }

    private func send(_ path: String, _ method: HTTPRequest.Method, _ headers: [String: String], _ body: ByteBuffer?)
        async throws -> Answer
    {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        return try await client.execute(uri: path, method: method, headers: fields, body: body) { response in
            Answer(status: response.status, headers: response.headers, bytes: Array(buffer: response.body))
        }
    }
}
