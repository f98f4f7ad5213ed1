public import URLs

/// A picture of a text.
public struct PictureReference: Sendable, Hashable, Codable {
    /// The best version in the markup.
    public var address: WebAddress
    /// The alternative text.
    public var alt: String?
    /// Its caption.
    public var caption: String?
    /// Its credit.
    public var credit: String?
    /// Its tooltip.
    public var title: String?
    /// Declared, in pixels.
    public var width: Int?
    /// Declared, in pixels.
    public var height: Int?
    /// Other sizes from the origin.
    public var renditions: [Rendition] = []

    /// The picture in another size.
    public struct Rendition: Sendable, Hashable, Codable {
        public var address: WebAddress
        /// Declared, in pixels.
        public var width: Int
        /// Declared, in pixels.
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
