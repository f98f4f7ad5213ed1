import CGumbo
import URLs

/// A pass that removes forms, share bars, link lists and teaser galleries.
struct PruningPass {
    var tree: ArticleTree
    let rules: ExtractionRules
    /// The node that holds the chosen parts.
    let article: Int
    private(set) var byline: String?
    private(set) var day: String?
    private(set) var isTruncated = false

    /// The headline and byline, not to be repeated in the text.
    private let knownTexts: [String]
    private let address: WebAddress

    init(tree: ArticleTree, parts: [Int], rules: ExtractionRules, knownTexts: [String], address: WebAddress) {
        self.address = address
        self.tree = tree
        self.rules = rules
        self.knownTexts = knownTexts
        article = self.tree.makeElement(GUMBO_TAG_DIV)
        for part in parts {
            self.tree.detach(part)
            self.tree.attach(part, to: article)
            switch self.tree.nodes[part].tag {
            case GUMBO_TAG_DIV, GUMBO_TAG_ARTICLE, GUMBO_TAG_SECTION, GUMBO_TAG_P, GUMBO_TAG_OL, GUMBO_TAG_UL: break
            default: self.tree.nodes[part].tag = GUMBO_TAG_DIV
            }
        }
    }

    mutating func run() -> NodeStatistics {
        var left = markDataTables()
        if rules.prunes, left.forms > 0 {
            left = pruneConditionally { $0 == GUMBO_TAG_FORM || $0 == GUMBO_TAG_FIELDSET }
        }
        left = removeFurniture(of: left.text.length)
        let boxes = BoilerplateBoxPass(total: left.text.length, address: address).run(on: &tree, in: article)
        isTruncated = boxes.foundPaywall
        if left.links > 0 { TeaserRemovalPass.run(on: &tree, in: article, boxes.stats, address: address) }
        if left.captionLength > 0 { CaptionPass.run(on: &tree, in: article, boxes.stats) }
        if rules.prunes {
            if left.tables > 0 { left = pruneConditionally { $0 == GUMBO_TAG_TABLE } }
            if left.lists > 0 { left = pruneConditionally { $0 == GUMBO_TAG_UL } }
            left = pruneConditionally { $0 == GUMBO_TAG_DIV }
        }
        var blocks = TextBlocks(&tree, in: article)
        CallToActionPass.run(on: &tree, blocks)
        var opening = LeadingBoilerplatePass(knownTexts: knownTexts)
        opening.run(on: &tree, in: article, blocks.stats)
        (byline, day) = (opening.byline, opening.day)
        blocks.update(tree)
        TrailingBoilerplatePass.run(on: &tree, blocks, authors: knownTexts.dropFirst(), address: address)
        return cleanUp()
    }

    // MARK: Tables

    /// Flags the data tables; other tables are layout.
    private mutating func markDataTables() -> NodeStatistics {
        let all = tree.prune(article) { tree, index, stats in
            if tree.nodes[index].tag == GUMBO_TAG_TABLE, Self.isDataTable(tree.nodes[index], stats) {
                tree.nodes[index].flags.insert(.dataTable)
            }
            return nil
        }
        guard all.tables > 0 else { return all }
        for entry in tree.preorder(article) {
            let index = Int(entry)
            guard let parent = tree.parent(index) else { continue }
            let above = tree.nodes[parent].flags
            if above.contains(.inDataTable) || above.contains(.dataTable) {
                tree.nodes[index].flags.insert(.inDataTable)
            }
        }
        return all
    }

    private static func isDataTable(_ node: ArticleTreeNode, _ stats: NodeStatistics) -> Bool {
        if node.flags.contains(.layoutTable) { return false }
        if node.flags.contains(.hasSummary) || stats.hasCaption || stats.hasTableParts { return true }
        if stats.tables > 0 || stats.columns == 1 || stats.rows == 1 { return false }
        if stats.rows >= 10 || stats.columns > 4 { return true }
        return stats.rows * stats.columns > 10
    }

