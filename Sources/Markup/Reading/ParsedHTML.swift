import CGumbo

/// Untrusted HTML to gumbo's tree, within bounds (decision 12).
enum ParsedHTML {
    /// Parses `source` and lends the tree's root (nil when there is none) with what had to be left out, in words.
    static func read<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (Tree.Node?, [String]) -> Result
    ) -> Result {
        guard let repaired = ControlCharacters.repaired(source) else {
            return readRepaired(source, asDocument: asDocument, body)
        }
        return repaired.withUnsafeBufferPointer { readRepaired($0, asDocument: asDocument, body) }
    }

    private static func readRepaired<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (Tree.Node?, [String]) -> Result
    ) -> Result {
        var bounds = BoundedSource(source, isDocument: asDocument)
        let bounded = bounds.bounded()
        let complaints = bounds.complaints
        // Measured: a bare element takes about 500 bytes of the arena, a byte of text at most four.
        let budget = (8 << 20) + min(bounds.elementCount, Bounds.standard.elements) * 1_024 + 16 * source.count
        let arena = ParseArena(budget: budget, sourceLength: source.count)
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            let root = arena.parse(bytes, asDocument: asDocument)
            let all = arena.isExhausted ? complaints + ["the rest was left out: its nesting would not end"] : complaints
            return withExtendedLifetime(arena) { body(root, all) }
        }
        guard let bounded else { return parse(source) }
        return bounded.withUnsafeBufferPointer(parse)
    }
}
