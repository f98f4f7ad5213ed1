/// A file that belongs to a story: a sound, a film, a document.
public struct Enclosure: Sendable, Hashable, Codable {
    /// Absolute where a base was known.
    public var url: String
    /// Media type, as given.
    public var type: String?
    /// Bytes, as the origin says.
    public var length: Int?
    /// Playing time, as the origin says.
    public var duration: Duration?

    /// A file by hand.
    public init(url: String, type: String? = nil, length: Int? = nil, duration: Duration? = nil) {
        self.url = url
        self.type = type
        self.length = length
        self.duration = duration
    }
}
