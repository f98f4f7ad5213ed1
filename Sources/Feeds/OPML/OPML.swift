/// A list of subscriptions (OPML 1.0 to 2.0), read leniently and written as 2.0 (opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// The list's own title, plain text.
    public var title: String?
    /// Folders and feeds in order. A feed that stands in two folders is kept in both.
    public var outlines: [OPMLOutline]
    /// Prefix and address of the namespaces that the outlines' other attributes use.
    public var namespaces: [String: String]
    /// What the document holds beyond the bounds.
    public var skipped = SkippedCounts()
    /// What stands in the place of a feed's address and is none, as written, each at most 200 bytes.
    public var invalidAddresses: [String] = []

    /// How much of a document was not taken because of `OPMLLimits`.
    public struct SkippedCounts: Sendable, Hashable {
        /// Feeds that are not in the list.
        public var feeds = 0
        /// Folders that were not made; their feeds are in the list, further out.
        public var folders = 0
    }

    /// A list by hand.
    public init(title: String? = nil, outlines: [OPMLOutline] = [], namespaces: [String: String] = [:]) {
        self.title = title
        self.outlines = outlines
        self.namespaces = namespaces
    }

    /// Reads a list: nested folders, a missing version, HTML's entities, wrong encodings and truncated ends included.
    ///
    /// - Parameter limits: what is beyond them is counted in ``leftOut``.
    /// - Throws: `FeedError.notAFeed` when the document is something else, `FeedError.tooLarge` above the bound.
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

    /// The list as OPML 2.0 in UTF-8.
    public func serialized() -> [UInt8] {
        OPMLWriter(self).bytes
    }
}

/// One line of a list of subscriptions: a folder or a feed.
public struct OPMLOutline: Sendable, Hashable {
    /// What an outline stands for.
    public indirect enum Kind: Sendable, Hashable {
        /// A folder, with what it holds in order.
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

    /// A line by hand.
    public init(title: String, kind: Kind, attributes: [String: String] = [:]) {
        self.title = title
        self.kind = kind
        self.attributes = attributes
    }

    /// What a folder holds; nothing for a feed.
    public var children: [OPMLOutline] {
        if case .folder(let children) = kind { children } else { [] }
    }
}

/// The bounds of one list of subscriptions. What is beyond them is counted in `OPML.leftOut`, never dropped unsaid.
public struct OPMLLimits: Sendable, Hashable {
    /// Bytes of the document; more is an error.
    public var document: Int
    /// Feeds of one document, in its order.
    public var feeds: Int
    /// Folders of one document. What lies in more folders than these is put where the folder would have stood.
    public var folders: Int
    /// Folders inside one another. What is deeper is put into the innermost that is allowed.
    public var depth: Int
    /// Bytes of a title in UTF-8, once it is plain text; the rest is cut off.
    public var title: Int

    /// Bounds by hand; what is not given is as in ``standard``.
    public init(
        document: Int = 16 << 20, feeds: Int = 10_000, folders: Int = 1_000, depth: Int = 16, title: Int = 1_000
    ) {
        self.document = document
        self.feeds = feeds
        self.folders = folders
        self.depth = depth
        self.title = title
    }

    /// Wider than any list that a person reads: ten thousand feeds are about 4 MB.
    public static let standard = OPMLLimits()

    /// A title that is looked at has at most so many bytes: as HTML it may be longer than the text it says.
    var titleSource: Int { title * 16 }
}
