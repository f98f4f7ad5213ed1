import CGumbo

/// Takes out of the chosen parts what does not belong to an article: forms, share bars, lists of links, galleries of teasers.
struct Pruning {
    var tree: PageTree
    let rules: ExtractionRules
    /// What holds the chosen parts.
    let article: Int
    /// What stood above the text and was told apart.
    private(set) var byline: String?
    private(set) var day: String?
    /// Whether the page asked for a subscription before it showed the rest.
    private(set) var isCutShort = false

    /// The headline and the author's line, which are told apart and need not be in the text again.
    private let known: [String]

    init(tree: PageTree, parts: [Int], rules: ExtractionRules, known: [String]) {
        self.tree = tree
        self.rules = rules
        self.known = known
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

    /// Answers what is left, counted.
    mutating func run() -> Tally {
        var left = markDataTables()
        if rules.prunes, left.forms > 0 { left = judge { $0 == GUMBO_TAG_FORM || $0 == GUMBO_TAG_FIELDSET } }
        left = dropFurniture(of: left.text.length)
        if rules.prunes {
            if left.tables > 0 { left = judge { $0 == GUMBO_TAG_TABLE } }
            if left.lists > 0 { left = judge { $0 == GUMBO_TAG_UL } }
            left = judge { $0 == GUMBO_TAG_DIV }
        }
        var furniture = Furniture(tree: tree, article: article, known: known)
        tree = PageTree.empty
        furniture.sweep(total: left.text.length)
        tree = furniture.tree
        (byline, day, isCutShort) = (furniture.byline, furniture.day, furniture.isCutShort)
        return settle()
    }

    // MARK: Tables

    /// Tells tables of data, which stay as they are, from tables that only place things.
    private mutating func markDataTables() -> Tally {
        let all = tree.tallied(article) { tree, index, tally in
            if tree.nodes[index].tag == GUMBO_TAG_TABLE, Self.isDataTable(tree.nodes[index], tally) {
                tree.nodes[index].marks.insert(.dataTable)
            }
            return true
        }[article]
        guard all.tables > 0 else { return all }
        for entry in tree.order(article) {
            let index = Int(entry)
            guard let parent = tree.parent(index) else { continue }
            let above = tree.nodes[parent].marks
            if above.contains(.inDataTable) || above.contains(.dataTable) {
                tree.nodes[index].marks.insert(.inDataTable)
            }
        }
        return all
    }

    private static func isDataTable(_ node: PageNode, _ tally: Tally) -> Bool {
        if node.marks.contains(.layoutTable) { return false }
        if node.marks.contains(.summarised) || tally.hasCaption || tally.hasTableParts { return true }
        if tally.tables > 0 || tally.columns == 1 || tally.rows == 1 { return false }
        if tally.rows >= 10 || tally.columns > 4 { return true }
        return tally.rows * tally.columns > 10
    }

    // MARK: Furniture

    private mutating func dropFurniture(of total: Int32) -> Tally {
        tree.tallied(article) { [article, weighs = rules.weighsClasses] tree, index, tally in
            let node = tree.nodes[index]
            if node.marks.contains(.kept) { return true }
            switch node.tag {
            case GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED, GUMBO_TAG_IFRAME: return node.marks.contains(.player)
            // Some pages call the article itself an aside.
            case GUMBO_TAG_FOOTER, GUMBO_TAG_ASIDE:
                return tally.text.length > total / 2 && tally.longest > 200 && tally.linkDensity < 0.3
            case GUMBO_TAG_INPUT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT,
                GUMBO_TAG_BUTTON:
                return false
            case GUMBO_TAG_H1, GUMBO_TAG_H2: if weighs, node.weight < 0 { return false }
            default: break
            }
            let isPart = Int(node.parent) == article
            return isPart || !node.hints.contains(.share) || tally.text.length >= 500
        }[article]
    }

    // MARK: Judging

    private mutating func judge(_ isMeant: (GumboTag) -> Bool) -> Tally {
        let weighs = rules.weighsClasses
        return tree.tallied(article) { tree, index, tally in
            guard isMeant(tree.nodes[index].tag), !tree.nodes[index].marks.contains(.kept) else { return true }
            return Judgement(tree: tree, index: index, tally: tally, weighsClasses: weighs).stays
        }[article]
    }

    // MARK: The end

    /// Last touches: no heading of the first level, no empty paragraphs, no tables of one cell.
    private mutating func settle() -> Tally {
        tree.tallied(article) { tree, index, tally in
            switch tree.nodes[index].tag {
            case GUMBO_TAG_H1: tree.nodes[index].tag = GUMBO_TAG_H2
            case GUMBO_TAG_P:
                return tally.text.length > 0 || tally.pictures + tally.embeds + tally.players > 0
            case GUMBO_TAG_TABLE: if tally.rows == 1, tally.cells == 1 { Self.dissolve(&tree, index) }
            default: break
            }
            return true
        }[article]
    }

    private static func dissolve(_ tree: inout PageTree, _ table: Int) {
        for entry in tree.order(table) {
            switch tree.nodes[Int(entry)].tag {
            case GUMBO_TAG_TABLE, GUMBO_TAG_TBODY, GUMBO_TAG_TR, GUMBO_TAG_TD:
                tree.nodes[Int(entry)].tag = GUMBO_TAG_DIV
            default: break
            }
        }
    }
}

/// Whether one list, table, form or division inside an article belongs to it.
struct Judgement {
    let tree: PageTree
    let index: Int
    let tally: Tally
    let weighsClasses: Bool

