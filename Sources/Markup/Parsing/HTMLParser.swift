import CGumbo

/// Untrusted HTML to gumbo's tree, within bounds (decision 12).
enum HTMLParser {
    /// Parses `source` and lends the tree's root (nil when there is none) with what had to be left out, in words.
    static func withTree<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (GumboTree.Node?, [String]) -> Result
    ) -> Result {
        withRepairs(source) { bytes in
            var prefilter = InputPrefilter(bytes, isDocument: asDocument)
            let filtered = prefilter.filtered()
            return parse(bytes, filtered, prefilter, asDocument) { body($0, $1) }
        }
    }

    /// Parses a fragment for cleaning: attributes that cleaning does not ask about are missing, and in the tree's text
    /// single characters stand in for longer runs.
    static func withCompactTree<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ body: (GumboTree.Node?, TextPlaceholders?, [String]) -> Result
    ) -> Result {
        withRepairs(source) { bytes in
            var prefilter = InputPrefilter(bytes, isDocument: false, isCompacting: true)
            var filtered = prefilter.filtered()
            if prefilter.hasForgedPlaceholder {
                prefilter = InputPrefilter(bytes, isDocument: false)
                filtered = prefilter.filtered()
            }
            return parse(bytes, filtered, prefilter, false) { body($0, prefilter.placeholders, $1) }
        }
    }

    private static func withRepairs<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withRepair(source, by: ControlCharacters.repaired) { withRepair($0, by: OverflowingReferences.repaired, body) }
    }

    private static func withRepair<Result>(
        _ source: UnsafeBufferPointer<UInt8>, by mend: (UnsafeBufferPointer<UInt8>) -> [UInt8]?,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let mended = mend(source) else { return body(source) }
        return mended.withUnsafeBufferPointer(body)
    }

    private static func parse<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ filtered: [UInt8]?, _ prefilter: InputPrefilter, _ asDocument: Bool,
        _ body: (GumboTree.Node?, [String]) -> Result
    ) -> Result {
        // Measured: a bare element takes about 500 bytes of the arena, a byte of text at most four.
        let budget = (8 << 20) + min(prefilter.elementCount, ParseLimits.standard.elements) * 1_024 + 16 * source.count
        let arena = ParseArena(budget: budget, sourceLength: source.count)
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            let root = arena.parse(bytes, asDocument: asDocument)
            let all =
                arena.isExhausted
                ? prefilter.diagnostics + ["the rest was left out: its nesting would not end"] : prefilter.diagnostics
            return withExtendedLifetime(arena) { body(root, all) }
        }
        guard let filtered else { return parse(source) }
        return filtered.withUnsafeBufferPointer(parse)
    }
}

/// How much of a document is read (decision 12). gumbo is quadratic in depth and in attributes, so these are what keeps
/// a hostile page from stopping the house; no honest one comes near them.
struct ParseLimits: Sendable {
    /// Elements open inside each other.
    var depth = 256
    /// Formatting elements (`<b>`, `<a>`, `<font>` …) open at once: each is copied into every paragraph until it ends.
    var formatting = 24
    /// Attributes of one element.
    var attributes = 64
    /// Start tags of a document.
    var elements = 100_000

    static let standard = ParseLimits()
}
