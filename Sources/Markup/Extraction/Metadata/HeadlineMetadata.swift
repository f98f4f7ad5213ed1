import CGumbo

/// The author and date in unmarked lines below the headline: "作者：李明 2026年3月4日".
struct HeadlineMetadata {
    private(set) var byline: String?
    private(set) var day: String?

    /// Reads the lines between the first `h1` and the text.
    init(_ tree: ArticleTree) {
        let order = tree.preorder(tree.root)
        guard let headline = order.firstIndex(where: { Self.isHeadline(tree.nodes[Int($0)]) }) else { return }
        var letters: Int32 = 0
        var examinedCount = 0
        var skipped = tree.nodes[Int(order[headline])].lastChild
        for entry in order[(headline + 1)...] {
            let node = tree.nodes[Int(entry)]
            if node.sureHints.contains(.comments) { return }
            // The headline's own content is skipped.
            if skipped >= 0 {
                if entry == skipped { skipped = -1 }
                continue
            }
            if node.isText {
                letters += node.textMeasure.length
                if letters > 400 || node.textMeasure.length > 120 { return }
                continue
            }
            guard Self.isLine(node) else { continue }
            examinedCount += 1
            if examinedCount > 40 { return }
            let text = tree.text(Int(entry), limit: 400)
            guard !text.isEmpty, text.utf16.count <= 120 else { continue }
            read(text)
        }
    }

    private mutating func read(_ line: String) {
        if let names = BylineParser.standaloneNames(line) {
            byline = byline ?? names
            day = day ?? BylineParser.day(after: line)
        } else if day == nil {
            day = DateLineParser.day(in: line)
        }
    }

    private static func isHeadline(_ node: ArticleTreeNode) -> Bool { node.tag == GUMBO_TAG_H1 && !node.isText }

    static func isLine(_ node: ArticleTreeNode) -> Bool {
        switch node.tag {
        case GUMBO_TAG_P, GUMBO_TAG_DIV, GUMBO_TAG_SPAN, GUMBO_TAG_TIME, GUMBO_TAG_LI, GUMBO_TAG_SMALL,
            GUMBO_TAG_ADDRESS:
            node.hints.isDisjoint(with: ClassNameHints.boilerplate.union(.related))
        default: false
        }
    }
}
