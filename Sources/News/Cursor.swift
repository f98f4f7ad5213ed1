/// A place from which a source can go on, in a channel or in what a search found. Only the source that gave it knows
/// what it means; everybody else keeps it as it is.
public struct Cursor: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
