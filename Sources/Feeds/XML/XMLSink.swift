/// Receives events as in SAX2: balanced elements, text in chunks, references resolved.
protocol XMLSink: ~Copyable {
    /// If false, text is skipped unread.
    var wantsText: Bool { get }
    /// If true, the scanner returns, so that output can be taken.
    var wantsPause: Bool { get }
    mutating func start(_ element: XMLElement, _ attributes: XMLAttributes)
    /// A chunk may end inside a character.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
    mutating func end(_ element: XMLElement)
}

struct XMLElement {
    /// The name as written, in `XMLNameTable`.
    let symbol: Int
    let namespace: FeedNamespace
    let local: ElementName
    /// Open elements, this one included.
    let depth: Int
    let declaresNamespaces: Bool
}
