import CGumbo
import URLs

/// A pass that removes the rest after the last paragraph that has no text of its own: headings, links, labels,
/// copyright lines.
enum TrailingBoilerplatePass {
    /// Removes the closing lines.
    /// - Parameter authors: the names as in the byline.
    static func run(
        on tree: inout ArticleTree, _ blocks: TextBlocks, authors: some Sequence<String>, address: WebAddress
    ) {
        let names = authors.map { BoilerplatePhrases.normalized(BylineParser.names(in: $0)) }.filter {
            $0.utf8.count >= 6
        }
        let prose = blocks.indices.indices.filter { blocks.isProse(blocks.indices[$0], tree) }
        guard var last = prose.last else { return }
        // The last paragraph may be an author's note: "Ann Reed is a writer in Ostby."
        if prose.count > 2, presentsAuthor(blocks.indices[last], names, tree, blocks.stats) {
            tree.remove(blocks.indices[last], .authorNote)
            last = prose[prose.count - 2]
        }
        let lastMedium = lastMedium(tree, blocks.article)
        for index in blocks.indices[(last + 1)...].reversed() {
            if let lastMedium, lastMedium > index, tree.nodes[index].tag.isHeading || isLabel(index, tree) { break }
            guard isLeftOver(index, tree, blocks.stats[index], address) else { break }
            tree.remove(index, .closingLine)
        }
        for entry in tree.preorder(blocks.article).reversed() {
            guard !tree.nodes[Int(entry)].isText || tree.nodes[Int(entry)].textMeasure.length == 0 else { break }
            if tree.nodes[Int(entry)].tag == GUMBO_TAG_HR { tree.remove(Int(entry), .closingLine) }
        }
    }

    /// Returns the last picture or player, which a heading or a label may introduce.
    private static func lastMedium(_ tree: ArticleTree, _ article: Int) -> Int? {
        let media: [GumboTag] = [
            GUMBO_TAG_IMG, GUMBO_TAG_VIDEO, GUMBO_TAG_AUDIO, GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT, GUMBO_TAG_EMBED,
            GUMBO_TAG_MATH,
        ]
        return tree.preorder(article).last { media.contains(tree.nodes[Int($0)].tag) }.map(Int.init)
    }

    private static func isLabel(_ index: Int, _ tree: ArticleTree) -> Bool {
        tree.text(index, limit: 400).hasSuffix(":")
    }

    private static func presentsAuthor(
        _ index: Int, _ names: [String], _ tree: ArticleTree, _ stats: [NodeStatistics]
    ) -> Bool {
        guard !names.isEmpty, stats[index].text.length <= 500 else { return false }
        let text = BoilerplatePhrases.normalized(tree.text(index, limit: 200))
        return names.contains { text.hasPrefix($0 + " ") }
    }

    private static func isLeftOver(
        _ index: Int, _ tree: ArticleTree, _ stats: NodeStatistics, _ address: WebAddress
    ) -> Bool {
        let node = tree.nodes[index]
        guard node.tag != GUMBO_TAG_FIGCAPTION, stats.pictures == 0, node.flags.isDisjoint(with: [.inDataTable, .kept])
        else {
            return false
        }
        if tree.hasNearAncestor(GUMBO_TAG_FIGURE, index) || tree.hasNearAncestor(GUMBO_TAG_PRE, index) { return false }
        if node.tag.isHeading { return true }
        // Footnotes and references are links too.
        if stats.linkDensity > 0.6 {
            let isItem = node.tag == GUMBO_TAG_LI || tree.hasNearAncestor(GUMBO_TAG_LI, index)
            guard LinkOnlyLineDetector.leadsToSite(of: address, index, tree), stats.linkDensity > (isItem ? 0.95 : 0.6)
            else {
                return false
            }
            return stats.elements > 40 || !LinkOnlyLineDetector.isSentence(tree.text(index, limit: 1_024))
        }
        guard stats.text.length <= 160, stats.elements <= 20 else { return false }
        let text = tree.text(index, limit: 400)
        if text.hasPrefix("©") || text.hasPrefix("(c)") || text.hasSuffix(":") || isCredit(text) { return true }
        return DateLineParser.isDate(text) || BoilerplatePhrases.isBoilerplate(text, hasLink: stats.links > 0)
    }

    /// Returns true for lines such as "Photo: Ann Reed" and "Source: Ostby Courier".
    private static func isCredit(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.utf8.count <= 120, !text.hasSuffix(".") else { return false }
        let label = text[..<colon].lowercased().split { !$0.isLetter }
        return (1...3).contains(label.count) && label.first.map { creditWords.contains(String($0)) } == true
    }

    private static let creditWords: Set<String> = [
        "photo", "photos", "picture", "pictures", "image", "images", "source", "sources", "credit", "credits",
        "copyright",
        "foto", "fotos", "bild", "bilder", "bildquelle", "quelle", "quellen", "crédit", "crédits", "fuente", "crédito",
        "créditos",
        "fonte", "fonti", "bron", "källa", "kilde", "źródło", "zdjęcie", "фото", "источник",
    ]
}
