/// A photograph of a pack's gallery.
public struct PackPhoto: Sendable, Hashable {
    /// Its identifier: a file name without extension.
    public var name: String
    /// Among the photographs; equal ones are ordered by name.
    public var position: Int
    /// Plain text; may be empty.
    public var caption: String
    /// Who took it.
    public var credit: String?
    /// Without files a stand-in is shown.
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
