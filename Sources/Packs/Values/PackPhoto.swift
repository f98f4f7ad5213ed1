/// A photograph of a pack's gallery.
public struct PackPhoto: Sendable, Hashable {
    /// The identifier: a file name without extension.
    public var name: String
    /// The position among the photographs; photographs with equal positions are ordered by name.
    public var position: Int
    /// The caption as plain text; may be empty.
    public var caption: String
    /// The photographer.
    public var credit: String?
    /// The files of the photograph; a stand-in is shown if there are none.
    public var picture: PackPicture

    public init(
        name: String, position: Int = PackPage.lastPosition, caption: String = "", credit: String? = nil,
        picture: PackPicture = PackPicture()
    ) {
        self.name = name
        self.position = position
        self.caption = caption
        self.credit = credit
        self.picture = picture
    }
}
