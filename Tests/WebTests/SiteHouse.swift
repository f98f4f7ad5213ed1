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
final class Presses: Source, Sendable {
    private let shelves = Mutex<[String: Result<ChannelAnswer, SourceError>]>([:])
    private let asked = Mutex<[String]>([])
    /// The addresses that were asked, in order.
    var requests: [String] { asked.withLock { $0 } }
    private let pages = Mutex<[String: Result<String, SourceError>]>([:])

    /// Puts a page of one paragraph where a story links to, or what becomes of asking for it.
    func put(page: Result<String, SourceError>, at address: String) { pages.withLock { $0[address] = page } }

    var fullText: FullTextAbility? {
        FullTextAbility { [self] (address) async throws(SourceError) in
            guard let page = pages.withLock({ $0[address.text] }) else { throw .notThere }
            let cleaned = Cleaner(base: address).clean("<p>\(try page.get())</p>")
            return FullText(
                address: address, body: cleaned.html, text: cleaned.text, pictures: cleaned.pictures, parts: [])
        }
    }

    private let far = Mutex<[String: Result<PageAnswer, SourceError>]>([:])
    private let farAsked = Mutex<[String]>([])
    /// The pages outside that were asked for, in order.
    var outside: [String] { farAsked.withLock { $0 } }

    /// Puts what a page outside answers.
    func put(outside answer: Result<PageAnswer, SourceError>, at address: String) {
        far.withLock { $0[address] = answer }
    }

    /// Puts a page of so many words and one picture.
    func put(outside words: Int, at address: String) throws {
        let page = try web(address)
        let text = (0..<words).map { "word\($0)" }.joined(separator: " ")
        let html = "<p>\(text)</p><p><img src=\"https://far.example/a.jpg\" alt=\"\"><a href=\"/on\">On</a></p>"
        let cleaned = Cleaner(base: page).clean(html)
        put(
            outside: .success(
                PageAnswer(
                    .text(
                        FullText(
                            address: page, body: cleaned.html, text: text, pictures: cleaned.pictures, parts: [],
                            title: "The quay")))), at: address)
    }

    var outsidePages: PageAbility {
        PageAbility { [self] (request) async throws(SourceError) in
            farAsked.withLock { $0.append(request.address.text) }
            guard let answer = far.withLock({ $0[request.address.text] }) else { throw .notThere }
            return try answer.get()
        }
    }

    func put(_ stories: [ArrivingStory], at address: String) {
        put(.success(ChannelAnswer(stories: stories)), at: address)
    }

    /// - Parameter cursor: of the page that is put there; nil for the first.
    func put(_ answer: Result<ChannelAnswer, SourceError>, at address: String, after cursor: String? = nil) {
        shelves.withLock { $0[cursor.map { "\(address) \($0)" } ?? address] = answer }
    }

    private let gates = Mutex<[String: AsyncStream<Void>]>([:])

