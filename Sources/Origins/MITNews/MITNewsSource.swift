public import Fetching
import Foundation
public import Markup
public import News

extension SourceKind {
    /// The news interface of MIT's mobile service.
    public static let mitNews = SourceKind(rawValue: "mit-news")
}

/// MIT's news interface as a source: a channel is a category (`docs/sources/mit-news.md`).
///
/// Lists come in pages of twenty and go on where their `Link` header says, as far as that stays at the same origin.
/// What the answers' `Cache-Control` says is how long a shown list needs no asking.
public struct MITNewsSource: Source {
    /// How long a shown list needs no asking when the origin does not say, in seconds: the app of 2014 looked every
    /// five minutes.
    public static let usualFreshness = 300

    private let interface: JSONInterface
    private let addresses: MITNewsAddresses
    /// Grows whenever the same answer may give other stories, so that every list is then read again.
    private static let reading = 1
    private static let mostComplaints = 20
    private static let format = "MIT News API"

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - root: the interface's root, such as `https://m.mit.edu/apis/news`.
    public init(fetcher: Fetcher, root: WebAddress) {
        interface = JSONInterface(fetcher: fetcher)
        addresses = MITNewsAddresses(root: root)
    }

    /// One page of a category's stories, or the categories themselves, which are the directory. `stories` is nil when the origin says that nothing has changed, or when its
    /// first page is byte for byte the one that was read before.
    /// - Throws: `SourceError`; sentences name the origin's host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        if let cursor = channel.after {
            let page = try await page(after: cursor, of: channel.title)
            return ChannelAnswer(stories: page.stories, next: page.next, complaints: page.complaints, status: 200)
        }
        let address = try own(channel.address)
        if addresses.isDirectory(address) { return try await categories(channel) }
        let known = AnswerMemory(channel.memory, reading: Self.reading)
        let answer = try await ask(addresses.firstPage(of: address), remembering: known)
        if let known, known.knows(answer) { return Self.unchanged(answer, known) }
        let page = try page(in: answer, of: channel.title)
        let memory = AnswerMemory(reading: Self.reading, answer)
        return ChannelAnswer(
            stories: page.stories, next: page.next, facts: ChannelFacts(format: Self.format), memory: memory.kept,
            pace: Self.pace(memory), complaints: page.complaints, status: answer.status)
    }

    /// Looks in all categories.
    public var search: SearchAbility? {
        SearchAbility { (words, cursor) async throws(SourceError) in
            if let cursor { return try await page(after: cursor, of: nil) }
            return try page(in: try await ask(addresses.search(words)), of: nil)
        }
    }

    /// One story by its id.
    public var singleStory: SingleStoryAbility? {
        SingleStoryAbility { (key) async throws(SourceError) in
            let answer = try await ask(addresses.story(key))
            let site = site(of: answer)
            let value = try interface.value(of: answer)
            if let words = JSONInterface.words(of: value) {
                throw .unreadable(why: "\(site) answered with an error: \(words)")
            }
            var reading = MITNewsReading(channelTitle: nil)
            guard let story = reading.story(value, number: 1) else {
                throw .unreadable(why: "\(site) answered with something that is no story.")
            }
            return story
        }
    }

    /// The directory: the categories, in the origin's order.
    private func categories(_ channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        let known = AnswerMemory(channel.memory, reading: Self.reading)
        let answer = try await ask(addresses.categories, remembering: known)
        if let known, known.knows(answer) { return Self.unchanged(answer, known) }
        var reading = MITNewsReading(channelTitle: nil)
        let channels = reading.channels(try list(in: answer), addresses: addresses)
        let memory = AnswerMemory(reading: Self.reading, answer)
        return ChannelAnswer(
            stories: nil, channels: channels, facts: ChannelFacts(format: Self.format), memory: memory.kept,
            pace: Self.pace(memory), complaints: Array(reading.complaints.prefix(Self.mostComplaints)),
            status: answer.status)
    }

    private static func unchanged(_ answer: FetchAnswer, _ known: AnswerMemory) -> ChannelAnswer {
        var known = known
        known.heed(answer)
        return ChannelAnswer(stories: nil, memory: known.kept, pace: pace(known), status: answer.status)
    }

    // MARK: Pages

    private func page(after cursor: Cursor, of title: String?) async throws(SourceError) -> SearchAnswer {
        guard let address = WebAddress(cursor.rawValue) else { throw .notAllowed(why: "its next page has no address") }
        _ = try own(address)
        return try page(in: try await ask(cursor.rawValue), of: title)
    }

    private func page(in answer: FetchAnswer, of title: String?) throws(SourceError) -> SearchAnswer {
        var reading = MITNewsReading(channelTitle: title)
        let stories = reading.stories(try list(in: answer))
        let next = NextPage(answer)
        return SearchAnswer(
            stories: stories, next: next.cursor,
            complaints: Array((next.complaints + reading.complaints).prefix(Self.mostComplaints)))
    }

    private func list(in answer: FetchAnswer) throws(SourceError) -> [JSONValue] {
        let value = try interface.value(of: answer)
        if let elements = value.elements { return elements }
        let words = JSONInterface.words(of: value).map { "an error: \($0)" } ?? "JSON that is no list."
        throw .unreadable(why: "\(site(of: answer)) answered with \(words)")
    }

    // MARK: Asking

    /// Asks in the form with or without a slash that answered last; at the first question in both if need be.
    private func ask(
        _ address: String, remembering known: AnswerMemory? = nil
    ) async throws(SourceError) -> FetchAnswer {
        let hadSlash = known?.validatorsFrom.flatMap { WebAddress($0) }?.path.hasSuffix("/")
        let other = MITNewsAddresses.otherForm(of: address)
        if hadSlash == true { return try await interface.ask(other, remembering: known) }
        do {
            return try await interface.ask(address, remembering: known)
        } catch .notThere where known == nil && address.hasPrefix(addresses.root) {
            return try await interface.ask(other)
        }
    }

    /// A channel of another site is none of ours.
    private func own(_ address: WebAddress) throws(SourceError) -> WebAddress {
        guard let root = WebAddress(addresses.root), root.host == address.host, root.port == address.port else {
            throw .notAllowed(why: "\(address.host) is not the site whose stories these are")
        }
        return address
    }

    private func site(of answer: FetchAnswer) -> String { WebAddress(answer.address)?.host ?? answer.address }

    /// Lists are small, so an origin without validators is not spared a day.
    private static func pace(_ memory: AnswerMemory) -> OriginPace {
        OriginPace(freshSeconds: memory.freshSeconds, shownSeconds: memory.freshSeconds ?? usualFreshness)
    }
}
