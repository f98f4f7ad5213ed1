import CGumbo

/// Untrusted HTML to gumbo's tree, within bounds (decision 12).
enum ParsedHTML {
    /// Parses `source` and lends the tree's root (nil when there is none) with what had to be left out, in words.
    static func read<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (Tree.Node?, [String]) -> Result
    ) -> Result {
        repaired(source) { bytes in
            var bounds = BoundedSource(bytes, isDocument: asDocument)
            let bounded = bounds.bounded()
            return parse(bytes, bounded, bounds, asDocument) { body($0, $1) }
        }
    }

    /// Parses a fragment for cleaning: attributes that cleaning does not ask about are missing, and in the tree's text
    /// single characters stand in for longer runs.
    static func readBriefly<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ body: (Tree.Node?, StandIns?, [String]) -> Result
    ) -> Result {
        repaired(source) { bytes in
            var bounds = BoundedSource(bytes, isDocument: false, isBrief: true)
            var bounded = bounds.bounded()
            if bounds.isForged {
                bounds = BoundedSource(bytes, isDocument: false)
                bounded = bounds.bounded()
            }
            return parse(bytes, bounded, bounds, false) { body($0, bounds.standIns, $1) }
        }
    }

    private static func repaired<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        mended(source, by: ControlCharacters.repaired) { mended($0, by: OverflowingReferences.repaired, body) }
    }

    private static func mended<Result>(
        _ source: UnsafeBufferPointer<UInt8>, by mend: (UnsafeBufferPointer<UInt8>) -> [UInt8]?,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let mended = mend(source) else { return body(source) }
        return mended.withUnsafeBufferPointer(body)
    }

    private static func parse<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ bounded: [UInt8]?, _ bounds: BoundedSource, _ asDocument: Bool,
        _ body: (Tree.Node?, [String]) -> Result
    ) -> Result {
        // Measured: a bare element takes about 500 bytes of the arena, a byte of text at most four.
        let budget = (8 << 20) + min(bounds.elementCount, Bounds.standard.elements) * 1_024 + 16 * source.count
        let arena = ParseArena(budget: budget, sourceLength: source.count)
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            let root = arena.parse(bytes, asDocument: asDocument)
            let all =
                arena.isExhausted
                ? bounds.complaints + ["the rest was left out: its nesting would not end"] : bounds.complaints
            return withExtendedLifetime(arena) { body(root, all) }
        }
        guard let bounded else { return parse(source) }
        return bounded.withUnsafeBufferPointer(parse)
    }
}
