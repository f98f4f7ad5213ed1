/// A subscription list (OPML 1.0 to 2.0), written as 2.0 (opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// The title as plain text.
    public var title: String?
    /// The folders and feeds in document order.
    public var outlines: [OPMLOutline]
    /// The namespace URIs by prefix, for the outlines' other attributes.
    public var namespaces: [String: String]
    /// The counts of feeds and folders that exceeded `OPMLLimits`.
    public var skipped = SkippedCounts()
    /// The feed addresses that are not web URLs.
    public var invalidAddresses: [InvalidAddress] = []

    /// A feed address that is not a web URL.
    public struct InvalidAddress: Sendable, Hashable {
        /// The address as written, cut to 200 bytes.
        public var text: String
        /// The line on which the outline begins, counted from 1.
        public var line: Int
    }

    /// The counts of feeds and folders that exceeded `OPMLLimits`.
    public struct SkippedCounts: Sendable, Hashable {
        /// The number of feeds left out of the list.
        public var feeds = 0
        /// The line of the first feed left out, counted from 1.
        public var firstFeedLine: Int?
        /// The number of folders dissolved into their parents.
        public var folders = 0
    }

    /// Creates a list.
    public init(title: String? = nil, outlines: [OPMLOutline] = [], namespaces: [String: String] = [:]) {
        self.title = title
        self.outlines = outlines
        self.namespaces = namespaces
    }

    /// Parses a list; tolerates missing versions, HTML entities, wrong encodings and truncation.
    ///
    /// - Parameter limits: limits; feeds and folders above them are counted in ``skipped``.
    /// - Throws: `FeedError.notAFeed` for another kind of document, `FeedError.tooLarge` above the limit.
    public static func read(_ bytes: [UInt8], limits: OPMLLimits = .standard) throws(FeedError) -> OPML {
        guard bytes.count <= limits.document else { throw .tooLarge(limit: limits.document) }
        if let kind = bytes.withUnsafeBufferPointer(DocumentSniffer.binaryKind) { throw .notAFeed(kind) }
        let text = TextDecoder.decode(bytes, transport: nil).text
        var start = 0
        switch text.withUnsafeBufferPointer(DocumentSniffer.classify) {
        case .xml: break
        case .embeddedFeed(let at): start = at
        case .json: throw .notAFeed(.json)
        case .webPage:
            throw .notAFeed(
                .webPage(feeds: text.withUnsafeBufferPointer { FeedAutodiscovery.links(in: $0, address: nil) }))
        case .other(let kind): throw .notAFeed(kind)
        }
        let names = XMLNameTable()
        let location = ParserPosition()
        var scanner = XMLScanner(
            sink: OPMLBuilder(names: names, limits: limits, location: location), names: names, limits: .standard,
            location: location)
        text.withUnsafeBufferPointer { scanner.scan(UnsafeBufferPointer(rebasing: $0[start...])) }
        scanner.finish()
        let builder = scanner.sink
        guard builder.isOPML else { throw .notAFeed(.xml(root: builder.rootName ?? "")) }
        var list = OPML(title: builder.title, outlines: builder.outlines, namespaces: builder.namespaces)
        list.skipped = builder.skipped
        let offsets = builder.invalidAddresses.map(\.offset) + (builder.firstSkippedOffset.map { [$0] } ?? [])
        let lines = Self.lines(at: offsets.map { $0 + start }, in: text)
        list.invalidAddresses = zip(builder.invalidAddresses, lines).map { InvalidAddress(text: $0.text, line: $1) }
        if builder.firstSkippedOffset != nil { list.skipped.firstFeedLine = lines.last }
        return list
    }

    /// Returns the lines at these byte offsets, counted from 1, in one pass.
    private static func lines(at offsets: [Int], in text: [UInt8]) -> [Int] {
        var (lines, line, at) = ([Int: Int](), 1, 0)
        for offset in offsets.sorted() {
            while at < min(offset, text.count) {
                if text[at] == 0x0A { line += 1 }
                at += 1
            }
            lines[offset] = line
        }
        return offsets.map { lines[$0] ?? 1 }
    }

    /// Returns the list as OPML 2.0 in UTF-8.
    public func serialized() -> [UInt8] {
        OPMLWriter(self).bytes
    }
}

/// A folder or feed in a subscription list.
public struct OPMLOutline: Sendable, Hashable {
    /// The kind of an outline: folder or feed.
    public indirect enum Kind: Sendable, Hashable {
        /// A folder with its outlines in document order.
        case folder([OPMLOutline])
        /// A feed with its address, site and type ("rss").
        case feed(address: String, site: String?, type: String?)
    }

    /// The title as plain text: the attribute `title`, else `text`, else the site, else the address.
    public var title: String
    /// The outline's kind, with a folder's children or a feed's addresses.
    public var kind: Kind
    /// The other attributes, kept so that other programs' settings survive a round trip.
    public var attributes: [String: String]

    /// Creates an outline.
    public init(title: String, kind: Kind, attributes: [String: String] = [:]) {
        self.title = title
        self.kind = kind
        self.attributes = attributes
    }

    /// The outlines in a folder; empty for a feed.
    public var children: [OPMLOutline] {
        if case .folder(let children) = kind { children } else { [] }
    }
}

/// The limits of a subscription list. Feeds and folders above them are counted in `OPML.skipped`.
public struct OPMLLimits: Sendable, Hashable {
    /// The size of the document in bytes; more is an error.
    public var document: Int
    /// The number of feeds per document.
    public var feeds: Int
    /// The number of folders per document; the children of further ones move to their parent.
    public var folders: Int
    /// The nesting depth; deeper outlines move to the innermost folder.
    public var depth: Int
    /// The length of a title in UTF-8 bytes; longer titles are truncated.
    public var title: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        document: Int = 16 << 20, feeds: Int = 10_000, folders: Int = 1_000, depth: Int = 16, title: Int = 1_000
    ) {
        self.document = document
        self.feeds = feeds
        self.folders = folders
        self.depth = depth
        self.title = title
    }

    /// The default limits. Ten thousand feeds are about 4 MB.
    public static let standard = OPMLLimits()

    /// The bytes of a title's source that are parsed: a title's HTML may be longer than its text.
    var titleSource: Int { title * 16 }
}
