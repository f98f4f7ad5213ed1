/// A picture that a feed gives beside a story's text (`media:*`, `itunes:image`, an enclosure, JSON Feed's `image`).
public struct FeedPicture: Sendable, Hashable, Codable {
    /// Absolute where a base was known.
    public var url: String
    /// Pixels, as the origin says.
    public var width: Int?
    /// Pixels, as the origin says.
    public var height: Int?
    /// Plain text.
    public var caption: String?
    /// Plain text.
    public var credit: String?

    /// A picture by hand.
    public init(url: String, width: Int? = nil, height: Int? = nil, caption: String? = nil, credit: String? = nil) {
        self.url = url
        self.width = width
        self.height = height
        self.caption = caption
        self.credit = credit
    }
}
