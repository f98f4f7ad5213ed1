/// HTML that is safe to show: a normal form that every parser reads alike. Made only by `HTMLSanitizer`.
///
/// Has allowlisted elements; attributes quoted by `"`; `&`, `<`, `>` (in attributes `"` too) escaped; elements closed;
/// no raw text, SVG, template, select or noscript. MathML has only elements of MathML Core, which hold either text or
/// elements, and no attribute with an address (docs/decisions/0033-formulas-as-mathml.md).
public struct SafeHTML: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// An empty markup.
    public static let empty = SafeHTML(trusted: "")

    /// Restores unchecked markup; **only** for text that was stored from `SafeHTML.text`.
    public init(restoring stored: String) { text = stored }

    init(trusted text: String) { self.text = text }

    /// Joins pieces with line feeds, which is safe, since each piece closes its elements.
    public static func joined(_ pieces: [SafeHTML]) -> SafeHTML {
        SafeHTML(trusted: pieces.map(\.text).joined(separator: "\n"))
    }

    /// Returns true if the markup contains a piece; compares bytes, as comparing characters took most of the time of a
    /// page with a thousand comments.
    public func contains(_ piece: StaticString) -> Bool {
        var copy = text
        return copy.withUTF8 { HTMLEscaping.contains($0, piece) }
    }

    /// True if there is no markup.
    public var isEmpty: Bool { text.isEmpty }
}
