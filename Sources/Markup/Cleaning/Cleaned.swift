/// What the cleaner made of one piece of HTML.
public struct Cleaned: Sendable {
    /// The markup, fit for a page.
    public let html: SafeHTML
    /// The same as plain text, runs of white space collapsed to one space.
    public let text: String
    /// The pictures in it, in order.
    public let pictures: [PictureMention]
    /// What had to be left out because of a bound, in words for the log.
    public let complaints: [String]
}
