/// HTML that is safe to show: a normal form that every parser reads alike. Only `HTMLSanitizer` makes it.
///
/// Allowlisted elements; attributes quoted by `"`; `&`, `<`, `>` (in attributes `"` too) escaped; elements closed; no
/// raw text, SVG, template, select or noscript. In MathML only elements of MathML Core, which hold either text or
/// elements, and no attribute with an address (docs/decisions/0033-formulas-as-mathml.md).
public struct SafeHTML: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// No markup.
    public static let empty = SafeHTML(trusted: "")

    /// Unchecked. **Only** for text that was stored from `SafeHTML.text`.
    public init(restoring stored: String) { text = stored }

    init(trusted text: String) { self.text = text }

    /// Safe, since each piece closes what it opens.
    public static func joined(_ pieces: [SafeHTML]) -> SafeHTML {
        SafeHTML(trusted: pieces.map(\.text).joined(separator: "\n"))
    }

    /// Compares bytes: comparing characters took most of the time of a page with a thousand comments.
    public func contains(_ piece: StaticString) -> Bool {
        var copy = text
        return copy.withUTF8 { HTMLEscaping.contains($0, piece) }
    }

    /// Whether there is no markup.
    public var isEmpty: Bool { text.isEmpty }
}
