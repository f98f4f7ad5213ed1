import Markup

/// Takes a document's bytes as they come and leads them through encoding and kind to the reader that fits.
///
/// Bytes are worked on in windows of a fixed size, so that the pieces in which they came make no difference.
struct FeedIntake: ~Copyable {
    private enum Stage {
        /// Nothing is known yet.
        case beginning
        case xml
        /// Kept whole until the end.
        case json, page
        case over
    }

    private let address: WebAddress?
    private let transportCharset: String?
    private let limits: FeedLimits
    private let window: Int
    private var stage = Stage.beginning
    private var arrived = 0
    private var decoder: TextDecoder
    /// Bytes as they came, until there is a window of them.
    private var raw: [UInt8] = []
    /// Text in UTF-8 that has not been read.
    private var text: [UInt8] = []
    private var scanner: XMLScanner<FeedBuilder>
    private var failure: FeedError?

    init(
        address: WebAddress?, contentType: String?, charset: String?, limits: FeedLimits, window: Int = 65536
    ) {
        (self.address, self.limits, self.window) = (address, limits, window)
        transportCharset = charset ?? Self.charset(in: contentType)
        decoder = TextDecoder(transport: transportCharset)
        let names = XMLNames()
        let builder = FeedBuilder(address: address, names: names, limits: limits)
        scanner = XMLScanner(sink: builder, names: names, limits: limits)
        raw.reserveCapacity(window)
    }

    mutating func take(_ chunk: [UInt8], entry: (FeedEntry) -> Void) throws(FeedError) {
        if let failure { throw failure }
        arrived += chunk.count
        guard arrived <= limits.document else { throw fail(.tooLarge(limit: limits.document)) }
        var at = 0
        while at < chunk.count {
            let piece = min(window - raw.count, chunk.count - at)
            raw.append(contentsOf: chunk[at..<at + piece])
            at += piece
            if raw.count == window { try work(isLast: false, entry) }
        }
    }

    mutating func finish(entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        if let failure { throw failure }
        try work(isLast: true, entry)
        switch stage {
        case .json: return try finishJSON(entry)
        case .page:
            let links = text.withUnsafeBufferPointer { PageFeeds.links(in: $0, address: address) }
            throw fail(.notAFeed(.webPage(feeds: links)))
        case .xml: return try finishXML(entry)
        case .beginning, .over: throw fail(.notAFeed(.empty))
        }
    }

    // MARK: windows

    private mutating func work(isLast: Bool, _ entry: (FeedEntry) -> Void) throws(FeedError) {
        if stage == .beginning {
            if let kind = raw.withUnsafeBufferPointer(DocumentSniffer.signature) { throw fail(.notAFeed(kind)) }
        }
        decoder.decode(raw, into: &text, isLast: isLast)
        raw.removeAll(keepingCapacity: true)
        if stage == .beginning { try begin(isLast: isLast) }
        switch stage {
        case .xml: try readXML(isLast: isLast, entry)
        case .page where text.count > 1 << 20 && !isLast: text.removeLast(text.count - (1 << 20))
        default: break
        }
    }

    private mutating func begin(isLast: Bool) throws(FeedError) {
        switch text.withUnsafeBufferPointer(DocumentSniffer.text) {
        case .xml(let at):
            if at > 0 { noteJunk(before: at) }
            stage = .xml
        case .json: stage = .json
        case .page: stage = .page
        case .other(.empty) where !isLast: break
        case .other(let kind): throw fail(.notAFeed(kind))
        }
    }

    /// Junk that holds elements of its own must not reach the scanner, which would take them for the document.
    private mutating func noteJunk(before at: Int) {
        // `at` is where a bracket stands, so a byte follows every one before it.
        guard (0..<at).contains(where: { text[$0] == 0x3C && text[$0 + 1].beginsName }) else { return }
        scanner.complaints.note(.leadingJunk)
        text.removeFirst(at)
    }

    private mutating func readXML(isLast: Bool, _ entry: (FeedEntry) -> Void) throws(FeedError) {
        let used = text.withUnsafeBufferPointer { scanner.scan($0, isLast: isLast) }
        if used == text.count { text.removeAll(keepingCapacity: true) } else { text.removeFirst(used) }
        handOn(entry)
        if let root = scanner.sink.foreignRoot { throw fail(Self.error(for: root)) }
    }

    private mutating func handOn(_ entry: (FeedEntry) -> Void) {
        guard !scanner.sink.ready.isEmpty else { return }
        for story in scanner.sink.ready { entry(story) }
        scanner.sink.ready.removeAll(keepingCapacity: true)
    }

    private mutating func finishXML(_ entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        scanner.finish()
        handOn(entry)
        stage = .over
        guard let format = scanner.sink.format else {
            throw fail(.unreadable("This document begins like XML but holds no feed."))
        }
        var feed = scanner.sink.feed.finished(format: format, base: scanner.sink.rootBase ?? address)
        feed.complaints = decoder.complaints + scanner.complaints.sentences + scanner.sink.complaints.sentences
        return feed
    }

    private mutating func finishJSON(_ entry: (FeedEntry) -> Void) throws(FeedError) -> Feed {
        stage = .over
        var reader = JSONFeedReader(address: address, limits: limits)
        guard var feed = reader.read(text, entry: entry) else { throw fail(.notAFeed(.json)) }
        feed.complaints = decoder.complaints + feed.complaints
        return feed
    }

    // MARK: failures

    private mutating func fail(_ error: FeedError) -> FeedError {
        failure = error
        (raw, text) = ([], [])
        return error
    }

    private static func error(for root: (name: String, local: ElementName)) -> FeedError {
        switch root.local {
        case .opml: .notAFeed(.opml)
        case .html: .notAFeed(.webPage(feeds: []))
        default: .notAFeed(.xml(root: root.name))
        }
    }

    /// The `charset` parameter of a media type.
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
