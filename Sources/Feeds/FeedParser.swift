import Caching
import Markup
public import URLs

/// A parser for feeds of any format that reads the document as its bytes arrive and delivers stories one at a time.
///
/// ```swift
/// var parser = FeedParser(address: address, contentType: response.contentType, charset: response.charset)
/// try parser.append(chunk) { entry in … }      // for every chunk, of any size
/// let feed = try parser.finish { entry in … }
/// ```
///
/// The parser decodes the document and passes it to the XML or JSON parser in windows of a fixed size, so the result
/// never depends on how the bytes were chunked. A damaged document yields its readable part, with `Feed.diagnostics`;
/// only a document that is no feed at all is an error.
public struct FeedParser: ~Copyable {
    private enum Stage {
        case undetermined
        case xml, json
        case page
        case finished
    }

    private let address: WebAddress?
    private let contentType: String?
    private let transportCharset: String?
    private let limits: FeedLimits
    private let windowSize: Int
    private var stage = Stage.undetermined
    private var receivedCount = 0
    private var decoder: TextDecoder
    /// The bytes of an incomplete window.
    private var undecoded: [UInt8] = []
    /// The decoded text that is not parsed yet, in UTF-8.
    private var text: [UInt8] = []
    private var scanner: XMLScanner<FeedBuilder>
    private var json: JSONFeedParser
    private var failure: FeedError?

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - address: base URL of relative addresses.
    ///   - contentType: media type of the response; parameters are optional.
    ///   - charset: charset label from the transport (WHATWG); by default the `charset` parameter of `contentType`.
    public init(
        address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil, limits: FeedLimits = .standard
    ) {
        self.init(address: address, contentType: contentType, charset: charset, limits: limits, windowSize: 65536)
    }

    init(address: WebAddress?, contentType: String?, charset: String?, limits: FeedLimits, windowSize: Int) {
        (self.address, self.contentType, self.limits, self.windowSize) = (address, contentType, limits, windowSize)
        transportCharset = charset ?? Self.charset(in: contentType)
        decoder = TextDecoder(transport: transportCharset)
        let names = XMLNameTable()
        let location = SourceLocation()
        let builder = FeedBuilder(address: address, names: names, limits: limits, location: location)
        scanner = XMLScanner(sink: builder, names: names, limits: limits, location: location)
        json = JSONFeedParser(address: address)
    }

    /// Parses the next bytes and delivers completed stories.
    ///
    /// - Throws: `FeedError.notAFeed` for another kind of document, `FeedError.tooLarge` above the limit.
    public mutating func append(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        if let failure { throw failure }
        receivedCount += chunk.count
        guard receivedCount <= limits.document else { throw fail(.tooLarge(limit: limits.document)) }
        var at = 0
        while at < chunk.count {
            let piece = min(windowSize - undecoded.count, chunk.count - at)
            undecoded.append(contentsOf: chunk[at..<at + piece])  // bounded: a piece is not negative
            at += piece
            if undecoded.count == windowSize { try process(isLast: false, entry) }
        }
    }

