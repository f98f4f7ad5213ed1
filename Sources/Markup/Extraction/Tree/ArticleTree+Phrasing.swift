import CGumbo

extension ArticleTree {
    /// Flags inline content, and the elements that hold blocks.
    mutating func flagPhrasingAndBlocks() {
        for entry in preorder(root).reversed() {
            let index = Int(entry)
            guard !nodes[index].isText else { continue }
            if nodes[index].tag.isPhrasing || containsOnlyPhrasing(index) {
                nodes[index].flags.insert(.phrasing)
            }
            guard let parent = parent(index) else { continue }
            if nodes[index].tag.isTextBlock || nodes[index].flags.contains(.containsBlock) {
                nodes[parent].flags.insert(.containsBlock)
            }
        }
    }

    private func containsOnlyPhrasing(_ index: Int) -> Bool {
        guard nodes[index].tag.mayBePhrasing else { return false }
        var at = firstElement(index)
        while let child = at {
            guard nodes[child].flags.contains(.phrasing) else { return false }
            at = nextElement(child)
        }
        return true
    }
}
