import CGumbo

/// A pass that removes lines that ask the reader to sign up, to follow, to share or to write.
///
/// Between paragraphs it removes only short, certain ones; before the first and after the last paragraph also longer
/// ones. Removing such a heading removes the lines below it.
enum CallToActionPass {
    static func run(on tree: inout ArticleTree, _ blocks: TextBlocks) {
        let calls = blocks.indices.map { CallToAction($0, tree, blocks.stats[$0]) }
        var prose = blocks.indices.indices.filter { !calls[$0].isSure && blocks.isProse(blocks.indices[$0], tree) }[...]
        // Paragraphs at the edges that may be calls are taken for calls.
        for _ in 0..<3 where prose.count > 1 {
            if let last = prose.last, calls[last].isLikely { prose.removeLast() }
            if let first = prose.first, calls[first].isLikely { prose.removeFirst() }
        }
        // A page that is nothing but a call keeps its text.
        guard let first = prose.first, let last = prose.last else { return }
        var linesBelowHeading = 0
        for (place, index) in blocks.indices.enumerated() {
            let isEdge = place < first || place > last
            let isHeading = tree.nodes[index].tag.isHeading
            if isHeading { linesBelowHeading = 0 }
            let isBelow =
                linesBelowHeading > 0 && tree.nodes[index].tag != GUMBO_TAG_PRE
                && blocks.stats[index].text.length <= 200
            guard isBelow || (isEdge ? calls[place].isLikely : calls[place].isSure) else { continue }
            linesBelowHeading = isHeading && place > last ? 2 : max(0, linesBelowHeading - 1)
            tree.remove(index, .promotion)
        }
    }
}

/// The classification of a line that may ask the reader for something.
private struct CallToAction {
    private(set) var isLikely = false
    /// True for a line that is certainly a call.
    private(set) var isSure = false

    init(_ index: Int, _ tree: ArticleTree, _ stats: NodeStatistics) {
        guard stats.text.length <= 500, stats.elements <= 40, stats.pictures == 0, !tree.nodes[index].isCaption,
            tree.nodes[index].flags.isDisjoint(with: [.inDataTable, .dataTable])
        else { return }
        let text = tree.text(index, limit: 1_024)
        // Quotations and steps of a numbered list are not calls.
        guard let opening = text.first, !"“”„«»‘‚\"'–—".contains(opening), !tree.hasNearAncestor(GUMBO_TAG_OL, index)
        else { return }
        let phrase = BoilerplatePhrases.normalized(text)
        let remainder = CallToActionPhrases.beginnings.remainder(of: phrase)
        let begins = remainder != nil
        let requests = CallToActionPhrases.requests.count(in: remainder ?? phrase[...])
        let channels = CallToActionPhrases.channels.count(in: phrase)
        guard begins || requests > 0 || channels > 1 else { return }
        // A heading often links to itself.
        let hasLink = stats.links > 0 && !tree.nodes[index].tag.isHeading
        let isQuestion = begins && stats.text.length <= 60 && text.hasSuffix("?")
        let isShort = stats.text.length <= 240
        isLikely =
            isQuestion || begins && isShort && (channels + requests > 0 || hasLink && stats.text.length <= 120)
            || hasLink && channels + requests > 1
        isSure =
            begins && isShort && (requests > 0 ? stats.text.length <= 80 || hasLink : hasLink && channels > 0)
    }
}
