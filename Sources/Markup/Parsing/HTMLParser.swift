import CGumbo

/// Parses untrusted HTML with gumbo, within limits.
enum HTMLParser {
    /// Parses `source` and passes the tree's root (nil when there is none) and diagnostics to `body`. The tree lives as
    /// long as the call.
    static func withTree<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (GumboTree.Node?, [String]) -> Result
    ) -> Result {
        withRepairs(source) { bytes in
            var prefilter = InputPrefilter(bytes, isDocument: asDocument)
            let filtered = prefilter.filtered()
            return parse(bytes, filtered, prefilter, asDocument) { body($0, $1) }
        }
    }

    /// Parses a fragment for the sanitizer: attributes that it does not read are missing, and placeholders replace long
    /// runs of text.
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
        _ source: UnsafeBufferPointer<UInt8>, by repair: (UnsafeBufferPointer<UInt8>) -> [UInt8]?,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let repaired = repair(source) else { return body(source) }
        return repaired.withUnsafeBufferPointer(body)
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

/// The limits of a parse. gumbo is quadratic in depth and in attributes, so a hostile page could otherwise block the
/// server; real pages stay far below.
struct ParseLimits: Sendable {
    /// Depth of nested elements.
    var depth = 256
    /// Formatting elements (`<b>`, `<a>`, `<font>` …) open at once: each is copied into every paragraph until it ends.
    var formatting = 24
    /// Attributes of one element.
    var attributes = 64
    /// Start tags of a document.
    var elements = 100_000

    static let standard = ParseLimits()
}
