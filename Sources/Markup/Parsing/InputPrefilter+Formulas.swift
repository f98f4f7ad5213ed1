import CGumbo
import Foundation

// bounded throughout: scan positions only grow.

/// The elements that stand for formulas in gumbo's tree.
///
/// gumbo would read MathML by the rules of foreign content, which differ between parsers. It gets formulas as elements
/// of HTML instead, under two names that HTML knows no use for, and that are left out where a document has them itself.
enum FormulaTags {
    static let mathML = GUMBO_TAG_MALIGNMARK
    static let mathMLName: StaticString = "malignmark"
    /// Holds text only; `display` has a value for a formula that has a line to itself.
    static let tex = GUMBO_TAG_MGLYPH
}

extension InputPrefilter {
    /// - Parameter start: of the name `math`.
    mutating func renameFormula(from start: Int) {
        omit(from: start, to: start + 4, isInsideTag: true)
        write(FormulaTags.mathMLName)
    }

    /// Whether a `<script>` holds TeX for MathJax.
    func isTeX(_ start: Int, _ end: Int) -> Bool {
        let essence = scriptType(start, end).prefix { $0 != ";" }.trimmingCharacters(in: .whitespacesAndNewlines)
        return essence == "math/tex" || essence == "math/latex"
    }

    /// With its parameters, in lower case.
    private func scriptType(_ start: Int, _ end: Int) -> String {
        let type = scanner.value(of: "type", in: start..<end)
        return type.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
    }

    /// Turns a script into an element with its text.
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
