import Feeds
import Fetching
import Foundation
import Markup
import News

/// A feed document that was fetched and read: what it says of itself, and its stories in the words of `News`.
struct FeedDocument {
    let feed: Feed
    let facts: ChannelMetadata
    /// In the document's order.
    let stories: [FetchedStory]
    /// What was odd and yet read, of the document and of its stories' texts.
    let diagnostics: [String]
    /// See `FeedState.sharedIDs`.
    let sharedIDs: Set<String>
    /// See `FeedState.idsAreUnfit`.
    let idsAreUnfit: Bool

    private static let maxDiagnostics = 20

    /// - Parameters:
    ///   - answer: the fetched document.
    ///   - address: the address that was asked, for bases when the answer's own cannot be read.
    ///   - sharedIDs: ids that identified nothing in earlier documents of this feed.
    ///   - idsAreUnfit: what was decided of them at its first document; nil when this is it.
    /// - Throws: `FeedError` when the document is no feed.
    init(_ response: FetchResponse, askedAt address: WebAddress, sharedIDs: Set<String> = [], idsAreUnfit: Bool? = nil)
        throws(FeedError)
    {
        // Its links are shown, mailed and handed to browsers: they must not inherit the feed's password.
        let documentURL = (WebAddress(response.address) ?? address).withoutCredentials
        let limits = FeedLimits(document: FetchRequest.defaultBodyLimit)
        let read = try FeedParser.read(
            response.body, address: documentURL, contentType: response.contentType, charset: response.charset,
            limits: limits)
        let keys = EntryIdentity(read.entries, sharedIDs: sharedIDs, idsAreUnfit: idsAreUnfit)
        let reading = EntryMapper(feed: read.feed, documentURL: documentURL)
        feed = read.feed
        facts = ChannelMetadata(
            read.feed, documentURL: documentURL, format: FeedFormatName.name(for: read.feed.format, in: response.body))
        var diagnostics = read.feed.diagnostics
        stories = keys.keyedEntries.map { reading.story($0.entry, key: $0.key, diagnostics: &diagnostics) }
        self.diagnostics = Array(diagnostics.prefix(Self.maxDiagnostics))
        self.sharedIDs = keys.sharedIDs
        self.idsAreUnfit = keys.idsAreUnfit
    }
}

extension ChannelMetadata {
    /// What a feed says of itself.
    init(_ feed: Feed, documentURL: WebAddress, format: String) {
        let resolve = { (text: String?) in text.flatMap { WebAddress($0, base: feed.base ?? documentURL) } }
        self.init(
            title: feed.title.flatMap(Self.trimmed), site: resolve(feed.link),
            about: feed.subtitle.flatMap(Self.trimmed),
            language: feed.language.flatMap(Self.trimmed), icon: resolve(feed.icon) ?? resolve(feed.image),
            format: format, defaultIcon: resolve(feed.link)?.defaultIcon)
    }

    private static func trimmed(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}

/// How a feed is written, in the words of its page: "RSS 2.0", "Atom", "JSON Feed 1.1".
enum FeedFormatName {
    /// - Parameters:
    ///   - format: the family, as the parser found it.
    ///   - bytes: the document; its version stands at its beginning, and is left out where it cannot be seen.
    static func name(for format: FeedFormat, in bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return switch format {
        case .rss: withVersion("RSS", after: ["<rss"], "version", in: head)
        case .rdf: "RSS 1.0 (RDF)"
        case .atom: head.contains("purl.org/atom/ns#") ? "Atom 0.3" : "Atom"
        case .json: withVersion("JSON Feed", after: ["jsonfeed.org", "\\/\\/jsonfeed.org"], "version", in: head)
        }
    }

    /// The name with the number that follows a mark behind a beginning.
    private static func withVersion(_ name: String, after beginnings: [String], _ mark: String, in head: String)
        -> String
    {
        for beginning in beginnings {
            guard let start = head.firstRange(of: beginning) else { continue }
            let rest = head[start.upperBound...].prefix(400)
            guard let place = rest.firstRange(of: mark) else { continue }
            let number = rest[place.upperBound...].drop { "\"'/\\ =".contains($0) }
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            if !number.isEmpty, number.count <= 6 { return "\(name) \(number)" }
        }
        return name
    }
}
