import CGumbo
import Foundation

// bounded throughout: scan positions only grow.

/// The elements that represent formulas in gumbo's tree.
///
/// Gumbo would read MathML by the rules of foreign content, which differ between parsers. Instead it gets formulas as
/// HTML elements with two names that have no meaning in HTML; a document's own elements with these names are left out.
enum FormulaTags {
    static let mathML = GUMBO_TAG_MALIGNMARK
    static let mathMLName: StaticString = "malignmark"
    /// The element for TeX, which has text only; a value of `display` marks a formula that has a line to itself.
    static let tex = GUMBO_TAG_MGLYPH
}

extension InputPrefilter {
    /// Renames a tag of MathML.
    /// - Parameter start: the offset of the name `math`.
    mutating func renameFormula(from start: Int) {
        omit(from: start, to: start + 4, isInsideTag: true)
        write(FormulaTags.mathMLName)
    }

    /// Returns true if a `<script>` holds TeX for MathJax.
    func isTeX(_ start: Int, _ end: Int) -> Bool {
        let essence = scriptType(start, end).prefix { $0 != ";" }.trimmingCharacters(in: .whitespacesAndNewlines)
        return essence == "math/tex" || essence == "math/latex"
    }

    /// Returns the type with its parameters, in lower case.
    private func scriptType(_ start: Int, _ end: Int) -> String {
        let type = scanner.value(of: "type", in: start..<end)
        return type.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
    }

    /// Turns a script into an element with the script's text.
    mutating func writeTeX(from start: Int, content: Range<Int>) {
        omit(from: start, to: content.upperBound)
        guard openElements.start(FormulaTags.tex) else { return }
        openElements.end(FormulaTags.tex)
        let isBlock = scriptType(start, content.lowerBound).contains("mode=display")
        write(isBlock ? "<mglyph display=block>" : "<mglyph>")
        writeEscaped(UnsafeBufferPointer(rebasing: scanner.source[content]))
        write("</mglyph>")
    }
}
