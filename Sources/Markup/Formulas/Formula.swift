import CGumbo
import JSON

/// A formula of a document, which has it only once even if the page draws it several times.
struct Formula {
    enum Content {
        case mathML([FormulaNode])
        /// TeX with white space collapsed, without comments and delimiters.
        case tex([UInt8])
    }

    var content: Content
    /// True if the formula has a line to itself.
    var isBlock = false

    /// The maximum depth; deeper formulas are shown as their text. Its sum with `SafeHTMLBuilder.maximumDepth` stays
    /// below `ParseLimits.depth`.
    static let maximumDepth = 40

    /// The text for searching, and in place of the formula without markup.
    var text: [UInt8] {
        switch content {
        case .mathML(let nodes): Array(FormulaText.of(nodes).utf8)
        case .tex(let source): source
        }
    }
}

/// A finder of formulas in gumbo's tree: MathML, the output of KaTeX, MathJax and MediaWiki, TeX for MathJax, and
/// pictures with TeX as their alternative text.
struct FormulaFinder {
    enum Finding {
        case formula(Formula)
        /// No formula, as another element shows it.
        case nothing
    }

    let placeholders: TextPlaceholders?
    /// The number of nodes that may still be visited, so that nested containers take no more than linear time. MathJax
    /// 2's drawings are visited three times: for the preview, for the drawing and for the script.
    private var budget = 8 * ParseLimits.standard.elements
    /// The nodes that were read and are not formulas that can be kept.
    private var refused: Set<GumboTree.Node> = []
    private var latest: (node: GumboTree.Node, formula: Formula)?

    init(placeholders: TextPlaceholders? = nil) { self.placeholders = placeholders }

