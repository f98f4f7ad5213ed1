import CGumbo

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
        let tag = UnsafeBufferPointer(rebasing: scanner.source[start..<end])
        return HTMLEscaping.contains(tag, "math/tex") || HTMLEscaping.contains(tag, "math/latex")
    }

    /// Turns a script into an element with its text.
    mutating func writeTeX(from start: Int, content: Range<Int>) {
        omit(from: start, to: content.upperBound)
        guard openElements.start(FormulaTags.tex) else { return }
        openElements.end(FormulaTags.tex)
        let tag = UnsafeBufferPointer(rebasing: scanner.source[start..<content.lowerBound])
        write(HTMLEscaping.contains(tag, "mode=display") ? "<mglyph display=block>" : "<mglyph>")
        writeEscaped(UnsafeBufferPointer(rebasing: scanner.source[content]))
        write("</mglyph>")
    }
}
