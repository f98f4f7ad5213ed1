/// An `<img>` of a `SafeHTML`.
public struct PictureTag: Sendable, Hashable {
    /// The address; absolute if it comes from the sanitizer.
    public var src: String
    /// The `srcset` attribute as in HTML.
    public var srcset: String?
    /// The `sizes` attribute as in HTML.
    public var sizes: String?
    /// The width in pixels, to avoid layout shifts.
    public var width: Int?
    /// The height in pixels, to avoid layout shifts.
    public var height: Int?
    /// The alternative text.
    public let alt: String
    /// The tooltip.
    public let title: String?
    /// The mean colour as `#rrggbb`; written as `data-colour`.
    public var colour: String?
    /// True to write `loading="lazy" decoding="async"`.
    public var isLazy = true

    init(src: String, alt: String, title: String?) {
        self.src = src
        self.alt = alt
        self.title = title
    }
}

/// The button shown instead of a picture until the reader loads it. The button's form is elsewhere on the page, so that
/// the button can be inside a paragraph or link.
public struct ClickToLoadButton: Sendable, Hashable {
    /// The ID of the button's form.
    public var form: String
    /// The name of the submitted field.
    public var name: String
    /// The value of the submitted field: the picture to load.
    public var value: String
    /// The button's label.
    public var label: String

    public init(form: String, name: String, value: String, label: String) {
        self.form = form
        self.name = name
        self.value = value
        self.label = label
    }
}

extension HTMLWriter {
    /// Writes the button of a picture outside any text.
    public mutating func clickToLoadButton(_ button: ClickToLoadButton) {
        var bytes: [UInt8] = []
        button.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}
