/// A picture that a writer asked for: which illustrator draws it, what is on it, and what is printed below it.
public struct Illustration: Sendable, Hashable {
    /// The illustrator's name as the content file has it, such as `harbour`.
    public var illustrator: String
    /// Subject words, such as "dusk, one crane, calm water".
    public var subject: String
    public var caption: String
    public var credit: String
    public var alt: String

    /// Whether the story still names it while its file is gone.
    var isLost: Bool { subject.contains("lost plate") }
}
