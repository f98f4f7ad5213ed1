import Caching
import Markup
public import URLs

/// A parser for feeds of any format.
///
/// A damaged document yields its readable part, with `Feed.diagnostics`; only a document that is no feed at all is an
/// error.
public struct FeedParser {
    private typealias Parsed = (feed: Feed, entries: NewestElements<FeedEntry>)

    private let address: WebAddress?
    private let limits: FeedLimits

    /// The length in bytes of the part of a document that tells its encoding and its kind.
    private static let sampleSize = 1 << 16
    /// The length in bytes of a document's beginning in which a comment or doctype may come before the root element,
    /// and of the part of a web page that is searched for feeds.
    private static let maxHeadLength = 1 << 20

    /// Parses a document and returns the metadata and the newest stories (`FeedLimits.entries`) in document order.
    ///
    /// - Parameters:
    ///   - address: base URL of relative addresses.
    ///   - contentType: media type of the response; parameters are optional.
    ///   - charset: charset label from the transport (WHATWG); by default the `charset` parameter of `contentType`.
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found, `FeedError.tooLarge` above the
    ///   limit.
    public static func parse(
        _ bytes: [UInt8], address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil,
        limits: FeedLimits = .standard
    ) throws(FeedError) -> (feed: Feed, entries: [FeedEntry]) {
        guard bytes.count <= limits.document else { throw .tooLarge(limit: limits.document) }
        if let kind = bytes.withUnsafeBufferPointer(DocumentSniffer.binaryKind) { throw .notAFeed(kind) }
        let (text, encodingDiagnostics) = TextDecoder.decode(
            bytes, transport: charset ?? Self.charset(in: contentType), sampleSize: sampleSize)
        var (feed, entries) = try FeedParser(address: address, limits: limits).parse(text)
        feed.diagnostics = (diagnostic(of: contentType).map { [$0] } ?? []) + encodingDiagnostics + feed.diagnostics
        if entries.isOverfull {
            let notice = "Of \(entries.count) stories only the newest \(limits.entries) were read."
            feed.diagnostics.insert(notice, at: 0)
        }
        return (feed, entries.elements())
    }

    private func parse(_ text: [UInt8]) throws(FeedError) -> Parsed {
        switch Self.classification(of: text) {
        case .xml: return try readXML(text)
        case .embeddedFeed(let start): return try readXML(text, from: start)
        case .json:
            if let parsed = readJSON(text) { return parsed }
            guard let xml = RSSInJSONConverter.xml(text) else { throw .notAFeed(.json) }
            return try readXML(xml)
        case .webPage: throw .notAFeed(webPage(text))
        case .other(let kind): throw .notAFeed(kind)
        }
    }

    private static func classification(of text: [UInt8]) -> DocumentSniffer.Classification {
        text.withUnsafeBufferPointer { text in
            let start = text.firstIndex { !$0.isSpace } ?? text.count
            func classification(_ length: Int) -> DocumentSniffer.Classification {
                DocumentSniffer.classify(UnsafeBufferPointer(rebasing: text.dropFirst(start).prefix(length)))
            }
            var found = classification(sampleSize)
            if found == .other(.emptyXML) { found = classification(maxHeadLength) }
            if case .embeddedFeed(let at) = found { return .embeddedFeed(at: start + at) }
            return found
        }
    }

    // MARK: Formats

    /// - Parameter start: index of the root element in a document of another kind, whose elements the scanner would
    ///   take for the root element.
    private func readXML(_ text: [UInt8], from start: Int = 0) throws(FeedError) -> Parsed {
        let names = XMLNameTable()
        let location = ParserPosition()
        let builder = FeedBuilder(address: address, names: names, limits: limits, location: location)
        var scanner = XMLScanner(sink: builder, names: names, limits: limits, location: location)
        if start > 0 { scanner.diagnostics.record(.leadingText) }
        text.withUnsafeBufferPointer { scanner.scan(UnsafeBufferPointer(rebasing: $0.dropFirst(start))) }
        if let root = scanner.sink.foreignRoot { throw Self.error(for: root) }
        let isLastEntryCut = scanner.sink.isInsideEntry
        scanner.finish()
        if scanner.sink.feed.authors.isOverfull { scanner.diagnostics.record(.tooManyValues) }
        guard let format = scanner.sink.format else {
            throw .unreadable("This document begins like XML, but has no feed in it.")
        }
        var feed = scanner.sink.feed.finished(format: format, base: scanner.sink.rootBase ?? address)
        feed.diagnostics = scanner.diagnostics.messages(with: scanner.sink.diagnostics)
        feed.isLastEntryCut = isLastEntryCut
        return (feed, scanner.sink.entries)
    }

    private func readJSON(_ text: [UInt8]) -> Parsed? {
        var parser = JSONFeedParser(address: address, limits: limits)
        guard let feed = text.withUnsafeBufferPointer({ parser.parse($0) }) else { return nil }
        return (feed, parser.entries)
    }

    private func webPage(_ text: [UInt8]) -> NonFeedDocumentKind {
        text.withUnsafeBufferPointer {
            let head = UnsafeBufferPointer(rebasing: $0.prefix(Self.maxHeadLength))
            return .webPage(
                feeds: FeedAutodiscovery.links(in: head, address: address),
                interstitial: InterstitialDetector.kind(of: head))
        }
    }

    // MARK: Failures

    private static func error(for root: (name: String, local: ElementName)) -> FeedError {
        switch root.local {
        case .opml: .notAFeed(.opml)
        case .html: .notAFeed(.webPage(feeds: []))
        default: .notAFeed(.xml(root: root.name))
        }
    }

    /// Returns the diagnostic for a media type that is neither XML nor JSON, which strict parsers reject (RFC 7303 §3,
    /// RFC 8259 §11).
    private static func diagnostic(of contentType: String?) -> String? {
        guard let type = contentType?.prefix(while: { $0 != ";" }), !type.isEmpty else { return nil }
        let name = type.trimmingSpaces.lowercased()
        let isExpected =
            ["/xml", "+xml", "/json", "+json"].contains(where: name.hasSuffix) || name.hasSuffix("xml-dtd")
        return isExpected
            ? nil : "The server labelled this \"\(name.prefix(60))\"; feeds are XML or JSON. It was read anyway."
    }

    private static func charset(in contentType: String?) -> String? {
        guard let contentType else { return nil }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0].trimmingSpaces.lowercased() == "charset" {
                return String(parts[1].trimmingSpaces.filter { $0 != "\"" && $0 != "'" })
            }
        }
        return nil
    }
}
