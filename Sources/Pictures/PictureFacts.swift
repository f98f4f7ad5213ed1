/// What can be said of a picture before it is shown, to keep its place on the page.
public struct PictureFacts: Sendable, Hashable {
    /// Pixels, as seen: turned by its orientation tag.
    public let width: Int
    public let height: Int
    /// The mean colour, `#rrggbb`; transparent parts count as white.
    public let colour: String
}