    /// Lets an address answer no sooner than what is given back is finished.
    func hold(_ address: String) -> AsyncStream<Void>.Continuation {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        gates.withLock { $0[address] = stream }
        return gate
    }

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        let place = channel.after.map { "\(channel.address.text) \($0.rawValue)" } ?? channel.address.text
        asked.withLock { $0.append(place) }
        if let gate = gates.withLock({ $0[place] }) { for await _ in gate {} }
        guard let answer = shelves.withLock({ $0[place] }) else { throw .notThere }
        return try answer.get()
    }

    private let talk = Mutex<[String: Result<DiscussionAnswer, SourceError>]>([:])
    private let talkAsked = Mutex<[String]>([])
    /// The stories whose comments were asked for, in order.
    var discussed: [String] { talkAsked.withLock { $0 } }

    /// Makes it an origin with discussions, and says what is said under a story.
    func put(comments answer: Result<DiscussionAnswer, SourceError>, under story: String) {
        talk.withLock { $0[story] = answer }
    }

    private let known = Mutex<Person?>(nil)

    /// Makes it an origin that knows somebody, who said and submitted what was put as found.
    func put(person: Person) { known.withLock { $0 = person } }

    private let askedAbout = Mutex<[String]>([])
    /// The people who were asked about, in order.
    var peopleAsked: [String] { askedAbout.withLock { $0 } }

    var people: PeopleAbility? {
        guard let known = known.withLock({ $0 }) else { return nil }
        return PeopleAbility(
            person: { [self] (name) async throws(SourceError) in
                askedAbout.withLock { $0.append(name) }
                guard name == known.name else { throw .notThere }
                return known
            },
            stories: { [self] (name, _) async throws(SourceError) in
                askedAbout.withLock { $0.append("stories by \(name)") }
                return SearchAnswer(
                    stories: [ArrivingStory(key: "mine", title: "What I made")], next: Cursor(rawValue: "p 2"))
            },
            comments: { [self] (name, _) async throws(SourceError) in
                askedAbout.withLock { $0.append("comments by \(name)") }
                let cleaned = Cleaner().clean("<p>I <i>said</i> so.</p>")
                return SaidAnswer(comments: [
                    SaidComment(
                        comment: ArrivingComment(key: "11", author: name, body: cleaned.html, text: cleaned.text),
                        story: "1", storyTitle: "Story <1>")
                ])
            })
    }

    var discussion: DiscussionAbility? {
        guard talk.withLock({ !$0.isEmpty }) else { return nil }
        return DiscussionAbility { [self] (request, _) async throws(SourceError) in
            talkAsked.withLock { $0.append(request.story) }
            guard let answer = talk.withLock({ $0[request.story] }) else { throw .notThere }
            return try answer.get()
        }
    }

    private let finds = Mutex<Result<[ArrivingStory], SourceError>?>(nil)
    private let wanted = Mutex<[String]>([])
    /// The words that were looked for here, in order.
    var searches: [String] { wanted.withLock { $0 } }

    /// Makes it an origin that can be searched, and says what it finds, two at a time.
    func put(finds answer: Result<[ArrivingStory], SourceError>) { finds.withLock { $0 = answer } }

    var search: SearchAbility? {
        guard finds.withLock({ $0 }) != nil else { return nil }
        return SearchAbility { [self] (words, cursor) async throws(SourceError) in
            wanted.withLock { $0.append(cursor.map { "\(words) \($0.rawValue)" } ?? words) }
            let all = try finds.withLock { $0 }?.get() ?? []
            let from = cursor.flatMap { Int($0.rawValue) } ?? 0
            let next = from + 2 < all.count ? Cursor(rawValue: "\(from + 2)") : nil
            return SearchAnswer(stories: Array(all.dropFirst(from).prefix(2)), next: next)
        }
    }
}

/// Finds what a test says is there.
struct Finder: Discovering {
    var answer: Result<[FoundChannel], SourceError> = .success([])
    var note: @Sendable (String) -> Void = { _ in }

    func discover(at address: WebAddress) async throws(SourceError) -> [FoundChannel] {
        note(address.text)
        return try answer.get()
    }
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
    /// The newspapers; made anew by `publish`.
    private let rack: Mutex<EditionRack>

    /// Saturday 21 November 2026, 9:20 UTC.
    static let start = Date(timeIntervalSince1970: 1_795_252_800)

    private let sounds: SoundRelay?
    private let frontage: Frontage
    private let logger: Logger

