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

/// The button that stands in a picture's place until a reader asks for it. It belongs to a form that stands elsewhere on
/// the page, so that it can stand in a paragraph or a link as the picture does.
public struct ImagePlaceholder: Sendable, Hashable {
    /// The id of the form that the button sends.
    public var form: String
    /// The field that it sends.
    public var name: String
    /// Which picture is asked for.
    public var value: String
    /// What the button says.
    public var label: String

    public init(form: String, name: String, value: String, words: String) {
        self.form = form
        self.name = name
        self.value = value
        self.label = words
    }
}

extension HTMLWriter {
    /// Writes the button by itself, for a picture that stands in no text.
    public mutating func placeholder(_ picture: ImagePlaceholder) {
        var bytes: [UInt8] = []
        picture.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}
