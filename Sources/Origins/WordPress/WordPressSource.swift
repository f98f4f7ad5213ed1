import Feeds
public import Fetching
public import Foundation
public import Markup
public import News
import Untrusted

extension SourceKind {
    /// A site made with WordPress.
    public static let wordPress = SourceKind(rawValue: "wordpress")
}

/// A WordPress site as a source (`docs/sources/wordpress.md`): a channel is a feed of it, or a list of its REST
/// interface, and every story has its discussion.
///
/// Feeds are read as all feeds are and then put in order (`StoryEditing`); they go on by `?paged=2`. Lists of the
/// interface go on where their `Link` header says. Both name a story by its guid, so that it is one story.
public struct WordPressSource: Source {
    private let fetcher: Fetcher
    private let feeds: SyndicationSource
    private let interface: JSONInterface
    private let site: WebAddress
    private let sites: WordPressSites
    private let now: @Sendable () -> Date
    private let editing = StoryEditing()

    /// Grows whenever the same answer may give other stories.
    private static let reading = 1
    /// How many stories of the interface are asked for at once.
    static let pageSize = 20
    private static let mostComplaints = 20
    /// A site with more categories than 300 shows the first of them.
    private static let mostCategoryPages = 3

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - site: its front page, or the channel's own address.
    ///   - patience: as `SyndicationSource`'s.
    ///   - tastings: what discovery has read lately.
    ///   - sites: what was learned of sites' interfaces.
    init(
        fetcher: Fetcher, site: WebAddress, patience: Duration = SyndicationSource.patience,
        tastings: Tastings = Tastings(), sites: WordPressSites = WordPressSites(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.site = site
        self.sites = sites
        self.now = now
        feeds = SyndicationSource(fetcher: fetcher, patience: patience, tastings: tastings, now: now)
        interface = JSONInterface(fetcher: fetcher)
    }

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - site: its front page, or the channel's own address.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(fetcher: Fetcher, site: WebAddress, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(fetcher: fetcher, site: site, tastings: Tastings(), now: now)
    }

