/// An invented publication of the town of Saltmere.
public struct Publication: Sendable, Hashable {
    /// The unique name of its content file.
    public var slug: String
    /// The name for readers, in the publication's language.
    public var name: String
    /// The subtitle of the feed and of the home page.
    public var tagline: String
    /// The publication's folder in the demo; nil for none.
    public var folder: String?
    /// The format of its feed.
    public var format: PublicationFeedFormat
    /// The language as a BCP 47 tag.
    public var language: String
    /// The stories, newest first.
    public var stories: [SampleStory]
    var cadence: PublishingRate

    var isRightToLeft: Bool { language.hasPrefix("ar") }
}
