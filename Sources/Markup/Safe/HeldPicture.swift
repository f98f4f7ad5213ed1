/// The button that stands in a picture's place until a reader asks for it. It belongs to a form that stands elsewhere on
/// the page, so that it can stand in a paragraph or a link as the picture does.
public struct HeldPicture: Sendable, Hashable {
    /// The id of the form that the button sends.
    public var form: String
    /// The field that it sends.
    public var name: String
    /// Which picture is asked for.
    public var value: String
    /// What the button says.
    public var words: String

    public init(form: String, name: String, value: String, words: String) {
        self.form = form
        self.name = name
        self.value = value
        self.words = words
    }
}

extension HTMLWriter {
    /// Writes the button by itself, for a picture that stands in no text.
    public mutating func held(_ picture: HeldPicture) {
        var bytes: [UInt8] = []
        picture.write(to: &bytes)
        safe(SafeHTML(trusted: String(decoding: bytes, as: UTF8.self)))
    }
}
