/// A picture of a text.
public struct PictureReference: Sendable, Hashable, Codable {
    /// The best version of it that the markup names.
    public var address: WebAddress
    /// Its alternative text.
    public var alt: String?
    /// Its caption.
    public var caption: String?
    /// Its credit.
    public var credit: String?
    /// Its tooltip.
    public var title: String?
    /// Declared width in pixels.
    public var width: Int?
    /// Declared height in pixels.
    public var height: Int?
    /// Other sizes of the same picture that the origin names, without the one at `address`.
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
