public import URLs

/// A picture of a text.
public struct PictureReference: Sendable, Hashable, Codable {
    /// The address of the best version in the markup.
    public var address: WebAddress
    /// The alternative text.
    public var alt: String?
    /// The caption.
    public var caption: String?
    /// The credit.
    public var credit: String?
    /// The tooltip.
    public var title: String?
    /// The declared width in pixels.
    public var width: Int?
    /// The declared height in pixels.
    public var height: Int?
    /// The picture in other sizes from the origin.
    public var renditions: [Rendition] = []

    /// The picture in another size.
    public struct Rendition: Sendable, Hashable, Codable {
        /// The address of the picture in this size.
        public var address: WebAddress
        /// The declared width in pixels.
        public var width: Int
        /// The declared height in pixels.
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
