import CGumbo

/// What a page without an article seems to be instead, as a sentence.
enum PageKind {
    /// Judges what was found; nil when it passes for an article.
    static func complaint(_ tally: Tally, metadata: PageMetadata, tree: PageTree, found: Pruning) -> String? {
        let (length, longest) = (tally.text.length, tally.longest)
        if length == 0 { return tally.pictures > 0 ? pictures : empty(metadata, tree) }
        if metadata.asksForPassword, length < 250, longest < 140, !(found.isCutShort && longest > 80) {
            return "This is a page to sign in at; the article is behind it."
        }
        if length < 60, asksForScript(tree) { return script }
        let teasers = Teasers(in: found, address: metadata.base)
        if tally.linkDensity > 0.7, longest < 140, length > 200, !teasers.isList {
            return links
        }
        if length > 200, longest < 200, teasers.isFrontPage { return links }
        return nil
    }

    private static let links = "This is a page of links, such as a front page; it has no article of its own."
    private static let script = "The page holds no text by itself: a script in a browser would have to make it."
    private static let pictures = "The page shows pictures without any text."
    private static let bare = "The page holds no text by itself: a script or other pages would have to bring it."

    private static func empty(_ metadata: PageMetadata, _ tree: PageTree) -> String {
        if metadata.asksForPassword { return "This is a page to sign in at; the article is behind it." }
        if asksForScript(tree) { return script }
        return tree.nodes.contains { !$0.isText && $0.tag != GUMBO_TAG_BODY } ? bare : "The page is empty."
    }

    /// Whether a `noscript` speaks of scripts.
    private static func asksForScript(_ tree: PageTree) -> Bool {
        tree.nodes.lazy.filter { $0.tag == GUMBO_TAG_NOSCRIPT && !$0.isText }.prefix(20).contains { node in
            guard let source = node.source else { return false }
            var walk = TreeWalk(source)
            var seen = 0
            while let step = walk.next(), seen < 200 {
                seen += 1
                guard case .enter(let child) = step, child.pointee.type == GUMBO_NODE_TEXT,
                    let text = child.pointee.v.text.text
                else { continue }
                if String(decoding: Tree.bytes(text).prefix(400), as: UTF8.self).lowercased().contains("javascript") {
                    return true
                }
            }
            return false
        }
    }
}
