import CGumbo
import Untrusted

/// The counts and text lengths of a subtree.
struct NodeStatistics {
    var text = TextMeasure()
    /// The length of the links' text; in-page links count less.
    var linkLength = 0.0
    var headingLength = 0.0
    var blockLength = 0.0
    var listLength = 0.0
    var paragraphs: Int32 = 0
    var pictures: Int32 = 0
    var listItems: Int32 = 0
    var inputs: Int32 = 0
    var embeds: Int32 = 0
    var players: Int32 = 0
    var elements: Int32 = 0
    var forms: Int32 = 0
    var answers: Int32 = 0
    var lists: Int32 = 0
    /// The length of the longest paragraph without its links.
    var longestParagraph: Int32 = 0
    /// The length of paragraphs of 80 or more letters with few links.
    var proseLength: Int32 = 0
    var links: Int32 = 0
    /// The number of figures with a picture.
    var figures: Int32 = 0
    var captionLength: Int32 = 0
    /// The number of first-level headings.
    var topHeadings: Int32 = 0
    /// The number of headings that are links.
    var linkedHeadings: Int32 = 0
    var quotedPosts: Int32 = 0
    var tables: Int32 = 0
    var dataTables: Int32 = 0
    var rows: Int32 = 0
    var cells: Int32 = 0
    var columns: Int32 = 0
    var hasTableParts = false
    var hasCaption = false

    var linkDensity: Double { text.length == 0 ? 0 : linkLength / Double(text.length) }

    /// True if the text is mostly paragraphs of some length with few links.
    var isProse: Bool { proseLength > 0 && proseLength * 10 >= text.weight * 6 && linkDensity < 0.25 }

    /// Returns true for a paragraph of some length, or an element that is mostly such paragraphs.
    func isProse(_ node: ArticleTreeNode) -> Bool {
        node.tag == GUMBO_TAG_P && text.weight >= 80 && linkDensity < 0.25 || isProse
    }

    func density(_ length: Double) -> Double { text.length == 0 ? 0 : length / Double(text.length) }

    /// Adds a child, which must precede those counted so far.
    mutating func prepend(_ child: NodeStatistics, of node: ArticleTreeNode) {
        text = child.text.joined(text)
        guard !node.isText else { return }
        linkLength += child.linkLength
        headingLength += child.headingLength
        blockLength += child.blockLength
        listLength += child.listLength
        paragraphs += child.paragraphs
        pictures += child.pictures
        listItems += child.listItems
        inputs += child.inputs
        embeds += child.embeds
        players += child.players
        elements += child.elements + 1
        forms += child.forms
        answers += child.answers + (node.hints.contains(.answer) ? 1 : 0)
        lists += child.lists
        longestParagraph = max(longestParagraph, child.longestParagraph)
        proseLength += child.proseLength
        links += child.links
        figures += child.figures
        linkedHeadings += child.linkedHeadings
        topHeadings += child.topHeadings + (node.tag == GUMBO_TAG_H1 ? 1 : 0)
        captionLength += node.isCaption && child.pictures == 0 ? child.text.length : child.captionLength
        quotedPosts += child.quotedPosts + (node.hints.contains(.quotedPost) ? 1 : 0)
        tables += child.tables
        dataTables += child.dataTables
        rows += child.rows
        cells += child.cells
        columns = max(columns, child.columns)
        hasTableParts = hasTableParts || child.hasTableParts
        hasCaption = hasCaption || child.hasCaption
        count(node, Double(child.text.length), child)
    }

    private mutating func count(_ node: ArticleTreeNode, _ length: Double, _ child: NodeStatistics) {
        switch node.tag {
        case GUMBO_TAG_A:
            links += 1
            if child.headingLength > 0 { linkedHeadings += 1 }
            linkLength += length * (node.flags.contains(.inPageLink) ? 0.3 : 1)
        case GUMBO_TAG_P:
            paragraphs += 1
            blockLength += length
            measureParagraph(child)
            addProse(child)
        case GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6:
            headingLength += length
            if child.linkDensity > 0.5 { linkedHeadings += 1 }
        case GUMBO_TAG_IMG, GUMBO_TAG_IMAGE: pictures += 1
        case GUMBO_TAG_FIGURE: if child.pictures > 0 { figures += 1 }
        case GUMBO_TAG_LI:
            listItems += 1
            blockLength += length
            measureParagraph(child)
        case GUMBO_TAG_UL, GUMBO_TAG_OL:
            lists += 1
            listLength += length
            blockLength += length
        case GUMBO_TAG_DIV:
            blockLength += length
            // A division of plain text is a paragraph.
            if child.paragraphs + child.lists == 0, child.proseLength == 0, child.headingLength == 0 { addProse(child) }
        case GUMBO_TAG_SPAN, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_DL: blockLength += length
        case GUMBO_TAG_PRE:
            blockLength += length
            measureParagraph(child)
        case GUMBO_TAG_SECTION: measureParagraph(child)
        case GUMBO_TAG_FORM, GUMBO_TAG_FIELDSET: forms += 1
        case GUMBO_TAG_INPUT: inputs += 1
        case GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_IFRAME:
            if node.flags.contains(.player) { players += 1 } else { embeds += 1 }
        default: countTablePart(node, length, child)
        }
    }

