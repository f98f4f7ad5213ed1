public import Markup

/// A file that comes with a story: a podcast's episode, a film, a document.
public struct Enclosure: Sendable, Hashable, Codable {
    public var address: WebAddress
    /// The media type as the origin gives it, such as `audio/mpeg`.
    public var type: String?
    /// Bytes, as the origin gives them.
    public var length: Int64?
    /// Seconds of playing time.
    public var seconds: Int?

    public init(address: WebAddress, type: String? = nil, length: Int64? = nil, seconds: Int? = nil) {
        self.address = address
        self.type = type
        self.length = length
        self.seconds = seconds
    }

    /// Whether a reader can listen to it.
    public var isAudio: Bool { type?.lowercased().hasPrefix("audio/") ?? false }
    /// Whether a reader can watch it.
    public var isVideo: Bool { type?.lowercased().hasPrefix("video/") ?? false }
}
