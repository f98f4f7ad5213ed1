import CGumbo

/// The content of an element with a formula's class. Pages put such classes also on elements around whole articles.
struct FormulaSurvey {
    private(set) var math: GumboTree.Node?
    /// An element with TeX as its text.
    private(set) var script: GumboTree.Node?
    /// An element with MathJax 4's `data-latex`.
    private(set) var latex: GumboTree.Node?
    /// The picture that MediaWiki writes.
    private(set) var picture: GumboTree.Node?
    /// The number of bytes of text outside the sources, without white space.
    private(set) var drawnLength = 0
    /// True if the element itself has text, which drawings of formulas have only in deeper elements.
    private(set) var hasOwnText = false
    /// True if there is more than one formula: a block, a link, a picture, or a second source.
    private(set) var isWrapper = false

    private let placeholders: TextPlaceholders?
    /// True to allow pictures, which may represent a formula that is not drawn yet.
    private let allowsPictures: Bool
    private var drawings = 0
    /// The open element that is hidden from screen readers, in which KaTeX makes links of `\href`.
    private var hidden: GumboTree.Node?
    private var openLatex: GumboTree.Node?

    init(of root: GumboTree.Node, _ placeholders: TextPlaceholders?, allowsPictures: Bool, budget: inout Int) {
        self.placeholders = placeholders
        self.allowsPictures = allowsPictures
        var walker = GumboTreeWalker(root)
        while !isWrapper, let step = walker.next() {
            switch step {
            case .leave(let node):
                if node == hidden { hidden = nil }
                if node == openLatex { openLatex = nil }
            case .enter(let node):
                budget -= 1
                if budget <= 0 { isWrapper = true }
                if !GumboTree.isElement(node) {
                    read(text: node, isOwn: node.pointee.parent == root, budget: &budget)
                } else if !read(element: node) {
                    walker.skipChildren()
                }
            }
        }
    }

    /// Returns true if the text outside the source may be the drawing of that formula.
    func isDrawing(of formula: Formula) -> Bool { drawnLength <= Self.longestDrawing(of: formula.text.count) }

    /// Returns the maximum length of a drawing; brackets may be drawn of many pieces.
    private static func longestDrawing(of length: Int) -> Int { 60 + 4 * length }

    private mutating func read(text node: GumboTree.Node, isOwn: Bool, budget: inout Int) {
        let length = FormulaNames.textLength(of: node, placeholders, budget: &budget)
        drawnLength += length
        if isOwn, length > 0 { hasOwnText = true }
        if drawnLength > Self.longestDrawing(of: TeXSource.maximumLength) { isWrapper = true }
    }

    /// Reads an element; returns false if its content does not matter.
    private mutating func read(element node: GumboTree.Node) -> Bool {
        let tag = node.pointee.v.element.tag
        if tag == FormulaTags.tex || FormulaNames.isMath(node) {
            if math != nil || script != nil { isWrapper = true }
            if tag == FormulaTags.tex { script = node } else { math = node }
            return false
        }
        switch tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE: return false
        case GUMBO_TAG_IMG: read(picture: node)
        case GUMBO_TAG_A: if hidden == nil, GumboTree.attribute(node, "href") != nil { isWrapper = true }
        // MediaWiki wraps MathML in divisions.
        case GUMBO_TAG_DIV: if FormulaNames.hasOwnText(node) { isWrapper = true }
        case GUMBO_TAG_LI, GUMBO_TAG_DD, GUMBO_TAG_DT, GUMBO_TAG_EMBED: isWrapper = true
        default: if FormulaNames.isBlock(node) { isWrapper = true }
        }
        if tag == GUMBO_TAG_UNKNOWN, SanitizerPass.unknownElementName(node).elementsEqual("mjx-container".utf8) {
            drawings += 1
            if drawings > 1 { isWrapper = true }
        }
        readAttributes(node)
        return true
    }

    private mutating func read(picture node: GumboTree.Node) {
        if FormulaNames.isPicture(node) {
            if picture != nil { isWrapper = true }
            picture = node
        } else if !allowsPictures, GumboTree.attribute(node, "aria-hidden")?.elementsEqual("true".utf8) != true {
            isWrapper = true
        }
    }

    private mutating func readAttributes(_ node: GumboTree.Node) {
        if hidden == nil, GumboTree.attribute(node, "aria-hidden")?.elementsEqual("true".utf8) == true { hidden = node }
        guard openLatex == nil, math == nil, GumboTree.attribute(node, "data-latex")?.isEmpty == false else { return }
        if latex != nil { isWrapper = true }
        (latex, openLatex) = (node, node)
    }
}
