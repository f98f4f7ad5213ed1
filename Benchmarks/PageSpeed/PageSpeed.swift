import Compression
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Pictures
import URLs
import Yardstick

@testable import Web

/// What writing a list of 60 rows costs in the writer, the database aside. Prints one JSON object,
/// and one for a page of twelve hundred comments.
@main enum PageSpeed {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-speed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // a temporary folder; the system's cleaning takes it
        let library = try NewsLibrary.open(at: folder, now: { Date() })
        defer { library.close() }
        let me = ReaderID.first
        for (number, press) in presses.enumerated() {
            guard let address = WebAddress("https://h\(number).example/feed") else { continue }
            let found = DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: press.title))
            let channel = try await library.subscriptions.follow(found, for: me).id
            _ = await Refresher(library: library.withSources(SourceCatalog([.feed: { _ in press }])))
                .runOnce(only: [channel])
        }
        let scope = scope(library, folder)
        let listing = try await library.stories.list(.everything, for: me, depth: 60)
        let status = try await library.refreshing.status(for: me)
        let page = StoryListView(scope: scope, listing: listing, status: status, subscription: nil)
        let rows = StoryRowView(scope: scope, list: .everything)
        var bytes = 0
        let writing = median(41) {
            var writer = HTMLWriter(reserving: 65_536)
            for row in listing.rows { rows.write(row, into: &writer) }
            bytes = writer.bytes.count
        }
        let whole = median(41) { _ = page.page() }
        let made = page.page().bytes
        let packing = median(21) { _ = Zlib.gzip(made, level: 4) }
        FactLine.say([
            "what": "page", "rows": listing.rows.count, "bytes": bytes, "microseconds": writing * 1e6,
            "wholePageMicroseconds": whole * 1e6, "wholePageBytes": made.count, "packingMicroseconds": packing * 1e6,
        ])
        try await ThreadSpeed.measure(scope)
    }

    private static func scope(_ library: NewsLibrary, _ folder: URL) -> RequestScope {
        let settings = WebSettings(hosts: ["localhost"], build: "bench", zone: .gmt, now: { Date() }, projectURL: "")
        let dependencies = WebDependencies(
            library: library,
            images: PictureLoader(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/bench")),
            signer: PictureURLSigner(key: Array(repeating: 7, count: 32)),
            integrations: WebIntegrations(
                discovery: Nowhere(), linkedPageKey: Array(repeating: 9, count: 32), opml: Nowhere(), starterFeeds: []),
            settings: settings,
            editionRegistry: EditionRegistry(isSupported: { _ in true }), assets: AssetCatalog(folder: nil),
            compressedPages: CompressedPageCache(),
            log: ServerLog(settings.logger, now: { Date() }))
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/mine/all?depth=60")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return RequestScope(
            dependencies: dependencies, edition: .mine,
            client: ClientInfo(request, remote: nil, accessPolicy: settings.accessPolicy),
            identity: .anonymous(.first), request: request, preferences: Preferences(),
            time: TimeFormatter(zone: .gmt, now: Date()), undo: nil,
            inlinesStyles: false)
    }

    /// CPU seconds of `work`, the median of so many rounds of fifty: what else the machine does is none of a page's cost.
    private static func median(_ rounds: Int, _ work: () -> Void) -> Double {
        Stopwatch.median(
            (0..<rounds).map { _ in
                let start = Stopwatch.processSeconds
                for _ in 0..<50 { work() }
                return (Stopwatch.processSeconds - start) / 50
            })
    }

    private static let presses = (0..<6).map {
        Press(title: ["Harbour Post", "Night Ferry", "The Orrery & Co"][$0 % 3] + " \($0)")
    }
}

private struct Nowhere: ChannelDiscovery, OPMLCodec {
    func read(_ bytes: [UInt8]) throws(OPMLImportError) -> OPMLImport { OPMLImport(feeds: []) }
    func write(_ folders: [Folder]) -> [UInt8] { [] }

    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] { throw .notThere }
}

/// Twenty stories: titles of usual length, teasers, a picture for two of three.
private struct Press: Source {
    let title: String

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let stories = (0..<20).map { number in
            let picture = number % 3 == 0 ? nil : WebAddress("\(channel.address.text)/\(number).jpg")
            let text =
                "The harbour office had said nothing until noon, when water stood two feet deep in the market hall."
            return FetchedStory(
                key: "k\(number)",
                title: "\(title): tide barrier at Saltmere closed for the \(number)th time “this year” & counting",
                link: WebAddress("\(channel.address.text)/\(number)"), dek: text + " Councillor Brandt promised pumps.",
                body: HTMLSanitizer().sanitize("<p>\(text)</p>").html, text: text, original: text,
                publishedAt: Date() - Double(number) * 3600,
                pictures: picture.map { [PictureReference(address: $0)] } ?? [])
        }
        return ChannelResponse(stories: stories)
    }
}
