import CGumbo

/// A classifier of pages without an article.
enum NonArticleDetector {
    /// Returns the kind of a page without an article; nil for articles.
    static func kind(
        _ stats: NodeStatistics, metadata: PageMetadata, tree: ArticleTree, pruning: PruningPass
    ) -> NonArticleKind? {
        let (length, longest) = (stats.text.length, stats.longestParagraph)
        if length == 0 {
            if holdsTeasers(pruning.tree) { return .links }
            return stats.pictures > 0 ? .picturesOnly : emptyKind(metadata, tree)
        }
        if metadata.hasPasswordField, length < 250, longest < 140, !(pruning.isTruncated && longest > 80) {
            return .signIn
        }
        if length < 60, asksForScript(tree) { return .needsScript }
        let teasers = TeaserCounter(in: pruning, address: metadata.base)
        if stats.linkDensity > 0.7, longest < 140, length > 200, !teasers.isList {
            return .links
        }
        if length > 200, longest < 200, stats.linkDensity > 0.35, teasers.isFrontPage { return .links }
        return nil
    }

    /// Returns true if the removed boxes have five or more links.
    private static func holdsTeasers(_ tree: ArticleTree) -> Bool {
        let reasons: Set<RemovalReason> = [.teasers, .linkedLine, .relatedList, .relatedBox, .linkList]
        var links = 0
        for index in tree.nodes.indices where tree.nodes[index].removal.map(reasons.contains) == true {
            links += tree.preorder(index).count { tree.nodes[Int($0)].flags.contains(.link) }
            if links >= 5 { return true }
        }
        return false
    }

    private static func emptyKind(_ metadata: PageMetadata, _ tree: ArticleTree) -> NonArticleKind {
        if metadata.hasPasswordField { return .signIn }
        if asksForScript(tree) { return .needsScript }
        return tree.nodes.contains { !$0.isText && $0.tag != GUMBO_TAG_BODY } ? .noText : .empty
    }

    private static func asksForScript(_ tree: ArticleTree) -> Bool {
        tree.nodes.lazy.filter { $0.tag == GUMBO_TAG_NOSCRIPT && !$0.isText }.prefix(20).contains { node in
            guard let source = node.source else { return false }
            var walker = GumboTreeWalker(source)
            var seen = 0
            while let step = walker.next(), seen < 200 {
                seen += 1
                guard case .enter(let child) = step, child.pointee.type == GUMBO_NODE_TEXT,
                    let text = child.pointee.v.text.text
                else { continue }
                if String(decoding: GumboTree.bytes(text).prefix(400), as: UTF8.self).lowercased().contains(
                    "javascript")
                {
                    return true
                }
            }
            return false
        }
    }
}
