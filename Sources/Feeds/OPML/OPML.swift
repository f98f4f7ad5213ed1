/// A list of subscriptions (OPML 1.0 to 2.0), read leniently and written as 2.0 (opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// The list's own title, plain text.
    public var title: String?
    /// Folders and feeds in order. A feed that stands in two folders is kept in both.
    public var outlines: [OPMLOutline]
    /// Prefix and address of the namespaces that the outlines' other attributes use.
    public var namespaces: [String: String]
    /// What the document holds beyond the bounds.
    public var leftOut = LeftOut()
    /// What stands in the place of a feed's address and is none, as written, each at most 200 bytes.
    public var unusable: [String] = []

    /// How much of a document was not taken because of `OPMLLimits`.
    public struct LeftOut: Sendable, Hashable {
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
        if let kind = bytes.withUnsafeBufferPointer(DocumentSniffer.signature) { throw .notAFeed(kind) }
        var text: [UInt8] = []
        var decoder = TextDecoder(transport: nil)
        var piece = bytes
        decoder.decode(&piece, into: &text, isLast: true)
        var start = 0
        switch text.withUnsafeBufferPointer(DocumentSniffer.text) {
        case .xml: break
        case .buried(let at): start = at
        case .json: throw .notAFeed(.json)
        case .page:
            throw .notAFeed(.webPage(feeds: text.withUnsafeBufferPointer { PageFeeds.links(in: $0, address: nil) }))
        case .other(let kind): throw .notAFeed(kind)
        }
        let names = XMLNames()
        var scanner = XMLScanner(sink: OPMLBuilder(names: names, limits: limits), names: names, limits: .standard)
        text.withUnsafeBufferPointer { bytes in
            _ = scanner.scan(UnsafeBufferPointer(rebasing: bytes[start...]), isLast: true)
        }
        scanner.finish()
        let builder = scanner.sink
        guard builder.isOPML else { throw .notAFeed(.xml(root: builder.rootName ?? "")) }
        var list = OPML(title: builder.title, outlines: builder.outlines, namespaces: builder.namespaces)
        (list.leftOut, list.unusable) = (builder.leftOut, builder.unusable)
        return list
    }

    /// The list as OPML 2.0 in UTF-8.
    public func written() -> [UInt8] {
        OPMLWriter(self).bytes
    }
}
