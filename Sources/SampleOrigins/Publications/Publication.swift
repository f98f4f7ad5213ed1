/// An invented publication of the town of Saltmere: its name, appearance, feed format and stories.
public struct Publication: Sendable, Hashable {
    /// The name of its content file, unique.
    public var slug: String
    public var name: String
    public var tagline: String
    /// The folder that the demo follows it in.
    public var folder: String?
    public var format: PublicationFeedFormat
    public var palette: ImagePalette
    /// A BCP 47 tag.
    public var language: String
    /// Newest first.
    public var stories: [SampleStory]
    var cadence: Cadence
    /// The letter or sign on its icon.
    var sign: String

    /// Whether its language is written from right to left.
    var isRightToLeft: Bool { language.hasPrefix("ar") }
}

/// The two inks and the paper of a publication's pictures, each `#rrggbb`.
public struct ImagePalette: Sendable, Hashable {
    /// The dark ink: shadows and foreground.
    public var ink: String
    /// The second ink: light and the main subject.
    public var second: String
    public var paper: String

    public init(ink: String, second: String, paper: String) {
        self.ink = ink
        self.second = second
        self.paper = paper
    }
}