    init(
        hosts: Set<String> = ["localhost"], sounds: SoundRelay? = nil, editions: [Edition] = [],
        frontage: Frontage = Frontage(), logger: Logger = Logger(label: "test")
    ) throws {
        self.sounds = sounds
        self.frontage = frontage
        self.logger = logger
        self.hosts = hosts
        rack = Mutex(EditionRack(editions))
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

    private let lookedAt = Mutex<[String]>([])
    /// The addresses at which somebody looked for feeds, in order.
    var looks: [String] { lookedAt.withLock { $0 } }

    private var discovering: Finder {
        var finder = finder.withLock { $0 }
        finder.note = { [self] address in lookedAt.withLock { $0.append(address) } }
        return finder
    }

    private var fullTexts: FullTextDesk {
        let presses = presses
        return FullTextDesk(
            library: library, catalog: SourceCatalog([.feed: { _ in presses }]),
            bounds: FullTextBounds(betweenPages: .zero))
    }

    private var site: NewspaperSite {
        let (clock, presses) = (clock, presses)
        let catalog = SourceCatalog([.feed: { _ in presses }])
        return NewspaperSite(
            library: library,
            pictures: PictureShop(
                folder: folder.appending(path: "pictures"),
                fetcher: Fetcher(policy: .publicOnly, userAgent: "Tidings/test")),
            signer: PictureSigner(key: Array(repeating: 7, count: 32)),
            backstage: Backstage(
                discovering: discovering, fullTexts: fullTexts,
                olderStories: OlderStoriesDesk(library: library, catalog: catalog),
                originSearch: OriginSearchDesk(library: library, catalog: catalog),
                discussions: DiscussionDesk(library: library, catalog: catalog),
                people: PeopleDesk(library: library, catalog: catalog),
                mentions: MentionDesk(library: library, catalog: catalog), sounds: sounds,
                outside: OutsideWindow(
                    desk: OutsideDesk(library: library, pages: presses.outsidePages),
                    key: Array(repeating: 9, count: 32)),
                readOutlines: Self.lines,
                writeOutlines: { Array($0.flatMap(\.subscriptions).map(\.address.text).joined(separator: "\n").utf8) },
                shelves: [
                    StarterShelf(
                        title: "Slow <reading>", about: "Essays.",
                        feeds: ["https://slow.example/a", "https://slow.example/b"].compactMap { text in
                            WebAddress(text).map { ImportedFeed(address: $0, title: "Slow", folder: ["Slow"]) }
                        })
                ]),
            settings: WebSettings(
                hosts: hosts, build: "test", zone: .gmt, now: { clock.now }, notice: nil,
                leading: rack.withLock { $0.editions.first?.id } ?? .mine, frontage: frontage,
                home: "https://tidings.example/about", logger: logger),
            editions: rack.withLock { $0 })
    }

    /// Puts files into the operator's folder, and reads it as the start of the program does.
    func publish(_ files: [String: String], only: EditionID? = nil) async throws {
        let editions = folder.appending(path: "editions")
        try FileManager.default.createDirectory(at: editions, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: editions.appending(path: name)) }
        let rack = EditionRack(folder: editions, only: only, knows: { $0 == .feed })
        try await library.editions.keep(rack.usable, sparing: rack.broken)
        self.rack.withLock { $0 = rack }
    }

    /// Every address that is answered, as the router names it.
    var routes: [String] { site.router().routes.map { "\($0.path)" } }

    /// Those that a GET may ask for.
    var pages: Set<String> { Set(site.router().routes.filter { $0.method == .get }.map { "\($0.path)" }) }

    /// Lets the refresher ask what is due.
    func refresh() async {
        let presses = presses
        _ = await Refresher(library: library, catalog: SourceCatalog([.feed: { _ in presses }])).runOnce()
    }

    /// In place of OPML, which the composition root reads: an address a line after the first.
    private static func lines(_ bytes: [UInt8]) throws(UnreadableOutlines) -> BroughtOutlines {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first == "outlines" else { throw UnreadableOutlines(sentence: "That is not an <OPML> file.") }
        let typed = lines.dropFirst().map(String.init)
        return BroughtOutlines(
            feeds: typed.compactMap { WebAddress($0).map { ImportedFeed(address: $0, folder: ["Brought"]) } },
            unusable: typed.filter { WebAddress($0) == nil })
    }

    /// Lets `work` ask the site's router, as a browser on this machine would.
    func open(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.router) { client in try await work(Browser(client: client)) }
    }

    /// The same over a real connection, from 127.0.0.1.
    func serve(_ work: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await Application(router: site.router()).test(.live) { client in try await work(Browser(client: client)) }
    }

    // MARK: - News

    /// Follows a feed and takes in what it offers.
    @discardableResult
    func follow(
        _ address: String, folder: String? = nil, title: String = "Harbour Post", stories: [ArrivingStory] = [],
        next: String? = nil
    ) async throws -> ChannelID {
        let found = FoundChannel(kind: .feed, address: try web(address), facts: ChannelFacts(title: title))
        let channel = try await library.subscriptions.follow(found, folder: folder, for: me).id
        presses.put(
            .success(ChannelAnswer(stories: stories, next: next.map { Cursor(rawValue: $0) })), at: address)
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

    /// A story of whatever newspaper.
    func rowAnywhere(_ title: String) async throws -> StoryRow {
        let rows = try await library.stories.list(.within(nil, .everything), for: me, depth: 2000).rows
        guard let row = rows.first(where: { $0.title == title }) else { throw Missing(what: title) }
        return row
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
