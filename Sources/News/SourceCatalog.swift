public import Markup

/// The kinds of origin this house can read, as values: the Library asks it for a source by kind and never learns more
/// (§1 of the architecture). A new kind of origin is one folder in `Origins` and one line where this is made.
public struct SourceCatalog: Sendable {
    /// Makes the source of one kind for one site.
    public typealias Maker = @Sendable (_ address: WebAddress) -> any Source

    private let makers: [SourceKind: Maker]

    public init(_ makers: [SourceKind: Maker]) { self.makers = makers }

    /// Whether this build can read that kind of origin.
    public func knows(_ kind: SourceKind) -> Bool { makers[kind] != nil }

    /// The source for a site, or nil when this build does not know the kind (a data folder of a newer version).
    public func source(of kind: SourceKind, at address: WebAddress) -> (any Source)? { makers[kind]?(address) }
}
