import Feeds
import Fetching
import Foundation
import Markup
import News

/// A feed document that was fetched and read: what it says of itself, and its stories in the words of `News`.
struct FeedDocument {
    let feed: Feed
    let facts: ChannelFacts
    /// In the document's order.
    let stories: [ArrivingStory]
    /// What was odd and yet read, of the document and of its stories' texts.
    let complaints: [String]
    /// See `FeedMemory.sharedIDs`.
    let sharedIDs: Set<String>

    private static let mostComplaints = 20

    /// - Parameters:
    ///   - answer: the fetched document.
    ///   - address: the address that was asked, for bases when the answer's own cannot be read.
    ///   - sharedIDs: ids that identified nothing in earlier documents of this feed.
    /// - Throws: `FeedError` when the document is no feed.
    init(_ answer: FetchAnswer, askedAt address: WebAddress, sharedIDs: Set<String> = []) throws(FeedError) {
        let place = WebAddress(answer.address) ?? address
        let limits = FeedLimits(document: FetchRequest.standardLimit)
        let read = try FeedParser.read(
            answer.body, address: place, contentType: answer.contentType, charset: answer.charset, limits: limits)
        let keys = EntryKeys(read.entries, sharedIDs: sharedIDs)
        let reading = EntryReading(feed: read.feed, place: place)
        feed = read.feed
        facts = ChannelFacts(read.feed, place: place)
        var complaints = read.feed.complaints
        stories = keys.kept.map { reading.story($0.entry, key: $0.key, complaints: &complaints) }
        self.complaints = Array(complaints.prefix(Self.mostComplaints))
        self.sharedIDs = keys.sharedIDs
    }

    /// At most `count` stories, newest first, for a taste of the feed.
    func newest(_ count: Int) -> [ArrivingStory] {
        let dated = stories.enumerated().sorted { one, other in
            let (first, second) = (one.element.publishedAt, other.element.publishedAt)
            return first == second ? one.offset < other.offset : (first ?? .distantPast) > (second ?? .distantPast)
        }
        return dated.prefix(count).map(\.element)
    }

    /// When the newest story was published.
    var newestAt: Date? { stories.lazy.compactMap(\.publishedAt).max() }
}

extension ChannelFacts {
    /// What a feed says of itself.
    init(_ feed: Feed, place: WebAddress) {
        let resolve = { (text: String?) in text.flatMap { WebAddress($0, base: feed.base ?? place) } }
        self.init(
            title: feed.title.flatMap(Self.word), site: resolve(feed.link), about: feed.subtitle.flatMap(Self.word),
            language: feed.language.flatMap(Self.word), icon: resolve(feed.icon) ?? resolve(feed.image),
            format: Self.words(for: feed.format))
    }

    private static func word(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    private static func words(for format: FeedFormat) -> String {
        switch format {
        case .rss: "RSS"
        case .rdf: "RSS 1.0 (RDF)"
        case .atom: "Atom"
        case .json: "JSON Feed"
        }
    }
}
