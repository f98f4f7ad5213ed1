import CGumbo

/// A serialiser of an article's nodes through a `SanitizerPass`.
struct ArticleSerializer {
    let tree: ArticleTree
    var pass: SanitizerPass

    private struct TraversalFrame {
        var next: Int32
        var exitAction: SanitizerPass.ExitAction
    }

    /// Writes the content of `top`, without recursion, as hostile trees are deep.
    mutating func write(_ top: Int) {
        let start = innermostContainer(top)
        var path = [TraversalFrame(next: tree.nodes[start].firstChild, exitAction: .nothing)]
        while let level = path.last {
            guard level.next >= 0, !pass.builder.isFull else {
                path.removeLast()
                pass.leave(level.exitAction)
                continue
            }
            let child = Int(level.next)
            path[path.count - 1].next = tree.nodes[child].next
            guard let exitAction = enter(child) else { continue }
            path.append(TraversalFrame(next: tree.nodes[child].firstChild, exitAction: exitAction))
        }
    }

    private mutating func enter(_ index: Int) -> SanitizerPass.ExitAction? {
        let node = tree.nodes[index]
        guard let source = node.source else {
            if node.tag == GUMBO_TAG_FIGURE { return pass.begin(.figure) }
            if node.tag == GUMBO_TAG_FIGCAPTION { return pass.begin(.figcaption) }
            return node.tag == GUMBO_TAG_P && !isOnlyPicture(index) ? pass.begin(.p) : .nothing
        }
        guard !node.isText else { return pass.enter(source) }
        if node.tag == GUMBO_TAG_BODY || isWrapper(index) { return .nothing }
        if source.pointee.v.element.tag != node.tag { source.pointee.v.element.tag = node.tag }
        guard let exitAction = pass.enter(source) else { return nil }
        // The content of leaves is only in gumbo's tree.
        if node.firstChild < 0, GumboTree.childCount(source) > 0, ArticleTree.isLeaf(node.tag) {
            pass.run(source)
            pass.leave(exitAction)
            return nil
        }
        return exitAction
    }

    /// Returns true if an added paragraph holds only a figure's picture.
    private func isOnlyPicture(_ index: Int) -> Bool {
        tree.hasNearAncestor(GUMBO_TAG_FIGURE, index)
            && !tree.children(index).contains { tree.nodes[$0].isText && !tree.isBlank($0) }
    }

    private func isWrapper(_ index: Int) -> Bool { isBareDivision(index) && onlyDivision(in: index) != nil }

    private func isBareDivision(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.tag.isDivision, !node.isText else { return false }
        guard let source = node.source else { return true }
        return GumboTree.attribute(source, "dir") == nil && GumboTree.attribute(source, "lang") == nil
    }

    private func onlyDivision(in index: Int) -> Int? {
        var only: Int?
        var at = tree.firstChild(index)
        while let child = at {
            if !tree.isBlank(child) {
                guard only == nil, tree.nodes[child].tag.isDivision, !tree.nodes[child].isText else { return nil }
                only = child
            }
            at = tree.next(child)
        }
        return only
    }

    private func innermostContainer(_ top: Int) -> Int {
        var at = top
        while let only = onlyDivision(in: at), isBareDivision(only) { at = only }
        return at
    }
}
