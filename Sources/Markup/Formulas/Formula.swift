import CGumbo

/// A formula of a document, which has it once, however often the page drew it.
struct Formula {
    enum Content {
        case mathML([FormulaNode])
        /// White space collapsed, without comments and delimiters.
        case tex([UInt8])
    }

    var content: Content
    /// Whether it has a line to itself.
    var isBlock = false

    /// Deeper ones are shown by their text. Added to `SafeHTMLBuilder.maximumDepth` it stays below `ParseLimits.depth`.
    static let maximumDepth = 40

    /// For searching, and in place of the formula where there is no markup.
    var text: [UInt8] {
        switch content {
        case .mathML(let nodes): Array(FormulaText.of(nodes).utf8)
        case .tex(let source): source
        }
    }
}

/// Finds formulas in gumbo's tree: MathML, the output of KaTeX, MathJax and MediaWiki, TeX for MathJax, and pictures
/// with TeX as their alternative text.
struct FormulaFinder {
    enum Finding {
        case formula(Formula)
        /// Another element shows the formula.
        case nothing
    }

    let placeholders: TextPlaceholders?
    /// Nodes that may still be visited, so that nested containers cost no more than linear time.
    private var budget = 4 * ParseLimits.standard.elements

    init(placeholders: TextPlaceholders? = nil) { self.placeholders = placeholders }

    /// Nil for an element that is no formula that can be kept; its content is then read as usual.
    /// - Parameter known: the roles of the element's classes, if they were read.
    mutating func finding(at node: GumboTree.Node, roles known: ClassRoles? = nil) -> Finding? {
        let tag = node.pointee.v.element.tag
        switch tag {
        case FormulaTags.mathML, FormulaTags.tex: return source(node)
        case GUMBO_TAG_UNKNOWN:
            if FormulaNames.isMath(node) { return source(node) }
            let name = SanitizerPass.unknownElementName(node)
            if name.elementsEqual("math-renderer".utf8) { return delimited(node) }
            return name.elementsEqual("mjx-container".utf8) ? container(node, Self.roles(node)) : nil
        case GUMBO_TAG_SPAN, GUMBO_TAG_DIV, GUMBO_TAG_IMG, GUMBO_TAG_CODE, GUMBO_TAG_P, GUMBO_TAG_NOBR:
            let roles = known ?? Self.roles(node)
            return roles.isEmpty ? nil : finding(at: node, tag, roles)
        default: return nil
        }
    }

    private mutating func finding(at node: GumboTree.Node, _ tag: GumboTag, _ roles: ClassRoles) -> Finding? {
        if tag == GUMBO_TAG_IMG { return picture(node, roles) }
        if tag == GUMBO_TAG_CODE { return roles.contains(.tex) ? writtenTeX(node, roles) : nil }
        if roles.contains(.formula) { return container(node, roles) }
        if roles.contains(.formulaPreview) { return isFollowedByFormula(node) ? .nothing : nil }
        if roles.contains(.storedTeX) { return stored(node) }
        return roles.contains(.delimitedTeX) ? delimited(node) : nil
    }

    static func roles(_ node: GumboTree.Node) -> ClassRoles {
        GumboTree.attribute(node, "class").map(ClassRoles.of) ?? []
    }

    // MARK: Sources

    /// MathJax 2 leaves its source behind what it drew.
    private mutating func source(_ node: GumboTree.Node) -> Finding? {
        if node.pointee.v.element.tag == FormulaTags.tex, let drawn = Self.sibling(of: node, step: -1),
            Self.isDrawing(drawn), mathML(in: drawn) != nil
        {
            return .nothing
        }
        return formula(of: node).map(Finding.formula)
    }

    private mutating func formula(of node: GumboTree.Node) -> Formula? {
        guard FormulaNames.isMath(node) else {
            let isBlock = GumboTree.attribute(node, "display") != nil
            let text = FormulaNames.text(of: node, placeholders, budget: &budget)
            return TeXSource(script: text).formula(isBlock: isBlock)
        }
        var reader = FormulaReader(placeholders: placeholders, budget: budget)
        let nodes = reader.read(node)
        budget = reader.budget
        let isBlock = Self.isBlock(node)
        guard !reader.isUnreadable, nodes.allSatisfy({ $0.depth < Formula.maximumDepth }) else { return nil }
        if reader.hasPresentation || reader.tex == nil, nodes.contains(where: \.hasText) {
            return Formula(content: .mathML(nodes), isBlock: isBlock)
        }
        return reader.tex.flatMap { TeXSource(annotation: $0).formula(isBlock: isBlock) }
    }

