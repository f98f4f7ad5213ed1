import CGumbo
import URLs

/// A pass that removes boxes inside an article that their names or whole text give away: sign-up and author boxes,
/// advertisements, *advertisement* lines. Removes only small boxes, as some pages have their whole text in a box called
/// `newsletter`.
struct BoilerplateBoxPass {
    /// The length of the article's text.
    let total: Int32
    let address: WebAddress

    /// Removes boxes. Returns the statistics of the remaining nodes; `foundPaywall` is true if a notice said that the
    /// rest is for subscribers.
    func run(on tree: inout ArticleTree, in article: Int) -> (stats: [NodeStatistics], foundPaywall: Bool) {
        var foundPaywall = false
        let stats = tree.collectStatistics(article) { tree, index, stats in
            let reason = removal(of: index, tree, stats)
            if reason == .paywall { foundPaywall = true }
            return reason
        }
        return (stats, foundPaywall)
    }

    private func removal(of index: Int, _ tree: ArticleTree, _ stats: NodeStatistics) -> RemovalReason? {
        let node = tree.nodes[index]
        let length = stats.text.length
        if !node.flags.isDisjoint(with: [.inDataTable, .kept]) { return nil }
        if node.hints.contains(.paywall), length < 800, stats.elements <= 200, length * 10 < total * 7,
            BoilerplatePhrases.mentionsSubscription(BoilerplatePhrases.normalized(tree.text(index)))
        {
            return .paywall
        }
        if let reason = removalByName(node, stats) { return reason }
        guard length > 0, length <= 300, stats.elements <= 40, node.tag.isStandaloneBox else { return nil }
        let text = tree.text(index, limit: 400)
        let phrase = BoilerplatePhrases.normalized(text)
        if BoilerplatePhrases.isPaywallNotice(phrase) { return .paywall }
        // The heading "Advertising" may belong to a section on that subject.
        if !node.tag.isHeading, BoilerplatePhrases.isBoilerplate(text, phrase, hasLink: stats.links > 0) {
            return .boilerplate
        }
        let isRelated = stats.linkDensity > 0.4 && BoilerplatePhrases.isRelatedLink(phrase)
        return isRelated && LinkOnlyLineDetector.leadsToSite(of: address, index, tree) ? .linkedLine : nil
    }

    private func removalByName(_ node: ArticleTreeNode, _ stats: NodeStatistics) -> RemovalReason? {
        let length = stats.text.length
        // The class of a heading, or of a box around one, often repeats the heading's text.
        let isHeading = stats.headingLength * 10 >= Double(length) * 8 && length > 0 && stats.links == 0
        guard !node.tag.isHeading, !isHeading, stats.quotedPosts == 0 else { return nil }
        // Prose is removed only by a name without other meanings.
        let isProse = stats.isProse(node)
        let hints = isProse ? node.sureHints : node.hints
        if node.sureHints.contains(.authorBox), length * 10 < total * 6, length < 1_500 { return .namedBox }
        if !hints.isDisjoint(with: .boilerplate), length * 10 < total * 3, length < 2_000 { return .namedBox }
        if isProse, hints.contains(.byline), length * 10 < total * 3, length < 1_500 { return .namedBox }
        let isList = node.sureHints.contains(.related) && stats.links >= 3 && stats.links >= stats.paragraphs
        guard node.hints.contains(.related), length * 10 < total * (isList ? 7 : 4) else { return nil }
        return isList || stats.linkDensity > 0.3 && hints.contains(.related) ? .relatedBox : nil
    }
}

extension GumboTag {
    /// True for elements that are a line or box of their own.
    var isStandaloneBox: Bool {
        switch self {
        case GUMBO_TAG_P, GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_UL, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_CENTER: true
        default: isHeading
        }
    }
}
