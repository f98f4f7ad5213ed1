import CGumbo

/// Untrusted HTML to gumbo's tree, within bounds (decision 12).
enum ParsedHTML {
    /// Parses `source` and lends the tree's root (nil when memory ran out) with what had to be left out.
    static func read(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (Tree.Node?, [String]) -> Void
    ) {
        let arena = ParseArena(budget: 1 << 26)
        let root = arena.parse(source, asDocument: asDocument)
        withExtendedLifetime(arena) { body(root, []) }
    }
}
