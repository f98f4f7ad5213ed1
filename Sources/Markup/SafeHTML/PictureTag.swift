/// An `<img>` of a `SafeHTML`.
public struct PictureTag: Sendable, Hashable {
    /// Absolute when it comes from the sanitizer.
    public var src: String
    /// As in HTML.
    public var srcset: String?
    /// As in HTML.
    public var sizes: String?
    /// In pixels, against layout shifts.
    public var width: Int?
    /// In pixels, against layout shifts.
    public var height: Int?
    /// The alternative text.
    public let alt: String
    /// The tooltip.
    public let title: String?
    /// The mean colour, `#rrggbb`; written as `data-colour`.
    public var colour: String?
    /// Writes `loading="lazy" decoding="async"`.
    public var isLazy = true

    init(src: String, alt: String, title: String?) {
        self.src = src
        self.alt = alt
        self.title = title
    }
}

/// The button shown instead of a picture until the reader loads it. Its form is elsewhere on the page, so it can be
/// inside a paragraph or link.
public struct ClickToLoadButton: Sendable, Hashable {
    /// The id of the button's form.
    public var form: String
    /// The field that it sends.
    public var name: String
    /// The picture to load.
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
    /// For a picture outside any text.
    public mutating func clickToLoadButton(_ button: ClickToLoadButton) {
        var bytes: [UInt8] = []
        button.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}
