import CGumbo

extension SanitizerPass {
    /// Opens what an element's inline style says of its font, if such styles are read; nil if the style changes nothing.
    mutating func font(_ element: SafeHTMLElement, _ node: GumboTree.Node, _ common: GlobalAttributes) -> ExitAction? {
        guard readsFontStyles, let style = common.style else { return nil }
        switch element {
        case .span: return open(InlineStyle.fontElements(style), node, common)
        case .b, .strong, .i, .em: return InlineStyle.isUpright(style) ? .nothing : nil
        default: return nil
        }
    }

    /// Opens elements in place of a span, which stays around them if its other attributes need it.
    private mutating func open(
        _ elements: [SafeHTMLElement], _ node: GumboTree.Node, _ common: GlobalAttributes
    ) -> ExitAction {
        var count = 0
        if needsSpan(common), case .close = open(.span, node, common, exitAction: .close) { count += 1 }
        for element in elements where builder.begin(element) != nil {
            builder.finishTag()
            count += 1
        }
        return .closeSeveral(count)
    }

    /// Returns true if a span has an attribute that is kept.
    func needsSpan(_ common: GlobalAttributes) -> Bool {
        common.validLanguage != nil || common.validDirection != nil || unusedID(common) != nil
    }

    /// Returns the element's ID in its safe form; nil if it has none, or the ID is taken.
    func unusedID(_ common: GlobalAttributes) -> [UInt8]? {
        guard let id = common.id, let name = AnchorName.read(id[...]), !builder.isIDTaken(name) else { return nil }
        return name
    }
}
