/// What the scanner tells of a document, as SAX2 does: elements in balance, text in pieces, references resolved.
protocol XMLSink: ~Copyable {
    /// Whether text is of use just now; what is not wanted is skipped without being looked at.
    var wantsText: Bool { get }
    /// Whether something is ready to be taken from the sink; the scanner then comes back before it goes on.
    var wantsPause: Bool { get }
    /// An element begins.
    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes)
    /// Text inside it; a piece may end anywhere, even inside a character.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
    /// The element that began last and has not ended ends.
    mutating func end(_ element: XMLElement)
}

/// An element's name, understood.
struct XMLElement {
    /// Its name as written, in `XMLNameTable`.
    let symbol: Int
    let space: FeedNamespace
    let local: ElementName
    /// How many elements are open, this one included.
    let depth: Int
    /// Whether it declared a namespace.
    let declares: Bool
}
