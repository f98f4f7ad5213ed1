import CGumbo

/// Removes forms, share bars, link lists and teaser galleries.
struct PruningPass {
    var tree: PageTree
    let rules: ExtractionRules
    /// Holds the chosen parts.
    let article: Int
    private(set) var byline: String?
    private(set) var day: String?
    private(set) var isTruncated = false

    /// Headline and byline, not repeated in the text.
    private let knownTexts: [String]

    init(tree: PageTree, parts: [Int], rules: ExtractionRules, knownTexts: [String]) {
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
        left = removeBoilerplate(of: left.text.length)
        if rules.prunes {
            if left.tables > 0 { left = pruneConditionally { $0 == GUMBO_TAG_TABLE } }
            if left.lists > 0 { left = pruneConditionally { $0 == GUMBO_TAG_UL } }
            left = pruneConditionally { $0 == GUMBO_TAG_DIV }
        }
        var remover = BoilerplateRemover(tree: tree, article: article, knownTexts: knownTexts)
        tree = PageTree.empty
        remover.run(total: left.text.length)
        tree = remover.tree
        (byline, day, isTruncated) = (remover.byline, remover.day, remover.isTruncated)
        return cleanUp()
    }

    // MARK: Tables

    /// Other tables are layout.
    private mutating func markDataTables() -> NodeStatistics {
        let all = tree.collectStatistics(article) { tree, index, stats in
            if tree.nodes[index].tag == GUMBO_TAG_TABLE, Self.isDataTable(tree.nodes[index], stats) {
                tree.nodes[index].flags.insert(.dataTable)
            }
            return true
        }[article]
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

    private static func isDataTable(_ node: PageNode, _ stats: NodeStatistics) -> Bool {
        if node.flags.contains(.layoutTable) { return false }
        if node.flags.contains(.hasSummary) || stats.hasCaption || stats.hasTableParts { return true }
        if stats.tables > 0 || stats.columns == 1 || stats.rows == 1 { return false }
        if stats.rows >= 10 || stats.columns > 4 { return true }
        return stats.rows * stats.columns > 10
    }

    private mutating func removeBoilerplate(of total: Int32) -> NodeStatistics {
        tree.collectStatistics(article) { [article, weighs = rules.weighsClasses] tree, index, stats in
            let node = tree.nodes[index]
            if node.flags.contains(.kept) { return true }
            switch node.tag {
            case GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_IFRAME: return node.flags.contains(.player)
            // Some pages put the article in an `aside`.
            case GUMBO_TAG_FOOTER, GUMBO_TAG_ASIDE:
                return stats.text.length > total / 2 && stats.longestParagraph > 200 && stats.linkDensity < 0.3
            case GUMBO_TAG_INPUT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT,
                GUMBO_TAG_BUTTON:
                return false
            case GUMBO_TAG_H1, GUMBO_TAG_H2: if weighs, node.weight < 0 { return false }
            default: break
            }
            let isPart = Int(node.parent) == article
            return isPart || !node.hints.contains(.share) || stats.text.length >= 500
        }[article]
    }

    // MARK: Conditional pruning

    private mutating func pruneConditionally(_ isCandidate: (GumboTag) -> Bool) -> NodeStatistics {
        let weighs = rules.weighsClasses
        return tree.collectStatistics(article) { tree, index, stats in
            guard isCandidate(tree.nodes[index].tag), !tree.nodes[index].flags.contains(.kept) else { return true }
            return KeepDecision(tree: tree, index: index, stats: stats, weighsClasses: weighs).shouldKeep
        }[article]
    }

    // MARK: Clean-up

    /// First-level headings, empty paragraphs, one-cell tables.
    private mutating func cleanUp() -> NodeStatistics {
        tree.collectStatistics(article) { tree, index, stats in
            switch tree.nodes[index].tag {
            case GUMBO_TAG_H1: tree.nodes[index].tag = GUMBO_TAG_H2
            case GUMBO_TAG_P:
                return stats.text.length > 0 || stats.pictures + stats.embeds + stats.players > 0
            case GUMBO_TAG_TABLE: if stats.rows == 1, stats.cells == 1 { Self.unwrapTable(&tree, index) }
            default: break
            }
            return true
        }[article]
    }

    private static func unwrapTable(_ tree: inout PageTree, _ table: Int) {
        for entry in tree.preorder(table) {
            switch tree.nodes[Int(entry)].tag {
            case GUMBO_TAG_TABLE, GUMBO_TAG_TBODY, GUMBO_TAG_TR, GUMBO_TAG_TD:
                tree.nodes[Int(entry)].tag = GUMBO_TAG_DIV
            default: break
            }
        }
    }
}

/// Whether a list, table, form or division belongs to the article.
struct KeepDecision {
    let tree: PageTree
    let index: Int
    let stats: NodeStatistics
    let weighsClasses: Bool

    private var node: PageNode { tree.nodes[index] }

    var shouldKeep: Bool {
        let length = Double(stats.text.length)
        let isList =
            node.tag == GUMBO_TAG_UL || node.tag == GUMBO_TAG_OL || (length > 0 && stats.listLength / length > 0.9)
        if node.flags.contains(.dataTable) || node.flags.contains(.inDataTable) || stats.dataTables > 0 { return true }
        if tree.hasNearAncestor(GUMBO_TAG_CODE, index) { return true }
        let weight = weighsClasses ? Int(node.weight) : 0
        if weight < 0 { return false }
        if stats.text.commas >= 10 || stats.players > 0 { return true }
        if stats.text.length <= 24, PlaceholderWords.makeUp(tree.text(index, limit: 64)) { return false }
        guard isSuspicious(isList: isList, weight: weight) else { return true }
        return isList && isListOfPictures
    }

    private func isSuspicious(isList: Bool, weight: Int) -> Bool {
        let isInFigure = tree.hasNearAncestor(GUMBO_TAG_FIGURE, index)
        let density = stats.linkDensity
        if !isInFigure, stats.pictures > 1, Double(stats.paragraphs) / Double(stats.pictures) < 0.5 { return true }
        if !isList, stats.listItems - 100 > stats.paragraphs { return true }
        if stats.inputs > stats.paragraphs / 3 { return true }
        if !isList, !isInFigure, stats.density(stats.headingLength) < 0.9, stats.text.length < 25,
            stats.pictures == 0 || stats.pictures > 2, density > 0
        {
            return true
        }
        if !isList, weight < 25, density > 0.2 { return true }
        if weight >= 25, density > 0.5 { return true }
        if stats.embeds == 1 && stats.text.length < 75 || stats.embeds > 1 { return true }
        return stats.pictures == 0 && stats.density(stats.blockLength) == 0
    }

    private var isListOfPictures: Bool {
        var at = tree.firstElement(index)
        while let child = at {
            if let only = tree.firstElement(child), tree.nextElement(only) != nil { return false }
            at = tree.nextElement(child)
        }
        return stats.pictures == stats.listItems
    }
}

/// Text of ad slots and lazily loaded parts.
enum PlaceholderWords {
    private static let words: Set<String> = [
        "ad", "advertising", "advertisement", "pub", "publicité", "werb", "werbung", "广告", "реклама", "anuncio",
        "publicidad",
        "pubblicità", "advertentie", "annons", "reklama", "reklame", "mainos", "広告", "광고",
        "loading", "正在加载", "загрузка", "chargement", "cargando",
    ]

    static func makeUp(_ text: String) -> Bool {
        var rest = text.lowercased()[...]
        while let last = rest.last, last == "." || last == "…" { rest = rest.dropLast() }
        return words.contains(String(rest))
    }
}