    private mutating func countTablePart(_ node: ArticleTreeNode, _ length: Double, _ child: NodeStatistics) {
        switch node.tag {
        case GUMBO_TAG_TABLE:
            tables += 1
            blockLength += length
            if node.flags.contains(.dataTable) { dataTables += 1 }
        case GUMBO_TAG_TR:
            rows += max(1, Self.span(node, "rowspan"))
            columns = max(columns, child.cells)
        case GUMBO_TAG_TD:
            cells += max(1, Self.span(node, "colspan"))
            blockLength += length
            measureParagraph(child)
        case GUMBO_TAG_TH, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT, GUMBO_TAG_COL, GUMBO_TAG_COLGROUP: hasTableParts = true
        case GUMBO_TAG_CAPTION: if node.firstChild >= 0 { hasCaption = true }
        default: break
        }
    }

    private mutating func addProse(_ child: NodeStatistics) {
        if child.text.weight >= 80, child.linkDensity < 0.3 { proseLength += child.text.weight }
    }

    private mutating func measureParagraph(_ child: NodeStatistics) {
        longestParagraph = max(longestParagraph, child.text.length - Int32(saturating: child.linkLength))
    }

    private static func span(_ node: ArticleTreeNode, _ name: StaticString) -> Int32 {
        guard let source = node.source, let value = GumboTree.attribute(source, name) else { return 1 }
        // The bounds (HTML Standard §4.9.11) prevent an overflow.
        return Int32(UntrustedInteger(value)?.int(clampedTo: 1...1000) ?? 1)
    }
}

extension ArticleTree {
    /// Returns the statistics of every node of a subtree.
    func collectStatistics(_ top: Int) -> [NodeStatistics] {
        var copy = self
        return copy.collectStatistics(top) { _, _, _ in nil }
    }

    /// Removes the elements for which `decide` gives a reason, innermost first, and counts the rest.
    mutating func collectStatistics(
        _ top: Int, _ decide: (inout ArticleTree, Int, NodeStatistics) -> RemovalReason?
    ) -> [NodeStatistics] {
        var nodeStats = [NodeStatistics](repeating: NodeStatistics(), count: nodes.count)
        let whole = prune(top, decide) { nodeStats[$0] = $1 }
        nodeStats[top] = whole
        return nodeStats
    }

    /// Removes the elements for which `decide` gives a reason, innermost first and from the last to the first.
    /// - Returns: the statistics of the rest of `top`.
    mutating func prune(
        _ top: Int, _ decide: (inout ArticleTree, Int, NodeStatistics) -> RemovalReason?,
        counting record: (Int, NodeStatistics) -> Void = { _, _ in }
    ) -> NodeStatistics {
        var open = [NodeStatistics()]
        var at = top
        while true {
            if nodes[at].isText { open[open.count - 1].text = nodes[at].textMeasure }
            if nodes[at].lastChild >= 0 {
                at = Int(nodes[at].lastChild)
                open.append(NodeStatistics())
                continue
            }
            // bounded: left at the top
            while at != top {
                let (parent, previous) = (Int(nodes[at].parent), Int(nodes[at].previous))
                let own = open.removeLast()
                record(at, own)
                if !nodes[at].isText, let reason = decide(&self, at, own) {
                    remove(at, reason)
                } else {
                    open[open.count - 1].prepend(own, of: nodes[at])
                }
                if previous >= 0 {
                    at = previous
                    open.append(NodeStatistics())
                    break
                }
                at = parent
            }
            if at == top { return open[0] }
        }
    }
}
