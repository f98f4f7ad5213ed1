import CGumbo

/// Removes lines that ask the reader to sign up, to follow, to share or to write.
///
/// Between paragraphs only short ones that leave no doubt; before the first and behind the last paragraph also longer
/// ones. A heading that asks takes the lines below it along.
enum PromotionPass {
    static func run(on tree: inout PageTree, in article: Int) {
        let blocks = TextBlocks(&tree, in: article)
        let calls = blocks.indices.map { Call($0, tree, blocks.stats[$0]) }
        let isProse = blocks.indices.indices.map {
            !calls[$0].isLikely && !calls[$0].isSure && blocks.isProse(blocks.indices[$0], tree)
        }
        // A page that is nothing but a call keeps it.
        guard let first = isProse.firstIndex(of: true), let last = isProse.lastIndex(of: true) else { return }
        var isBelowHeading = false
        for (place, index) in blocks.indices.enumerated() {
            let isEdge = place < first || place > last
            let isHeading = tree.nodes[index].tag.isHeading
            if isHeading { isBelowHeading = false }
            guard isBelowHeading || (isEdge ? calls[place].isLikely : calls[place].isSure) else { continue }
            if isHeading { isBelowHeading = place > last }
            tree.remove(index, .promotion)
        }
    }
}

/// A line that may ask the reader for something.
private struct Call {
    private(set) var isLikely = false
    /// Leaves no doubt.
    private(set) var isSure = false

    init(_ index: Int, _ tree: PageTree, _ stats: NodeStatistics) {
        guard stats.text.length <= 500, stats.elements <= 40, stats.pictures == 0, !tree.nodes[index].isCaption,
            tree.nodes[index].flags.isDisjoint(with: [.inDataTable, .dataTable])
        else { return }
        let text = BoilerplatePhrases.normalized(tree.text(index, limit: 1_024))
        let begins = CallPhrases.beginnings.isPrefix(of: text)
        let requests = CallPhrases.requests.count(in: text)
        guard begins || requests > 0 else { return }
        let channels = CallPhrases.channels.count(in: text)
        let hasLink = stats.links > 0
        let isQuestion = begins && stats.text.length <= 60 && tree.text(index, limit: 256).hasSuffix("?")
        let asks = hasLink || channels + requests > 0 || tree.nodes[index].tag.isHeading
        isLikely = isQuestion || begins && asks || hasLink && (channels > 0 || requests > 1)
        isSure =
            isQuestion
            || begins && stats.text.length <= 240
                && (requests > 0 ? stats.text.length <= 80 || hasLink : hasLink && channels > 0)
    }
}
