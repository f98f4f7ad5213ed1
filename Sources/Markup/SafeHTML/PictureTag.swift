/// An `<img>` of a `SafeHTML`, as `mappingPictures(_:)` passes and takes it.
public struct PictureTag: Sendable, Hashable {
    /// The picture's address; absolute when it comes from the sanitizer.
    public var src: String
    /// Further sizes, as in HTML's `srcset`.
    public var srcset: String?
    /// HTML's `sizes`.
    public var sizes: String?
    /// Width in pixels, so that the page does not shift while loading.
    public var width: Int?
    /// Height in pixels, so that the page does not shift while loading.
    public var height: Int?
    /// The alternative text.
    public let alt: String
    /// The tooltip; some comics have a second joke in it.
    public let title: String?
    /// The mean colour, `#rrggbb`; written as `data-colour`.
    public var colour: String?
    /// Whether it is loaded near the viewport and decoded asynchronously (`loading="lazy" decoding="async"`).
    public var isLazy = true

    init(src: String, alt: String, title: String?) {
        self.src = src
        self.alt = alt
        self.title = title
    }
}

/// The button in the place of a picture until the reader loads it. It belongs to a form elsewhere on the page, so that
/// it can be inside a paragraph or a link like the picture.
public struct ImagePlaceholder: Sendable, Hashable {
    /// The id of the button's form.
    public var form: String
    /// The field that it sends.
    public var name: String
    /// The field's value: which picture to load.
    public var value: String
    /// The button's label.
    public var label: String

    public init(form: String, name: String, value: String, words: String) {
        self.form = form
        self.name = name
        self.value = value
        self.label = words
    }
}

extension HTMLWriter {
    /// Writes the button alone, for a picture outside any text.
    public mutating func placeholder(_ picture: ImagePlaceholder) {
        var bytes: [UInt8] = []
        picture.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}
