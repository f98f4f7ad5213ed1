/// An invented publication of the town of Saltmere.
public struct Publication: Sendable, Hashable {
    /// Its content file's name, unique.
    public var slug: String
    public var name: String
    public var tagline: String
    /// The demo's folder for it.
    public var folder: String?
    public var format: PublicationFeedFormat
    public var palette: ImagePalette
    /// A BCP 47 tag.
    public var language: String
    /// Newest first.
    public var stories: [SampleStory]
    var cadence: Cadence

    var isRightToLeft: Bool { language.hasPrefix("ar") }
}

/// A publication's picture colours, `#rrggbb`.
public struct ImagePalette: Sendable, Hashable {
    /// Dark: shadows and foreground.
    public var ink: String
    /// Light and the main subject.
    public var accent: String
    public var paper: String

    public init(ink: String, accent: String, paper: String) {
        self.ink = ink
        self.accent = accent
        self.paper = paper
    }
}
