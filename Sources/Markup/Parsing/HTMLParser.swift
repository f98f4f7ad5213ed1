import CGumbo

/// A parser of untrusted HTML with gumbo, within limits.
enum HTMLParser {
    /// Parses HTML; the tree lives only during the call.
    static func withTree<Result>(
        _ source: UnsafeBufferPointer<UInt8>, asDocument: Bool, _ body: (GumboTree.Node?, [String]) -> Result
    ) -> Result {
        withRepairs(source) { bytes in
            var prefilter = InputPrefilter(bytes, isDocument: asDocument)
            let filtered = prefilter.filtered()
            return parse(bytes, filtered: filtered, prefilter: prefilter, asDocument: asDocument) { body($0, $1) }
        }
    }

    /// Parses HTML for the sanitizer: without ignored attributes, with placeholders for long text.
    /// - Parameter keepsStyles: true to keep inline styles that hide nothing.
    static func withCompactTree<Result>(
        _ source: UnsafeBufferPointer<UInt8>, keepsStyles: Bool = false,
        _ body: (GumboTree.Node?, TextPlaceholders?, [String]) -> Result
    ) -> Result {
        withRepairs(source) { bytes in
            var prefilter = InputPrefilter(bytes, isDocument: false, isCompacting: true)
            prefilter.attributeFilter.keepsStyles = keepsStyles
            var filtered = prefilter.filtered()
            if prefilter.hasForgedPlaceholder {
                prefilter = InputPrefilter(bytes, isDocument: false)
                filtered = prefilter.filtered()
            }
            return parse(bytes, filtered: filtered, prefilter: prefilter, asDocument: false) {
                body($0, prefilter.placeholders, $1)
            }
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
        _ source: UnsafeBufferPointer<UInt8>, filtered: [UInt8]?, prefilter: InputPrefilter, asDocument: Bool,
        _ body: (GumboTree.Node?, [String]) -> Result
    ) -> Result {
        // Measurements: an element takes about 500 bytes, a byte of text at most four.
        let budget = (8 << 20) + min(prefilter.elementCount, ParseLimits.standard.elements) * 1_024 + 16 * source.count
        let arena = ParseArena(budget: budget, sourceLength: source.count)
        func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            let root = arena.parse(bytes, asDocument: asDocument)
            let all =
                arena.isExhausted
                ? prefilter.diagnostics + ["the rest was left out: its nesting would not end"] : prefilter.diagnostics
            return withExtendedLifetime(arena) { body(root, all) }
        }
        guard let filtered else { return run(source) }
        return filtered.withUnsafeBufferPointer(run)
    }
}

/// The limits of parsing. Gumbo takes quadratic time in depth and attributes, so hostile pages could block the server.
/// Real pages stay far below the limits.
struct ParseLimits: Sendable {
    var depth = 256
    /// The maximum number of formatting elements (`<b>`, `<a>` …) open at once, as every paragraph copies them.
    var formatting = 24
    /// The maximum number of attributes per element.
    var attributes = 64
    /// The maximum number of start tags per document.
    var elements = 100_000

    static let standard = ParseLimits()
}
