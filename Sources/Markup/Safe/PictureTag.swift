/// One `<img>` of a `SafeHTML`, as `mappingPictures(_:)` hands it out and takes it back.
public struct PictureTag: Sendable, Hashable {
    /// The picture's address; absolute when it comes from the cleaner.
    public var src: String
    /// Further sizes, in the syntax of HTML's `srcset`.
    public var srcset: String?
    /// HTML's `sizes`.
    public var sizes: String?
    /// Pixels, so that nothing jumps.
    public var width: Int?
    /// Pixels, so that nothing jumps.
    public var height: Int?
    /// What the picture shows, for those who do not see it.
    public let alt: String
    /// The picture's tooltip; some comics keep a second joke in it.
    public let title: String?
    /// The mean colour, `#rrggbb`; written as `data-colour`.
    public var colour: String?
    /// Whether to load it only near the viewport and decode it aside (`loading="lazy" decoding="async"`).
    public var isLazy = true

    init(src: String, alt: String, title: String?) {
        self.src = src
        self.alt = alt
        self.title = title
    }
}
