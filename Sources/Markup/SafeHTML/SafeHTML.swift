/// HTML that is safe to show as it is: a normal form that every HTML parser reads alike.
///
/// Allowlisted elements only; every attribute quoted by `"`; `&`, `<` and `>` (in attributes `"` too) escaped; every
/// element closed; no raw text, SVG, MathML, template, select or noscript. Only `HTMLSanitizer` makes it.
public struct SafeHTML: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// No markup.
    public static let empty = SafeHTML(trusted: "")

    /// Restores stored markup without any check. **Only** for text that was `SafeHTML.text` when it was stored.
    public init(restoring stored: String) { text = stored }

    init(trusted text: String) { self.text = text }

    /// Concatenates pieces. Each closes what it opens, so the result is safe too.
    public static func joined(_ pieces: [SafeHTML]) -> SafeHTML {
        SafeHTML(trusted: pieces.map(\.text).joined(separator: "\n"))
    }

    /// Whether the markup contains `piece`, compared by bytes: a page checks a thousand comments, and comparing
    /// characters was most of the time to write them.
    public func contains(_ piece: StaticString) -> Bool {
        var copy = text
        return copy.withUTF8 { HTMLEscaping.contains($0, piece) }
    }

    /// Whether there is no markup.
    public var isEmpty: Bool { text.isEmpty }
}
