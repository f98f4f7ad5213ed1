import CGumbo
import URLs

/// The decision whether a list, table, form or division belongs to the article, by its content.
struct ArticleBlockClassifier {
    let tree: ArticleTree
    let index: Int
    let stats: NodeStatistics
    let weighsClasses: Bool
    let address: WebAddress

    private var node: ArticleTreeNode { tree.nodes[index] }

    /// The reason to remove the element; nil to keep it.
    var removal: RemovalReason? {
        if stats.text.length <= 24, stats.elements <= 40, AdPlaceholderPhrases.makeUp(tree.text(index, limit: 64)) {
            return .placeholder
        }
        return shouldKeep ? nil : .linkList
    }

    private var shouldKeep: Bool {
        let length = Double(stats.text.length)
        let isList =
            node.tag == GUMBO_TAG_UL || node.tag == GUMBO_TAG_OL || (length > 0 && stats.listLength / length > 0.9)
        if node.flags.contains(.dataTable) || node.flags.contains(.inDataTable) || stats.dataTables > 0 { return true }
        if tree.hasNearAncestor(GUMBO_TAG_CODE, index) { return true }
        if node.isCaption || tree.hasNearAncestor(GUMBO_TAG_FIGCAPTION, index) { return true }
        let weight = weighsClasses ? Int(node.weight) : 0
        if stats.text.length > 0, stats.links + stats.inputs + stats.embeds + stats.pictures == 0 { return true }
        if stats.isProse, stats.inputs == 0 || weight >= 0 && stats.inputs <= stats.paragraphs / 3 { return true }
        if isHeadingWrapper || isLinkedSentence || holdsSentence || leadsElsewhere || isListOfTexts
            || stats.quotedPosts > 0
        {
            return true
        }
        if weight < 0 { return false }
        if stats.text.commas >= 10 || stats.players > 0 { return true }
        guard isSuspicious(isList: isList, weight: weight) else { return true }
        return isList && isListOfPictures
    }

    /// True for a heading with a mark or link beside it.
    private var isHeadingWrapper: Bool {
        stats.headingLength * 2 >= Double(stats.text.length) && stats.text.length > 0 && stats.text.length < 200
            && stats.pictures == 0 && stats.linkDensity < 0.5
    }

    /// True for one link with a few words, to another site or a document, or a heading that is one.
    private var leadsElsewhere: Bool {
        guard stats.inputs == 0, stats.elements <= 60, stats.links == 1 || stats.linkedHeadings == 1 && stats.links < 4
        else {
            return false
        }
        let unlinked = Double(stats.text.length) - stats.linkLength
        guard stats.text.weight >= 20, stats.pictures == 0 || stats.linkedHeadings == 1 && unlinked >= 10 else {
            return false
        }
        return tree.text(index, limit: 512).split(separator: " ").count >= 4
            && !LinkOnlyLineDetector.leadsToSite(of: address, index, tree)
    }

    /// True for text of some length beside the links.
    private var holdsSentence: Bool {
        let unlinked = Double(stats.text.weight) - stats.linkLength
        return unlinked >= 80 && stats.linkDensity < 0.5 && stats.paragraphs > 0 && stats.inputs == 0
            && stats.elements <= 60
            && stats.pictures <= 1 && ScoringPass.hasSentence(tree.text(index, limit: 2_048))
    }

    /// True for a list of references, whose items have words of their own beside their links.
    private var isListOfTexts: Bool {
        let unlinked = Double(stats.text.length) - stats.linkLength
        return stats.listItems > 1 && stats.inputs == 0 && stats.pictures == 0
            && unlinked >= 30 * Double(stats.listItems)
    }

    /// True for a sentence of the text that is one link.
    private var isLinkedSentence: Bool {
        guard stats.links == 1, stats.paragraphs == 1, stats.elements <= 40, stats.pictures == 0,
            (60...600).contains(stats.text.length)
        else {
            return false
        }
        return LinkOnlyLineDetector.isSentence(tree.text(index, limit: 1_024))
    }

    private func isSuspicious(isList: Bool, weight: Int) -> Bool {
        let isInFigure = tree.hasNearAncestor(GUMBO_TAG_FIGURE, index)
        let density = stats.linkDensity
        if !isInFigure, stats.pictures > 1, stats.figures * 2 < stats.pictures,
            Double(stats.paragraphs) / Double(stats.pictures) < 0.5
        {
            return true
        }
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

/// The texts of ad slots and lazily loaded parts.
enum AdPlaceholderPhrases {
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
