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
    /// See `FeedMemory.idsAreUnfit`.
    let idsAreUnfit: Bool

    private static let mostComplaints = 20

    /// - Parameters:
    ///   - answer: the fetched document.
    ///   - address: the address that was asked, for bases when the answer's own cannot be read.
    ///   - sharedIDs: ids that identified nothing in earlier documents of this feed.
    ///   - idsAreUnfit: what was decided of them at its first document; nil when this is it.
    /// - Throws: `FeedError` when the document is no feed.
    init(_ answer: FetchAnswer, askedAt address: WebAddress, sharedIDs: Set<String> = [], idsAreUnfit: Bool? = nil)
        throws(FeedError)
    {
        // Its links are shown, mailed and handed to browsers: they must not inherit the feed's password.
        let place = (WebAddress(answer.address) ?? address).withoutCredentials
        let limits = FeedLimits(document: FetchRequest.standardLimit)
        let read = try FeedParser.read(
            answer.body, address: place, contentType: answer.contentType, charset: answer.charset, limits: limits)
        let keys = EntryKeys(read.entries, sharedIDs: sharedIDs, idsAreUnfit: idsAreUnfit)
        let reading = EntryReading(feed: read.feed, place: place)
        feed = read.feed
        facts = ChannelFacts(
            read.feed, place: place, format: FormatWords.words(for: read.feed.format, in: answer.body))
        var complaints = read.feed.complaints
        stories = keys.kept.map { reading.story($0.entry, key: $0.key, complaints: &complaints) }
        self.complaints = Array(complaints.prefix(Self.mostComplaints))
        self.sharedIDs = keys.sharedIDs
        self.idsAreUnfit = keys.idsAreUnfit
    }
}

extension ChannelFacts {
    /// What a feed says of itself.
    init(_ feed: Feed, place: WebAddress, format: String) {
        let resolve = { (text: String?) in text.flatMap { WebAddress($0, base: feed.base ?? place) } }
        self.init(
            title: feed.title.flatMap(Self.word), site: resolve(feed.link), about: feed.subtitle.flatMap(Self.word),
            language: feed.language.flatMap(Self.word), icon: resolve(feed.icon) ?? resolve(feed.image),
            format: format, usualIcon: resolve(feed.link)?.usualIcon)
    }

    private static func word(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
