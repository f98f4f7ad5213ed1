/// A picture that a text shows.
public struct PictureReference: Sendable, Hashable, Codable {
    /// Where the best version of it is, as far as the markup tells.
    public var address: WebAddress
    /// What it shows, for those who do not see it.
    public var alt: String?
    /// The line below it.
    public var caption: String?
    /// Whose picture it is.
    public var credit: String?
    /// Its tooltip.
    public var title: String?
    /// Declared width in pixels.
    public var width: Int?
    /// Declared height in pixels.
    public var height: Int?
    /// Files of other sizes of the same picture, where the origin names them; the one at `address` is not among them.
    public var renditions: [Rendition] = []

    /// The same picture in another size.
    public struct Rendition: Sendable, Hashable, Codable {
        public var address: WebAddress
        /// Declared width in pixels.
        public var width: Int
        /// Declared height in pixels.
        public var height: Int

        public init(address: WebAddress, width: Int, height: Int) {
            self.address = address
            self.width = width
            self.height = height
        }
    }

    public init(
        address: WebAddress, alt: String? = nil, caption: String? = nil, credit: String? = nil, title: String? = nil,
        width: Int? = nil, height: Int? = nil
    ) {
        self.address = address
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.title = title
        self.width = width
        self.height = height
    }
}
