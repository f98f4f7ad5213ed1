/// A receiver of events as in SAX2: balanced elements, text in chunks, references resolved.
protocol XMLSink: ~Copyable {
    /// True if the sink takes text; otherwise text is skipped unread.
    var wantsText: Bool { get }
    /// True if the scanner should stop, because the sink needs no more of the document.
    var isFinished: Bool { get }
    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes)
    /// Receives a chunk of text, which may end inside a character.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
    mutating func end(_ element: XMLElement)
}

struct XMLElement {
    /// The symbol of the name as written, in `XMLNameTable`.
    let symbol: Int
    let namespace: FeedNamespace
    let local: ElementName
    /// The number of open elements, this one included.
    let depth: Int
    let declaresNamespaces: Bool
}
