/// An invented publication of the town of Saltmere and its surroundings: what it is called, how it looks, in which form
/// it offers its feed, and what it has written.
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
    /// The letter or sign of its icon.
    var sign: String

    /// Whether its language is written from right to left.
    var isRightToLeft: Bool { language.hasPrefix("ar") }
}

/// The two inks and the paper that a publication prints its pictures with, each `#rrggbb`.
public struct ImagePalette: Sendable, Hashable {
    /// The dark ink: shadows and what stands nearest.
    public var ink: String
    /// The second ink: light, glow and what is looked at.
    public var second: String
    public var paper: String

    public init(ink: String, second: String, paper: String) {
        self.ink = ink
        self.second = second
        self.paper = paper
    }
}