    private var node: PageNode { tree.nodes[index] }

    var stays: Bool {
        let length = Double(tally.text.length)
        let isList =
            node.tag == GUMBO_TAG_UL || node.tag == GUMBO_TAG_OL || (length > 0 && tally.listLength / length > 0.9)
        if node.marks.contains(.dataTable) || node.marks.contains(.inDataTable) || tally.dataTables > 0 { return true }
        if tree.isNear(GUMBO_TAG_CODE, index) { return true }
        let weight = weighsClasses ? Int(node.weight) : 0
        if weight < 0 { return false }
        if tally.text.commas >= 10 || tally.players > 0 { return true }
        if tally.text.length <= 24, SuspiciousWords.isAll(of: tree.text(index, limit: 64)) { return false }
        guard isSuspicious(isList: isList, weight: weight) else { return true }
        return isList && isListOfPictures
    }

    private func isSuspicious(isList: Bool, weight: Int) -> Bool {
        let isInFigure = tree.isNear(GUMBO_TAG_FIGURE, index)
        let density = tally.linkDensity
        if !isInFigure, tally.pictures > 1, Double(tally.paragraphs) / Double(tally.pictures) < 0.5 { return true }
        if !isList, tally.listItems - 100 > tally.paragraphs { return true }
        if tally.inputs > tally.paragraphs / 3 { return true }
        if !isList, !isInFigure, tally.density(tally.headingLength) < 0.9, tally.text.length < 25,
            tally.pictures == 0 || tally.pictures > 2, density > 0
        {
            return true
        }
        if !isList, weight < 25, density > 0.2 { return true }
        if weight >= 25, density > 0.5 { return true }
        if tally.embeds == 1 && tally.text.length < 75 || tally.embeds > 1 { return true }
        return tally.pictures == 0 && tally.density(tally.blockLength) == 0
    }

    /// A list of which every item is a picture.
    private var isListOfPictures: Bool {
        var at = tree.firstElement(index)
        while let child = at {
            if let only = tree.firstElement(child), tree.nextElement(only) != nil { return false }
            at = tree.nextElement(child)
        }
        return tally.pictures == tally.listItems
    }
}

/// Words that are all there is in places kept for advertisements and in parts a script has yet to load.
enum SuspiciousWords {
    private static let words: Set<String> = [
        "ad", "advertising", "advertisement", "pub", "publicité", "werb", "werbung", "广告", "реклама", "anuncio",
        "publicidad",
        "pubblicità", "advertentie", "annons", "reklama", "reklame", "mainos", "広告", "광고",
        "loading", "正在加载", "загрузка", "chargement", "cargando",
    ]

    static func isAll(of text: String) -> Bool {
        var rest = text.lowercased()[...]
        while let last = rest.last, last == "." || last == "…" { rest = rest.dropLast() }
        return words.contains(String(rest))
    }
}
