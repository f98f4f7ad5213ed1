import CGumbo
import URLs

/// Removes what is left behind the last paragraph and has no text of its own: headings, links, labels, copyright lines.
enum ClosingPass {
    /// - Parameter authors: as the byline names them.
    static func run(on tree: inout PageTree, in article: Int, authors: some Sequence<String>, address: WebAddress) {
        let blocks = TextBlocks(&tree, in: article)
        let names = authors.map { BoilerplatePhrases.normalized(BylineParser.names(in: $0)) }.filter {
            $0.utf8.count >= 6
        }
        let prose = blocks.indices.indices.filter { blocks.isProse(blocks.indices[$0], tree) }
        guard var last = prose.last else { return }
        // "Ann Reed is a writer in Ostby."
        if prose.count > 2, presentsAuthor(blocks.indices[last], names, tree, blocks.stats) {
            tree.remove(blocks.indices[last], .authorNote)
            last = prose[prose.count - 2]
        }
        for index in blocks.indices[(last + 1)...].reversed() {
            guard isLeftOver(index, tree, blocks.stats[index], address) else { break }
            tree.remove(index, .closingLine)
        }
    }

    private static func presentsAuthor(
        _ index: Int, _ names: [String], _ tree: PageTree, _ stats: [NodeStatistics]
    ) -> Bool {
        guard !names.isEmpty, stats[index].text.length <= 700 else { return false }
        let text = BoilerplatePhrases.normalized(tree.text(index, limit: 200))
        return names.contains { text.hasPrefix($0 + " ") }
    }

    private static func isLeftOver(
        _ index: Int, _ tree: PageTree, _ stats: NodeStatistics, _ address: WebAddress
    ) -> Bool {
        let node = tree.nodes[index]
        guard !node.isCaption, stats.pictures == 0, node.flags.isDisjoint(with: [.inDataTable, .kept]) else {
            return false
        }
        if tree.hasNearAncestor(GUMBO_TAG_FIGURE, index) || tree.hasNearAncestor(GUMBO_TAG_PRE, index) { return false }
        if node.tag.isHeading { return true }
        // Footnotes and references are links too.
        if stats.linkDensity > 0.6 {
            let isItem = node.tag == GUMBO_TAG_LI || tree.hasNearAncestor(GUMBO_TAG_LI, index)
            return !isItem || stats.linkDensity > 0.95 && LinkedLines.leadsToSite(of: address, index, tree)
        }
        guard stats.text.length <= 160, stats.elements <= 20 else { return false }
        let text = tree.text(index, limit: 400)
        if text.hasPrefix("©") || text.hasPrefix("(c)") || text.hasSuffix(":") || isCredit(text) { return true }
        return DateLineParser.isDate(text) || BoilerplatePhrases.isBoilerplate(BoilerplatePhrases.normalized(text))
    }

    /// "Photo: Ann Reed", "Source: Ostby Courier".
    private static func isCredit(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.utf8.count <= 120 else { return false }
        let label = text[..<colon].lowercased().split { !$0.isLetter }
        return (1...3).contains(label.count) && label.contains { creditWords.contains(String($0)) }
    }

    private static let creditWords: Set<String> = [
        "photo", "photos", "picture", "pictures", "image", "images", "source", "sources", "credit", "credits",
        "copyright",
        "foto", "fotos", "bild", "bilder", "bildquelle", "quelle", "quellen", "crédit", "crédits", "fuente", "crédito",
        "créditos",
        "fonte", "fonti", "bron", "källa", "kilde", "źródło", "zdjęcie", "фото", "источник",
    ]
}