    /// Delivers the last stories and returns the feed's metadata.
    ///
    /// - Throws: `FeedError.notAFeed` or `FeedError.unreadable` when no feed was found.
    public mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        if let failure { throw failure }
        try process(isLast: true, entry)
        switch stage {
        case .json: return try finishJSON(entry)
        case .page:
            let page = text.withUnsafeBufferPointer {
                NonFeedDocumentKind.webPage(
                    feeds: FeedAutodiscovery.links(in: $0, address: address), interstitial: InterstitialKind(page: $0))
            }
            throw fail(.notAFeed(page))
        case .xml: return try finishXML(entry)
        case .undetermined, .finished: throw fail(.notAFeed(.empty))
        }
    }

    /// Parses a whole document and returns the metadata and the newest stories (`FeedLimits.entries`).
    ///
    /// - Throws: the errors of ``append(_:entry:)`` and ``finish(entry:)``.
    public static func read(
        _ bytes: [UInt8], address: WebAddress? = nil, contentType: String? = nil, charset: String? = nil,
        limits: FeedLimits = .standard
    ) throws(FeedError) -> (feed: Feed, entries: [FeedEntry]) {
        var parser = FeedParser(address: address, contentType: contentType, charset: charset, limits: limits)
        var entries = NewestElements<FeedEntry>(limit: limits.entries)
        try parser.append(bytes) { entries.append($0, date: $0.published ?? $0.updated) }
        var feed = try parser.finish { entries.append($0, date: $0.published ?? $0.updated) }
        if entries.isOverfull {
            let notice = "Of \(entries.count) stories only the newest \(limits.entries) were read."
            feed.diagnostics.insert(notice, at: 0)
        }
        return (feed, entries.elements())
    }

    // MARK: Windows

    private mutating func process(isLast: Bool, _ entry: (FeedEntry) -> Void) throws(FeedError) {
        if stage == .undetermined {
            if let kind = undecoded.withUnsafeBufferPointer(DocumentSniffer.binaryKind) { throw fail(.notAFeed(kind)) }
        }
        decoder.decode(&undecoded, into: &text, isLast: isLast)
        if stage == .undetermined { try detectKind(isLast: isLast) }
        switch stage {
        case .xml: try readXML(isLast: isLast, entry)
        case .json: discardPrefix(text.withUnsafeBufferPointer { json.read($0, isLast: isLast, entry: entry) })
        case .page where text.count > 1 << 20 && !isLast: text.removeLast(text.count - (1 << 20))
        default: break
        }
    }

    private mutating func detectKind(isLast: Bool) throws(FeedError) {
        switch text.withUnsafeBufferPointer(DocumentSniffer.classify) {
        case .xml: stage = .xml
        case .embeddedFeed(let at):
            // Leading text may contain elements, which the scanner would take for the root element.
            scanner.diagnostics.record(.leadingText)
            text.removeFirst(at)
            stage = .xml
        case .json: stage = .json
        case .webPage: stage = .page
        // Discarding white space avoids classifying it again with every window.
        case .other(.empty) where !isLast: text.removeAll(keepingCapacity: true)
        // A long comment or doctype may come before the root element.
        case .other(.emptyXML) where !isLast && text.count < 1 << 20: break
        case .other(let kind): throw fail(.notAFeed(kind))
        }
    }

    private mutating func readXML(isLast: Bool, _ entry: (FeedEntry) -> Void) throws(FeedError) {
        let used = text.withUnsafeBufferPointer { bytes in
            var at = scanner.scan(bytes, isLast: isLast)
            while scanner.sink.wantsPause {
                Self.emitEntries(from: &scanner.sink, entry)
                at = scanner.scan(bytes, from: at, isLast: isLast)
            }
            return at
        }
        discardPrefix(used)
        if let root = scanner.sink.foreignRoot { throw fail(Self.error(for: root)) }
    }

    private mutating func discardPrefix(_ used: Int) {
        if used == text.count { text.removeAll(keepingCapacity: true) } else { text.removeFirst(used) }
    }

    private static func emitEntries(from builder: inout FeedBuilder, _ entry: (FeedEntry) -> Void) {
        // The array is reversed so that stories are moved out, not copied.
        if builder.completedEntries.count > 1 { builder.completedEntries.reverse() }
        while let story = builder.completedEntries.popLast() { entry(story) }
    }

    private mutating func finishXML(_ entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        let isLastEntryCut = scanner.sink.isInsideEntry
        scanner.finish()
        Self.emitEntries(from: &scanner.sink, entry)
        if scanner.sink.feed.authors.isOverfull { scanner.diagnostics.record(.tooManyValues) }
        stage = .finished
        guard let format = scanner.sink.format else {
            throw fail(.unreadable("This document begins like XML, but has no feed in it."))
        }
        var feed = scanner.sink.feed.finished(format: format, base: scanner.sink.rootBase ?? address)
        feed.diagnostics = transportDiagnostics + scanner.diagnostics.messages(with: scanner.sink.diagnostics)
        feed.isLastEntryCut = isLastEntryCut
        return feed
    }

    private mutating func finishJSON(_ entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        stage = .finished
        guard var feed = json.finish() else {
            guard let xml = RSSInJSONConverter.xml(text) else { throw fail(.notAFeed(.json)) }
            text = xml
            try readXML(isLast: true, entry)
            return try finishXML(entry)
        }
        feed.diagnostics = transportDiagnostics + feed.diagnostics
        return feed
    }

    // MARK: Failures

    private mutating func fail(_ error: FeedError) -> FeedError {
        failure = error
        (undecoded, text) = ([], [])
        return error
    }

    private static func error(for root: (name: String, local: ElementName)) -> FeedError {
        switch root.local {
        case .opml: .notAFeed(.opml)
        case .html: .notAFeed(.webPage(feeds: []))
        default: .notAFeed(.xml(root: root.name))
        }
    }

    private var transportDiagnostics: [String] { (contentTypeDiagnostic.map { [$0] } ?? []) + decoder.diagnostics }

    /// A diagnostic for a media type that is neither XML nor JSON, which strict parsers reject (RFC 7303 §3, RFC 8259
    /// §11).
    private var contentTypeDiagnostic: String? {
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