    /// `mode` is of MathML 1.
    private static func isBlock(_ math: GumboTree.Node) -> Bool {
        GumboTree.string(math, "display")?.lowercased() == "block" || GumboTree.string(math, "mode") == "display"
    }

    // MARK: Drawings

    private mutating func container(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        let isBlock =
            roles.contains(.displayedFormula)
            || GumboTree.attribute(node, "display").map { $0.elementsEqual("true".utf8) } == true
        if let source = mathML(in: node), var found = formula(of: source) {
            found.isBlock = found.isBlock || isBlock
            return .formula(found)
        }
        if var found = tex(in: node) {
            found.isBlock = found.isBlock || isBlock
            return .formula(found)
        }
        return isFollowedByFormula(node) ? .nothing : nil
    }

    private mutating func mathML(in node: GumboTree.Node) -> GumboTree.Node? {
        var walker = GumboTreeWalker(node)
        while budget > 0, let step = walker.next() {
            guard case .enter(let child) = step, GumboTree.isElement(child) else { continue }
            budget -= 1
            if FormulaNames.isMath(child) { return child }
        }
        return nil
    }

    /// A script, MathJax 4's attribute, or MediaWiki's picture.
    private mutating func tex(in node: GumboTree.Node) -> Formula? {
        var walker = GumboTreeWalker(node)
        while budget > 0, let step = walker.next() {
            guard case .enter(let child) = step, GumboTree.isElement(child) else { continue }
            budget -= 1
            if child.pointee.v.element.tag == FormulaTags.tex { return formula(of: child) }
            if let latex = GumboTree.attribute(child, "data-latex"), !latex.isEmpty {
                return TeXSource(annotation: Array(latex)).formula(isBlock: false)
            }
            if child.pointee.v.element.tag == GUMBO_TAG_IMG,
                case .formula(let found)? = picture(child, Self.roles(child))
            {
                return found
            }
        }
        return nil
    }

    private func picture(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        guard roles.contains(.formulaPicture), let alternative = GumboTree.attribute(node, "alt"),
            (1...4_000).contains(alternative.count)
        else { return nil }
        let isBlock = roles.contains(.displayedFormula)
        return TeXSource(annotation: Array(alternative)).formula(isBlock: isBlock).map(Finding.formula)
    }

    /// The sanitizer's own form.
    private mutating func writtenTeX(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        guard let text = onlyText(in: node) else { return nil }
        return TeXSource(written: text).formula(isBlock: roles.contains(.displayedFormula)).map(Finding.formula)
    }

    private mutating func delimited(_ node: GumboTree.Node) -> Finding? {
        guard let text = onlyText(in: node) else { return nil }
        return TeXSource(delimited: text)?.formula(isBlock: false).map(Finding.formula)
    }

    private func stored(_ node: GumboTree.Node) -> Finding? {
        guard let attributes = GumboTree.attribute(node, "data-attrs"), attributes.count < 20_000,
            let tex = LenientJSON.parse(attributes)?["persistentExpression"]?.string
        else { return nil }
        return TeXSource(annotation: Array(tex.utf8)).formula(isBlock: true).map(Finding.formula)
    }

    private mutating func onlyText(in node: GumboTree.Node) -> [UInt8]? {
        for index in 0..<GumboTree.childCount(node) {  // bounded: a count
            guard let child = GumboTree.child(node, index), !GumboTree.isElement(child) else { return nil }
        }
        return FormulaNames.text(of: node, placeholders, budget: &budget)
    }

    // MARK: Siblings

    private static func isDrawing(_ node: GumboTree.Node) -> Bool {
        !roles(node).isDisjoint(with: [.formula, .formulaPreview])
    }

    private func isFollowedByFormula(_ node: GumboTree.Node) -> Bool {
        var at = node
        for _ in 0..<3 {
            guard let next = Self.sibling(of: at, step: 1) else { return false }
            if next.pointee.v.element.tag == FormulaTags.tex { return true }
            guard Self.isDrawing(next) else { return false }
            if Self.roles(node).contains(.formulaPreview), Self.roles(next).contains(.formula) { return true }
            at = next
        }
        return false
    }

    /// The element beside it, with at most white space between.
    private static func sibling(of node: GumboTree.Node, step: Int) -> GumboTree.Node? {
        guard let parent = node.pointee.parent, GumboTree.isElement(parent) else { return nil }
        var index = Int(node.pointee.index_within_parent) + step
        for _ in 0..<3 where index >= 0 && index < GumboTree.childCount(parent) {
            guard let other = GumboTree.child(parent, index) else { return nil }
            if GumboTree.isElement(other) { return other }
            if other.pointee.type == GUMBO_NODE_TEXT { return nil }
            index += step
        }
        return nil
    }
}