    /// One page of a feed's or a list's stories, or the categories, which are the directory.
    /// - Throws: `SourceError`; sentences name the origin's host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        if let cursor = channel.after { return try await page(after: cursor, of: channel) }
        guard let root = RESTRoot(above: channel.address) else { return try await feed(channel) }
        if Self.isDirectory(channel.address) { return try await categories(channel, root) }
        let known = AnswerMemory(channel.memory, reading: Self.reading)
        let answer = try await interface.ask(Self.firstPage(of: channel.address), remembering: known)
        if let known, known.knows(answer) { return Self.unchanged(answer, known) }
        let page = try page(in: answer, root)
        let memory = AnswerMemory(reading: Self.reading, answer)
        return ChannelAnswer(
            stories: page.stories, next: page.next, facts: ChannelFacts(format: "WordPress REST"), memory: memory.kept,
            pace: OriginPace(freshSeconds: memory.freshSeconds, asksWhole: memory.validators.isEmpty),
            complaints: page.complaints, status: answer.status)
    }

    /// A feed often gives only the beginning; the rest stands on the story's page.
    public var fullText: FullTextAbility? { feeds.fullText }

    /// What people say under a story, from the interface, from its page or from its feed of comments.
    public var discussion: DiscussionAbility? {
        let threads = WordPressThreads(fetcher: fetcher, sites: sites, now: now)
        return DiscussionAbility { (request, _) async throws(SourceError) in try await threads.thread(under: request) }
    }

    // MARK: Feeds

    private func feed(_ channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        var answer = try await feeds.stories(in: channel)
        answer.stories = answer.stories?.map(editing.edited)
        if let stories = answer.stories, !stories.isEmpty {
            answer.next = FeedPage(number: 2, after: stories).cursor(of: channel.address)
        }
        return answer
    }

    /// A feed's next page. WordPress answers 404 behind its last one; a site that knows no pages gives the same again.
    private func olderFeed(
        _ page: FeedPage, _ address: WebAddress, _ channel: ChannelRequest
    ) async throws(SourceError) -> ChannelAnswer {
        var answer: ChannelAnswer
        do {
            answer = try await feeds.stories(in: ChannelRequest(address: address, reason: channel.reason))
        } catch .notThere {
            return ChannelAnswer(stories: [], status: 404)
        }
        let stories = (answer.stories ?? []).map(editing.edited)
        let following = FeedPage(number: page.number + 1, after: stories)
        guard !stories.isEmpty, following.before != page.before else {
            return ChannelAnswer(stories: [], complaints: answer.complaints, status: answer.status)
        }
        // What a page behind the first says of the channel is no news of it.
        (answer.stories, answer.facts, answer.memory, answer.movedTo) = (stories, nil, nil, nil)
        answer.next = following.cursor(of: channel.address)
        return answer
    }

    // MARK: The interface

    private func page(after cursor: Cursor, of channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        guard let address = WebAddress(cursor.rawValue) else { throw .notAllowed(why: "its next page has no address") }
        guard address.bareHost == channel.address.bareHost, address.port == channel.address.port else {
            throw .notAllowed(why: "\(address.host) is not the site whose stories these are")
        }
        if let page = FeedPage(cursor) { return try await olderFeed(page, address.withoutFragment, channel) }
        guard let root = RESTRoot(above: address) ?? RESTRoot(above: channel.address) else {
            throw .notAllowed(why: "its next page is no list of stories")
        }
        let answer: FetchAnswer
        do {
            answer = try await interface.ask(cursor.rawValue)
        } catch .refused(status: 400, _) {
            // `rest_post_invalid_page_number`: stories went since the page before was read.
            return ChannelAnswer(stories: [], status: 400)
        }
        let page = try page(in: answer, root)
        return ChannelAnswer(stories: page.stories, next: page.next, complaints: page.complaints, status: answer.status)
    }

    private func page(in answer: FetchAnswer, _ root: RESTRoot) throws(SourceError) -> SearchAnswer {
        var reading = WordPressReading(root: root)
        let stories = reading.stories(try list(in: answer))
        let next = NextPage(answer)
        return SearchAnswer(
            stories: stories, next: next.cursor ?? Self.nextByTotal(answer),
            complaints: Array((next.complaints + reading.complaints).prefix(Self.mostComplaints)))
    }

    /// Some hosts drop the `Link` header; the number of pages then says whether there is another.
    private static func nextByTotal(_ answer: FetchAnswer) -> Cursor? {
        guard let total = answer.header("X-WP-TotalPages").flatMap({ UntrustedInteger($0) }),
            let here = WebAddress(answer.address)
        else { return nil }
        let pages = 1...1_000_000
        let page = here.value(ofQuery: "page").flatMap { UntrustedInteger($0)?.int(clampedTo: pages) } ?? 1
        guard page < total.int(clampedTo: pages) else { return nil }
        return here.with(query: "page", "\(page + 1)").map { Cursor(rawValue: $0.text) }
    }

    /// The directory: the categories that have stories.
    private func categories(_ channel: ChannelRequest, _ root: RESTRoot) async throws(SourceError) -> ChannelAnswer {
        let known = AnswerMemory(channel.memory, reading: Self.reading)
        let first = root.address("/wp/v2/categories", ["per_page": "100", "hide_empty": "true"])
        var answer = try await interface.ask(first, remembering: known)
        if let known, known.knows(answer) { return Self.unchanged(answer, known) }
        let memory = AnswerMemory(reading: Self.reading, answer)
        var values = try list(in: answer)
        var pages = 1
        while pages < Self.mostCategoryPages, let next = NextPage(answer).cursor ?? Self.nextByTotal(answer) {
            answer = try await interface.ask(next.rawValue)
            values += try list(in: answer)
            pages += 1
        }
        var reading = WordPressReading(root: root)
        let channels = reading.channels(values)
        return ChannelAnswer(
            stories: nil, channels: channels, facts: ChannelFacts(format: "WordPress REST"), memory: memory.kept,
            pace: OriginPace(freshSeconds: memory.freshSeconds, asksWhole: memory.validators.isEmpty),
            complaints: Array(reading.complaints.prefix(Self.mostComplaints)), status: answer.status)
    }

    private func list(in answer: FetchAnswer) throws(SourceError) -> [JSONValue] {
        let value = try interface.value(of: answer)
        if let elements = value.elements { return elements }
        let site = WebAddress(answer.address)?.host ?? answer.address
        let words = JSONInterface.words(of: value).map { "an error: \($0)" } ?? "JSON that is no list."
        throw .unreadable(why: "\(site) answered with \(words)")
    }

    private static func unchanged(_ answer: FetchAnswer, _ known: AnswerMemory) -> ChannelAnswer {
        var known = known
        known.heed(answer)
        let pace = OriginPace(freshSeconds: known.freshSeconds, asksWhole: known.validators.isEmpty)
        return ChannelAnswer(stories: nil, memory: known.kept, pace: pace, status: answer.status)
    }

    /// The interface's root, or its list of categories.
    private static func isDirectory(_ address: WebAddress) -> Bool {
        let whole = (address.value(ofQuery: "rest_route") ?? address.path).replacing("%2F", with: "/")
        let route = whole.split(separator: "/").last ?? ""
        return route == "categories" || route == "wp-json" || route == "v2" || whole == "/"
    }

    /// The first page of a list, with what is embedded in it.
    static func firstPage(of address: WebAddress) -> String {
        var text = address.withoutFragment.text
        for (name, value) in [("per_page", "\(pageSize)"), ("_embed", "author,wp:featuredmedia,wp:term")]
        where address.value(ofQuery: name) == nil {
            text += (text.contains("?") ? "&" : "?") + "\(name)=\(value)"
        }
        return text
    }
}

/// A page of a feed behind its first, as a cursor: its address, and in the fragment what the page before held, by which
/// a site is found out that gives the same page again.
struct FeedPage {
    var number: Int
    /// A fingerprint of the stories before.
    var before: String

    private static let mark = "after-"

    init(number: Int, after stories: [ArrivingStory]) {
        self.number = number
        before = Fingerprint.of(Array(stories.map(\.key).joined(separator: "\n").utf8))
    }

    init?(_ cursor: Cursor) {
        guard let address = WebAddress(cursor.rawValue), let fragment = address.fragment,
            fragment.hasPrefix(Self.mark),
            let number = address.value(ofQuery: "paged").flatMap({ UntrustedInteger($0)?.int(in: 0...1_000_000) })
        else { return nil }
        self.number = number
        before = String(fragment.dropFirst(Self.mark.count))
    }

    func cursor(of feed: WebAddress) -> Cursor? {
        feed.with(query: "paged", "\(number)").map { Cursor(rawValue: "\($0.text)#\(Self.mark)\(before)") }
    }
}
