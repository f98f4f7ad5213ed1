import CGumbo

/// Removes boxes inside an article that their names or whole text give away: sign-up and author boxes, advertisements,
/// *advertisement* lines. Only small ones: some pages have their whole text in a box called `newsletter`.
enum BoxPass {
    /// - Parameter total: the text's length.
    /// - Returns: whether a notice said that the rest is for subscribers.
    static func run(on tree: inout PageTree, in article: Int, total: Int32) -> Bool {
        var foundPaywall = false
        tree.collectStatistics(article) { tree, index, stats in
            let reason = removal(tree, index, stats, total)
            if reason == .paywall { foundPaywall = true }
            return reason
        }
        return foundPaywall
    }

    private static func removal(_ tree: PageTree, _ index: Int, _ stats: NodeStatistics, _ total: Int32)
        -> RemovalReason?
    {
        let node = tree.nodes[index]
        let length = stats.text.length
        if !node.flags.isDisjoint(with: [.inDataTable, .kept]) { return nil }
        if node.hints.contains(.paywall), length < 800, stats.elements <= 200, length * 10 < total * 7,
            BoilerplatePhrases.mentionsSubscription(BoilerplatePhrases.normalized(tree.text(index)))
        {
            return .paywall
        }
        if !node.tag.isHeading, let reason = removalByName(node, tree.sureHints(index), stats, total) { return reason }
        guard length > 0, length <= 200, stats.elements <= 40, node.tag.isStandaloneBox else { return nil }
        let phrase = BoilerplatePhrases.normalized(tree.text(index, limit: 240))
        if BoilerplatePhrases.isPaywallNotice(phrase) { return .paywall }
        // "Advertising" may head a section about it.
        if !node.tag.isHeading, BoilerplatePhrases.isBoilerplate(phrase) { return .boilerplate }
        return stats.linkDensity > 0.4 && BoilerplatePhrases.isRelatedLink(phrase) ? .linkedLine : nil
    }

    private static func removalByName(
        _ node: PageNode, _ sureHints: ClassNameHints, _ stats: NodeStatistics, _ total: Int32
    ) -> RemovalReason? {
        let length = stats.text.length
        guard stats.quotedPosts == 0 else { return nil }
        // Prose goes only by a name that says nothing else.
        let hints = stats.isProse ? sureHints : node.hints
        if !hints.isDisjoint(with: .boilerplate), length * 10 < total * 3, length < 2_000 { return .namedBox }
        if hints.contains(.byline), stats.isProse, length * 10 < total * 3, length < 1_500 { return .namedBox }
        let isList = sureHints.contains(.related) && stats.links >= 3 && stats.links >= stats.paragraphs
        guard node.hints.contains(.related), length * 10 < total * (isList ? 7 : 4) else { return nil }
        return isList || stats.linkDensity > 0.3 && hints.contains(.related) ? .relatedBox : nil
    }
}

extension GumboTag {
    /// A line or a box of its own.
    var isStandaloneBox: Bool {
        switch self {
        case GUMBO_TAG_P, GUMBO_TAG_DIV, GUMBO_TAG_SECTION, GUMBO_TAG_UL, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_CENTER: true
        default: isHeading
        }
    }
}
