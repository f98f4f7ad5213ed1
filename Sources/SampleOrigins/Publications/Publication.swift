/// An invented publication of the town of Saltmere and its surroundings: what it is called, how it looks, in which form
/// it offers its feed, and what it has written.
public struct Publication: Sendable, Hashable {
    /// The name of its content file, unique.
    public var slug: String
    public var name: String
    public var tagline: String
    /// The folder that the demo follows it in.
    public var folder: String?
    public var form: FeedForm
    public var palette: Palette
    /// A BCP 47 tag.
    public var language: String
    /// Newest first.
    public var stories: [SampleStory]
    var rhythm: Rhythm
    /// The letter or sign of its icon.
    var sign: String

    /// Whether its language is written from right to left.
    var isRightToLeft: Bool { language.hasPrefix("ar") }
}