    /// Returns the formula at an element; nil for an element that is not a formula that can be kept, whose content is
    /// then read as usual.
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
        if roles.contains(.formulaPreview) {
            return survey(of: node).map { isFollowed(node, $0) } == true ? .nothing : nil
        }
        if roles.contains(.storedTeX) { return stored(node) }
        return roles.contains(.delimitedTeX) ? delimited(node) : nil
    }

    static func roles(_ node: GumboTree.Node) -> ClassRoles {
        GumboTree.attribute(node, "class").map(ClassRoles.of) ?? []
    }

    // MARK: Sources

    /// Returns the formula of a source element; `.nothing` for a source that MathJax 2 left after a drawing with
    /// MathML.
    private mutating func source(_ node: GumboTree.Node) -> Finding? {
        if node.pointee.v.element.tag == FormulaTags.tex, let drawn = Self.sibling(of: node, step: -1),
            Self.roles(drawn).contains(.formula), let survey = survey(of: drawn), survey.math != nil,
            held(by: drawn, survey) != nil
        {
            return .nothing
        }
        return formula(of: node).map(Finding.formula)
    }

    /// Returns the formula of a node, cached, as the elements around a source request it one after the other.
    private mutating func formula(of node: GumboTree.Node) -> Formula? {
        if refused.contains(node) { return nil }
        if let latest, latest.node == node { return latest.formula }
        guard let found = readFormula(of: node) else {
            refused.insert(node)
            return nil
        }
        latest = (node, found)
        return found
    }

    private mutating func readFormula(of node: GumboTree.Node) -> Formula? {
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

    /// Returns true for a block formula; the attribute `mode` is from MathML 1.
    private static func isBlock(_ math: GumboTree.Node) -> Bool {
        GumboTree.string(math, "display")?.lowercased() == "block" || GumboTree.string(math, "mode") == "display"
    }

    // MARK: Drawings

    private mutating func container(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        let isBlock =
            roles.contains(.displayedFormula)
            || GumboTree.attribute(node, "display").map { $0.elementsEqual("true".utf8) } == true
        guard let survey = survey(of: node) else { return nil }
        if var found = held(by: node, survey) {
            found.isBlock = found.isBlock || isBlock
            return .formula(found)
        }
        return isFollowed(node, survey) ? .nothing : nil
    }

    /// Surveys an element; nil for an element around more than one formula.
    private mutating func survey(of node: GumboTree.Node) -> FormulaSurvey? {
        let roles = Self.roles(node)
        let isPreview = roles.contains(.formulaPreview) && !roles.contains(.formula)
        let survey = FormulaSurvey(of: node, placeholders, allowsPictures: isPreview, budget: &budget)
        return survey.isWrapper ? nil : survey
    }

    /// Returns the formula whose source is inside the drawing. TeX is used if the MathML cannot be kept, unless the
    /// MathML has more content, such as after a missing end tag.
    private mutating func held(by node: GumboTree.Node, _ survey: FormulaSurvey) -> Formula? {
        guard !survey.hasOwnText else { return nil }
        var found: Formula?
        if let math = survey.math {
            found = formula(of: math)
            if found == nil, FormulaNames.containsBlock(math, orLink: true, budget: &budget) { return nil }
        }
        guard let found = found ?? tex(survey), survey.isDrawing(of: found) else { return nil }
        return found
    }

    /// Returns the formula of a script, MathJax 4's attribute, or MediaWiki's picture.
    private mutating func tex(_ survey: FormulaSurvey) -> Formula? {
        if let script = survey.script { return formula(of: script) }
        if let latex = survey.latex.flatMap({ GumboTree.attribute($0, "data-latex") }) {
            guard latex.count <= TeXSource.maximumLength else { return nil }
            return TeXSource(annotation: Array(latex)).formula(isBlock: false)
        }
        guard let picture = survey.picture, case .formula(let found)? = self.picture(picture, Self.roles(picture))
        else { return nil }
        return found
    }

    private func picture(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        guard FormulaNames.isPicture(node), let alternative = GumboTree.attribute(node, "alt"),
            (1...4_000).contains(alternative.count)
        else { return nil }
        let isBlock = roles.contains(.displayedFormula)
        return TeXSource(annotation: Array(alternative)).formula(isBlock: isBlock).map(Finding.formula)
    }

    /// Returns the formula in the sanitizer's own form: one line, without comments, and with no other class. Other
    /// elements are program listings.
    private mutating func writtenTeX(_ node: GumboTree.Node, _ roles: ClassRoles) -> Finding? {
        guard let name = GumboTree.attribute(node, "class"),
            name.elementsEqual("tex".utf8) || name.elementsEqual("tex-block".utf8),
            !FormulaNames.isPreformatted(node), let text = onlyText(in: node),
            !text.contains(0x0A), !text.contains(0x0D), !TeXSource.hasComment(text)
        else { return nil }
        return TeXSource(written: text).formula(isBlock: roles.contains(.displayedFormula)).map(Finding.formula)
    }

    private mutating func delimited(_ node: GumboTree.Node) -> Finding? {
        guard let text = onlyText(in: node) else { return nil }
        return TeXSource(delimited: text)?.formula(isBlock: false).map(Finding.formula)
    }

    private func stored(_ node: GumboTree.Node) -> Finding? {
        guard let attributes = GumboTree.attribute(node, "data-attrs"), attributes.count < 20_000,
            let tex = EmbeddedJSON.value(in: attributes)?["persistentExpression"]?.string
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

    /// Returns true if a drawing may be left out because of the formula after it.
    private mutating func isFollowed(_ node: GumboTree.Node, _ survey: FormulaSurvey) -> Bool {
        guard survey.math == nil, survey.script == nil, let found = following(node) else { return false }
        return survey.isDrawing(of: found)
    }

    private mutating func following(_ node: GumboTree.Node) -> Formula? {
        let isPreview = Self.roles(node).contains(.formulaPreview)
        var at = node
        for _ in 0..<3 {
            guard let next = Self.sibling(of: at, step: 1) else { return nil }
            if next.pointee.v.element.tag == FormulaTags.tex { return formula(of: next) }
            // Another drawing has its own formula.
            guard Self.isDrawing(next), isPreview || !Self.roles(next).contains(.formula) else { return nil }
            if isPreview, Self.roles(next).contains(.formula), let survey = survey(of: next),
                let found = held(by: next, survey)
            {
                return found
            }
            at = next
        }
        return nil
    }

    /// Returns the adjacent element, with at most white space between.
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
