/// Receives a document's events, like SAX2: balanced elements, text in pieces, references resolved.
protocol XMLSink: ~Copyable {
    /// Whether text is wanted now; unwanted text is skipped unread.
    var wantsText: Bool { get }
    /// Whether completed output should be taken from the sink; the scanner then returns before it continues.
    var wantsPause: Bool { get }
    /// An element begins.
    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes)
    /// Text inside it; a piece may end anywhere, even inside a character.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
    /// The innermost open element ends.
    mutating func end(_ element: XMLElement)
}

/// A resolved element name.
struct XMLElement {
    /// Its name as written, a symbol of `XMLNameTable`.
    let symbol: Int
    let space: FeedNamespace
    let local: ElementName
    /// How many elements are open, this one included.
    let depth: Int
    /// Whether it declares a namespace.
    let declares: Bool
}
