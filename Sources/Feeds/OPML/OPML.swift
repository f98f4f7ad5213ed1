/// A list of subscriptions (OPML 1.0 to 2.0), read leniently and written as 2.0 (opml.org/spec2.opml).
public struct OPML: Sendable, Hashable {
    /// The list's own title, plain text.
    public var title: String?
    /// Folders and feeds in order. A feed that stands in two folders is kept in both.
    public var outlines: [OPMLOutline]
    /// Prefix and address of the namespaces that the outlines' other attributes use.
    public var namespaces: [String: String]

    /// A list by hand.
    public init(title: String? = nil, outlines: [OPMLOutline] = [], namespaces: [String: String] = [:]) {
        self.title = title
        self.outlines = outlines
        self.namespaces = namespaces
    }

    /// Reads a list: nested folders, a missing version, HTML's entities, wrong encodings and truncated ends included.
    ///
    /// - Throws: `FeedError.notAFeed` when the document is something else, `FeedError.tooLarge` above 64 MB.
    public static func read(_ bytes: [UInt8]) throws(FeedError) -> OPML {
        guard bytes.count <= 64 << 20 else { throw .tooLarge(limit: 64 << 20) }
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
        var scanner = XMLScanner(sink: OPMLBuilder(names: names), names: names, limits: .standard)
        text.withUnsafeBufferPointer { bytes in
            _ = scanner.scan(UnsafeBufferPointer(rebasing: bytes[start...]), isLast: true)
        }
        scanner.finish()
        let builder = scanner.sink
        guard builder.isOPML else { throw .notAFeed(.xml(root: builder.rootName ?? "")) }
        return OPML(title: builder.title, outlines: builder.outlines, namespaces: builder.namespaces)
    }

    /// The list as OPML 2.0 in UTF-8.
    public func written() -> [UInt8] {
        OPMLWriter(self).bytes
    }
}
