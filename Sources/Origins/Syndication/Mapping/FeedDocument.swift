import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

struct FeedDocument {
    let feed: Feed
    let metadata: ChannelMetadata
    /// In the document's order.
    let stories: [FetchedStory]
    /// Tolerated errors.
    let diagnostics: [String]
    /// See `FeedState.sharedIDs`.
    let sharedIDs: Set<String>
    /// See `FeedState.idsAreUnfit`.
    let idsAreUnfit: Bool

    private static let maxDiagnostics = 20

    /// - Parameters:
    ///   - sharedIDs: from earlier documents.
    ///   - idsAreUnfit: the first document's decision; nil for the first.
    /// - Throws: `FeedError` if the document is not a feed.
    init(_ response: FetchResponse, requestURL: WebAddress, sharedIDs: Set<String> = [], idsAreUnfit: Bool? = nil)
        throws(FeedError)
    {
        // Shown, mailed and opened links must not inherit the feed's password.
        let documentURL = (WebAddress(response.address) ?? requestURL).withoutCredentials
        let limits = FeedLimits(document: FetchRequest.defaultBodyLimit)
        let read = try FeedParser.read(
            response.body, address: documentURL, contentType: response.contentType, charset: response.charset,
            limits: limits)
        let identity = EntryIdentity(read.entries, sharedIDs: sharedIDs, idsAreUnfit: idsAreUnfit)
        let mapper = EntryMapper(feed: read.feed, documentURL: documentURL)
        feed = read.feed
        metadata = ChannelMetadata(
            read.feed, documentURL: documentURL, format: FeedFormatName.name(for: read.feed.format, in: response.body))
        var diagnostics = read.feed.diagnostics
        stories = identity.keyedEntries.map { mapper.story($0.entry, key: $0.key, diagnostics: &diagnostics) }
        self.diagnostics = Array(diagnostics.prefix(Self.maxDiagnostics))
        self.sharedIDs = identity.sharedIDs
        self.idsAreUnfit = identity.idsAreUnfit
    }
}

extension ChannelMetadata {
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

/// For display: "RSS 2.0", "Atom", "JSON Feed 1.1".
enum FeedFormatName {
    /// The version is read from the document's beginning.
    static func name(for format: FeedFormat, in bytes: [UInt8]) -> String {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return switch format {
        case .rss: withVersion("RSS", after: ["<rss"], "version", in: head)
        case .rdf: "RSS 1.0 (RDF)"
        case .atom: head.contains("purl.org/atom/ns#") ? "Atom 0.3" : "Atom"
        case .json: withVersion("JSON Feed", after: ["jsonfeed.org", "\\/\\/jsonfeed.org"], "version", in: head)
        }
    }

    /// The number follows `attribute` after one of `prefixes`.
    private static func withVersion(_ name: String, after prefixes: [String], _ attribute: String, in head: String)
        -> String
    {
        for prefix in prefixes {
            guard let start = head.firstRange(of: prefix) else { continue }
            let rest = head[start.upperBound...].prefix(400)
            guard let match = rest.firstRange(of: attribute) else { continue }
            let number = rest[match.upperBound...].drop { "\"'/\\ =".contains($0) }
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            if !number.isEmpty, number.count <= 6 { return "\(name) \(number)" }
        }
        return name
    }
}
