/// HTML that may be written into a page as it is: a small normal form that every HTML parser reads alike.
///
/// Only elements of the cleaner's list; every attribute quoted by `"`; `&`, `<` and `>` (in attributes `"` too) escaped;
/// every element closed; no raw text, SVG, MathML, template, select or noscript. Only `HTMLSanitizer` makes it.
public struct SafeHTML: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// Nothing at all.
    public static let empty = SafeHTML(trusted: "")

    /// Takes back what the Library stored. **Only** for text that was `SafeHTML.text` when it was stored: nothing is
    /// checked here.
    public init(restoring stored: String) { text = stored }

    init(trusted text: String) { self.text = text }

    /// Pieces one after the other. Every piece closes what it opens, so together they are as safe as each.
    public static func joined(_ pieces: [SafeHTML]) -> SafeHTML {
        SafeHTML(trusted: pieces.map(\.text).joined(separator: "\n"))
    }

    /// Whether a piece of markup stands anywhere in it, byte by byte: a page asks this of a thousand comments, and
    /// looking for characters was most of what writing them cost.
    public func contains(_ piece: StaticString) -> Bool {
        var copy = text
        return copy.withUTF8 { HTMLEscaping.contains($0, piece) }
    }

    /// Whether there is nothing to show.
    public var isEmpty: Bool { text.isEmpty }
}