    private mutating func removeFurniture(of total: Int32) -> NodeStatistics {
        var quotes = PullQuoteDetector(tree, in: article)
        return tree.prune(article) { [article] tree, index, stats in
            let node = tree.nodes[index]
            if node.flags.contains(.kept) { return nil }
            switch node.tag {
            case GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_IFRAME: return node.flags.contains(.player) ? nil : .frame
            case GUMBO_TAG_FOOTER where tree.hasNearAncestor(GUMBO_TAG_BLOCKQUOTE, index): return nil
            case GUMBO_TAG_FOOTER: return Self.holdsArticle(stats, of: total) ? nil : .footer
            case GUMBO_TAG_ASIDE:
                if node.hints.contains(.pullQuote) { return .pullQuote }
                return Self.isRemark(node, stats) || Self.holdsArticle(stats, of: total) ? nil : .aside
            // The button is the title of an expandable part.
            case GUMBO_TAG_BUTTON where Self.isHeadingOfItsOwn(index, tree):
                tree.nodes[index].tag = GUMBO_TAG_SPAN
                return nil
            case GUMBO_TAG_INPUT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT, GUMBO_TAG_BUTTON: return .control
            default: break
            }
            if node.hints.contains(.pullQuote), quotes.isRepeated(tree, index, stats) { return .pullQuote }
            let isPart = Int(node.parent) == article
            guard !isPart, node.hints.contains(.share), !node.tag.isHeading else { return nil }
            return stats.text.length < 500 && !stats.isProse && stats.quotedPosts == 0 ? .shareBar : nil
        }
    }

    private static func isHeadingOfItsOwn(_ button: Int, _ tree: ArticleTree) -> Bool {
        guard let heading = tree.parent(button), tree.nodes[heading].tag.isHeading else { return false }
        return tree.children(heading).allSatisfy { $0 == button || tree.isBlank($0) }
    }

    /// Returns true for an element with most of the text, as some pages put the article in an `aside`.
    private static func holdsArticle(_ stats: NodeStatistics, of total: Int32) -> Bool {
        stats.text.length > total / 2 && stats.longestParagraph > 200 && stats.linkDensity < 0.3
    }

    /// Returns true for a note that belongs to the text, or an aside without any link or heading.
    private static func isRemark(_ node: ArticleTreeNode, _ stats: NodeStatistics) -> Bool {
        if node.hints.contains(.note) { return stats.linkDensity < 0.5 }
        return stats.isProse && stats.links == 0 && stats.inputs == 0 && stats.pictures == 0
    }

    // MARK: Conditional pruning

    private mutating func pruneConditionally(_ isCandidate: (GumboTag) -> Bool) -> NodeStatistics {
        let weighs = rules.weighsClasses
        return tree.prune(article) { [address] tree, index, stats in
            guard isCandidate(tree.nodes[index].tag), !tree.nodes[index].flags.contains(.kept) else { return nil }
            let block = ArticleBlockClassifier(
                tree: tree, index: index, stats: stats, weighsClasses: weighs, address: address)
            return block.removal
        }
    }

    // MARK: Clean-up

    /// Lowers first-level headings, removes empty elements and unwraps one-cell tables.
    private mutating func cleanUp() -> NodeStatistics {
        tree.prune(article) { tree, index, stats in
            switch tree.nodes[index].tag {
            case GUMBO_TAG_H1: tree.nodes[index].tag = GUMBO_TAG_H2
            case GUMBO_TAG_P:
                return stats.text.length > 0 || stats.pictures + stats.embeds + stats.players > 0 ? nil : .empty
            case GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_HEADER, GUMBO_TAG_UL, GUMBO_TAG_OL, GUMBO_TAG_FIGURE:
                if tree.nodes[index].flags.contains(.lostLinks), stats.headingLength >= Double(stats.text.length),
                    stats.pictures + stats.embeds + stats.players == 0, stats.captionLength == 0
                {
                    return .teasers
                }
                if tree.firstElement(index) == nil, stats.text.length == 0 { return .empty }
            case GUMBO_TAG_TABLE: if stats.rows == 1, stats.cells == 1 { Self.unwrapTable(&tree, index) }
            default: break
            }
            return nil
        }
    }

    private static func unwrapTable(_ tree: inout ArticleTree, _ table: Int) {
        for entry in tree.preorder(table) {
            switch tree.nodes[Int(entry)].tag {
            case GUMBO_TAG_TABLE, GUMBO_TAG_TBODY, GUMBO_TAG_TR, GUMBO_TAG_TD:
                tree.nodes[Int(entry)].tag = GUMBO_TAG_DIV
            default: break
            }
        }
    }
}
