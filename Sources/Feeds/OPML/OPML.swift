/// A subscription list (OPML 1.0 to 2.0), read leniently and written as 2.0 (opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// The list's title, plain text.
    public var title: String?
    /// Folders and feeds in order. A feed in two folders is kept in both.
    public var outlines: [OPMLOutline]
    /// Prefixes and addresses of the namespaces of the outlines' other attributes.
    public var namespaces: [String: String]
    /// What was skipped because of `OPMLLimits`.
    public var skipped = SkippedCounts()
    /// Invalid feed addresses as written, each cut to 200 bytes.
    public var invalidAddresses: [String] = []

    /// How much of a document was skipped because of `OPMLLimits`.
    public struct SkippedCounts: Sendable, Hashable {
        /// Feeds that are not in the list.
        public var feeds = 0
        /// Folders that were not created; their feeds are in the list, in an outer folder.
        public var folders = 0
    }

    /// Creates a list.
    public init(title: String? = nil, outlines: [OPMLOutline] = [], namespaces: [String: String] = [:]) {
        self.title = title
        self.outlines = outlines
        self.namespaces = namespaces
    }

    /// Parses a list, tolerating nested folders, a missing version, HTML entities, wrong encodings and truncated ends.
    ///
    /// - Parameter limits: what exceeds them is counted in ``skipped``.
    /// - Throws: `FeedError.notAFeed` when the document is something else, `FeedError.tooLarge` above the limit.
    public static func read(_ bytes: [UInt8], limits: OPMLLimits = .standard) throws(FeedError) -> OPML {
        guard bytes.count <= limits.document else { throw .tooLarge(limit: limits.document) }
        if let kind = bytes.withUnsafeBufferPointer(DocumentSniffer.binaryKind) { throw .notAFeed(kind) }
        var text: [UInt8] = []
        var decoder = TextDecoder(transport: nil)
        var piece = bytes
        decoder.decode(&piece, into: &text, isLast: true)
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
        var scanner = XMLScanner(sink: OPMLBuilder(names: names, limits: limits), names: names, limits: .standard)
        text.withUnsafeBufferPointer { bytes in
            _ = scanner.scan(UnsafeBufferPointer(rebasing: bytes[start...]), isLast: true)
        }
        scanner.finish()
        let builder = scanner.sink
        guard builder.isOPML else { throw .notAFeed(.xml(root: builder.rootName ?? "")) }
        var list = OPML(title: builder.title, outlines: builder.outlines, namespaces: builder.namespaces)
        (list.skipped, list.invalidAddresses) = (builder.skipped, builder.invalidAddresses)
        return list
    }

    /// Writes the list as OPML 2.0 in UTF-8.
    public func serialized() -> [UInt8] {
        OPMLWriter(self).bytes
    }
}

/// An outline of a subscription list: a folder or a feed.
public struct OPMLOutline: Sendable, Hashable {
    /// The kind of an outline.
    public indirect enum Kind: Sendable, Hashable {
        /// A folder with its content in order.
        case folder([OPMLOutline])
        /// A feed: its address, its site's page, and its type as written ("rss").
        case feed(address: String, site: String?, type: String?)
    }

    /// Plain text: title, else text, else site, else address.
    public var title: String
    /// Folder or feed.
    public var kind: Kind
    /// Every other attribute as written, so that another program's settings survive a round trip.
    public var attributes: [String: String]

    /// Creates an outline.
    public init(title: String, kind: Kind, attributes: [String: String] = [:]) {
        self.title = title
        self.kind = kind
        self.attributes = attributes
    }

    /// A folder's content; empty for a feed.
    public var children: [OPMLOutline] {
        if case .folder(let children) = kind { children } else { [] }
    }
}

/// The limits of a subscription list. What exceeds them is counted in `OPML.skipped`.
public struct OPMLLimits: Sendable, Hashable {
    /// Bytes of the document; more is an error.
    public var document: Int
    /// Feeds of one document, in its order.
    public var feeds: Int
    /// Folders of one document. The content of further folders moves to their parent.
    public var folders: Int
    /// Nested folders. Deeper content moves to the innermost folder allowed.
    public var depth: Int
    /// Bytes of a title as plain text in UTF-8; a longer one is truncated.
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

    /// Wider than any real list: ten thousand feeds are about 4 MB.
    public static let standard = OPMLLimits()

    /// The most bytes of a title that are parsed: as HTML it may be longer than its text.
    var titleSource: Int { title * 16 }
}
