import CGumbo

/// A reader of the plain text of HTML.
struct TextExtractor {
    private var out: PlainTextBuffer
    private var formulas = FormulaFinder()

    private init(reserving capacity: Int) { out = PlainTextBuffer(reserving: capacity) }

    static func text(of source: UnsafeBufferPointer<UInt8>) -> String {
        var reader = TextExtractor(reserving: source.count)
        HTMLParser.withTree(source, asDocument: false) { root, _ in
            if let root { reader.gather(root) }
        }
        return reader.out.finished
    }

    private mutating func gather(_ root: UnsafeMutablePointer<GumboNode>) {
        var walker = GumboTreeWalker(root)
        while let step = walker.next() {
            switch step {
            case .enter(let node): if !enter(node) { walker.skipChildren() }
            case .leave(let node): if Self.breaksWord(node.pointee.v.element.tag) { out.breakWord() }
            }
        }
    }

    private mutating func enter(_ node: UnsafeMutablePointer<GumboNode>) -> Bool {
        switch node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            if let text = node.pointee.v.text.text { out.append(GumboTree.bytes(text)) }
            return false
        case GUMBO_NODE_ELEMENT:
            let tag = node.pointee.v.element.tag
            if Self.isNonText(tag) || Self.isReading(node) { return false }
            if let finding = formulas.finding(at: node) {
                if case .formula(let formula) = finding { formula.text.withUnsafeBufferPointer { out.append($0) } }
                return false
            }
            if Self.breaksWord(tag) { out.breakWord() }
            return true
        default: return false
        }
    }

    /// Returns true for a ruby reading; outside a `ruby` its text is shown.
    private static func isReading(_ node: GumboTree.Node) -> Bool {
        guard node.pointee.v.element.tag.isRubyReading else { return false }
        var at = node.pointee.parent
        for _ in 0..<3 {
            guard let above = at, GumboTree.isElement(above) else { return false }
            if above.pointee.v.element.tag == GUMBO_TAG_RUBY { return true }
            at = above.pointee.parent
        }
        return false
    }

    private static func isNonText(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_TEXTAREA,
            GUMBO_TAG_TITLE, GUMBO_TAG_SELECT, GUMBO_TAG_OPTION, GUMBO_TAG_BUTTON, GUMBO_TAG_IFRAME, GUMBO_TAG_NOFRAMES,
            GUMBO_TAG_NOEMBED, GUMBO_TAG_HEAD:
            true
        default: false
        }
    }

    private static func breaksWord(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_A, GUMBO_TAG_ABBR, GUMBO_TAG_ACRONYM, GUMBO_TAG_B, GUMBO_TAG_BDI, GUMBO_TAG_BDO, GUMBO_TAG_BIG,
            GUMBO_TAG_BLINK, GUMBO_TAG_CITE, GUMBO_TAG_CODE, GUMBO_TAG_DATA, GUMBO_TAG_DEL, GUMBO_TAG_DFN, GUMBO_TAG_EM,
            GUMBO_TAG_FONT, GUMBO_TAG_I, GUMBO_TAG_INS, GUMBO_TAG_KBD, GUMBO_TAG_LABEL, GUMBO_TAG_MARK, GUMBO_TAG_NOBR,
            GUMBO_TAG_Q, GUMBO_TAG_RB, GUMBO_TAG_RP, GUMBO_TAG_RT, GUMBO_TAG_RTC, GUMBO_TAG_RUBY, GUMBO_TAG_S,
            GUMBO_TAG_SAMP, GUMBO_TAG_SMALL, GUMBO_TAG_SPAN,
            GUMBO_TAG_STRIKE, GUMBO_TAG_STRONG, GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TIME, GUMBO_TAG_TT, GUMBO_TAG_U,
            GUMBO_TAG_VAR, GUMBO_TAG_WBR, GUMBO_TAG_UNKNOWN:
            false
        default: true
        }
    }
}
