import CGumbo
import Foundation

// bounded throughout: scan positions only grow.

/// The linear pass before gumbo. Omits elements that gumbo handles badly and no page shows: scripts, styles, SVG,
/// templates, selects. Token ends then do not depend on the tree, so limits enforced here also hold in gumbo.
struct InputPrefilter {
    let scanner: TagScanner
    private let isDocument: Bool
    private let isCompacting: Bool
    private let limits = ParseLimits.standard
    var openElements: OpenElementStack
    let kinds = TagKind.table

    private var out: [UInt8] = []
    private var isChanged = false
    private(set) var copiedCount = 0
    private var elements = 0
    private var unclosedCounts = [Int](repeating: 0, count: 256)
    /// The open omitted element; `resume` is the offset after its start tag.
    var skippedElement: (tag: GumboTag, depth: Int, foreign: Int, resume: Int)?
    var neverClosed: Set<UInt32> = []
    /// The self-closing tags, read when the first tag ends in a slash.
    var selfClosingTags: SelfClosingTags?
    private var openCharacterData = 0
    private var rootTags = 0
    private static let maximumRootTags = 8
    /// The placeholders for long text; nil if gumbo gets the whole text.
    private(set) var placeholders: TextPlaceholders?
    var attributeFilter: AttributeFilter
    /// True if a character reference gives a placeholder character, so that parsing must not use placeholders.
    var hasForgedPlaceholder = false
    private(set) var isTooDeep = false
    private(set) var isTooMany = false
    private(set) var hasTooManyAttributes = false

    /// Creates a filter.
    /// - Parameter isCompacting: true to omit ignored attributes and replace text runs.
    init(_ source: UnsafeBufferPointer<UInt8>, isDocument: Bool, isCompacting: Bool = false) {
        placeholders = isCompacting ? TextPlaceholders(for: source) : nil
        attributeFilter = AttributeFilter(source)
        self.isCompacting = isCompacting
        scanner = TagScanner(source: source, maximumAttributes: limits.attributes)
        openElements = OpenElementStack(limits: limits)
        self.isDocument = isDocument
    }

    var elementCount: Int { elements }

    var diagnostics: [String] {
        var diagnostics: [String] = []
        if isTooDeep { diagnostics.append("elements nested too deep were unwrapped") }
        if hasTooManyAttributes { diagnostics.append("attributes past the \(limits.attributes)th were left out") }
        if isTooMany { diagnostics.append("everything after \(limits.elements) elements was left out") }
        return diagnostics
    }

    /// Returns the filtered input; nil if it is unchanged.
    mutating func filtered() -> [UInt8]? {
        var index: Int? = 0
        let count = scanner.source.count
        while let start = index ?? resume() {
            guard let next = scanner.nextTag(from: start) else {
                text(start, count)
                index = nil
                continue
            }
            text(start, next)
            index = token(at: next)
            if isTooMany {
                omit(from: next, to: count)
                break
            }
        }
        guard isChanged else { return nil }
        copy(to: count)
        return out
    }

    /// Reads a token, and returns the offset of the next one.
    private mutating func token(at index: Int) -> Int? {
        switch scanner.token(at: index) {
        case .text: return index + 1
        case .comment(let end): return end
        case .truncated:
            // HTML drops a tag that the document ends in (§13.2.5.8), and gumbo would read all its attributes first.
            // Inside an omitted element, reading resumes after that element's start tag.
            if skippedElement == nil { omit(from: index, to: scanner.source.count, isInsideTag: true) }
            return nil
        case .characterData(let end):
            if let skippedElement { return skippedElement.tag == GUMBO_TAG_SVG ? endOfCharacterData(from: end) : end }
            openCharacterData += 1
            omit(from: index, to: end)
            return end
        case .start(let tag, let end, let cut):
            return skippedElement == nil
                ? start(tag, at: index, end: end, cut: cut) : skippedStart(tag, at: index, end: end)
        case .end(let tag, let end):
            return skippedElement == nil ? self.end(tag, at: index, end: end) : skippedEnd(tag, end: end)
        }
    }

    // MARK: Tags

    private mutating func start(_ tag: GumboTag, at index: Int, end: Int, cut: Int?) -> Int? {
        let kind = kinds[Int(tag.rawValue)]
        elements += 1
        if elements > limits.elements {
            isTooMany = true
            return index
        }
        let isWhole = isWhole(tag, at: index, end: end)
        if kind.contains(.ignored) || (kind.contains(.skipped) && (isWhole || neverClosed.contains(tag.rawValue)))
            || isWhole && (tag == GUMBO_TAG_PLAINTEXT || kind.contains(.rawText) && tag != GUMBO_TAG_IFRAME)
        {
            omit(from: index, to: end)
            return end
        }
        if kind.contains(.skipped) {
            copy(to: index)
            skippedElement = (tag, 1, 0, end)
            return end
        }
        if kind.contains(.rawText), !isWhole { return rawText(tag, at: index, end: end, cut: cut) }
        guard openElements.start(tag) else {
            isTooDeep = true
            if !isWhole { unclosedCounts[Int(tag.rawValue)] += 1 }
            omit(from: index, to: end)
            return end
        }
        keep(tag, at: index, end: end, cut: cut)
        if isWhole {
            openElements.end(tag)
            writeEndTag(of: tag, at: index, end: end)
        }
        // Everything after `<plaintext>` is text.
        return tag == GUMBO_TAG_PLAINTEXT ? scanner.source.count : end
    }

    private mutating func keep(_ tag: GumboTag, at index: Int, end: Int, cut: Int?) {
        if tag == GUMBO_TAG_MATH { renameFormula(from: index + 1) }
        if isRepeatedRoot(tag) {
            omit(from: index, to: end)
        } else if cut != nil {
            omitAttributes(from: cut, to: end)
        } else if isCompacting {
            filterAttributes(index, end)
        }
    }

    private mutating func omitAttributes(from cut: Int?, to end: Int) {
        guard let cut else { return }
        hasTooManyAttributes = true
        omit(from: cut, to: end - 1, isInsideTag: true)
    }

    /// Returns true for too many `<html>` and `<body>` tags: further ones only add their attributes to the first (HTML
    /// §13.2.6.4.7), without limit.
    private mutating func isRepeatedRoot(_ tag: GumboTag) -> Bool {
        guard tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_BODY else { return false }
        rootTags += 1
        return rootTags > Self.maximumRootTags
    }

    private mutating func end(_ tag: GumboTag, at index: Int, end: Int) -> Int {
        let number = Int(tag.rawValue)
        if kinds[number].contains(.ignored) || kinds[number].contains(.skipped) {
            omit(from: index, to: end)
        } else if unclosedCounts[number] > 0 {
            unclosedCounts[number] -= 1
            omit(from: index, to: end)
        } else {
            openElements.end(tag)
            if tag == GUMBO_TAG_MATH { renameFormula(from: index + 2) }
            omitAttributes(ofEndTagAt: index, end: end)
        }
        return end
    }

    /// Omits attributes of an end tag, which HTML ignores (§13.2.5.1); gumbo would compare each with all before it.
    private mutating func omitAttributes(ofEndTagAt index: Int, end: Int) {
        var nameEnd = index + 2
        while nameEnd < end - 1, !scanner.isDelimiter(scanner.source[nameEnd]) { nameEnd += 1 }
        if nameEnd < end - 1 { omit(from: nameEnd, to: end - 1, isInsideTag: true) }
    }

    /// Reads an element with raw text. Returns the offset of its end tag if it is kept, or else the one after it.
    private mutating func rawText(_ tag: GumboTag, at index: Int, end: Int, cut: Int?) -> Int {
        let count = scanner.source.count
        let close = scanner.endOfRawText(tag, from: end)
        switch tag {
        case GUMBO_TAG_XMP:
            omitAttributes(from: cut, to: end)
            _ = openElements.start(GUMBO_TAG_XMP)
            return close ?? count
        case GUMBO_TAG_TITLE where isDocument:
            omitAttributes(from: cut, to: end)
            return close ?? count
        case GUMBO_TAG_IFRAME:
            omitAttributes(from: cut, to: end)
            // The frame itself may be a known embed.
            omit(from: end, to: close ?? count)
            if close == nil { write("</iframe>") }
            return close ?? count
        case GUMBO_TAG_SCRIPT where close != nil && isTeX(index, end):
            writeTeX(from: index, content: end..<(close ?? end))
            copiedCount = close.flatMap(scanner.endOfTag) ?? count
            return copiedCount
        case GUMBO_TAG_SCRIPT where isDocument && isJSONLD(index, end):
            omitAttributes(from: cut, to: end)
            return close ?? count
        default:
            let after = close.flatMap(scanner.endOfTag) ?? count
            omit(from: index, to: after)
            return after
        }
    }

    // MARK: Text

    private mutating func text(_ start: Int, _ end: Int) {
        guard skippedElement == nil, end > start else { return }
        if openCharacterData > 0 {
            endCharacterData(start, end)
            if placeholders != nil { checkReferences(start, end) }
        } else if placeholders != nil {
            replaceTextRuns(start, end)
        }
    }

    private mutating func endCharacterData(_ start: Int, _ end: Int) {
        var index = start
        while openCharacterData > 0, let close = scanner.source[index..<end].firstIndex(of: 0x5D) {
            if scanner.starts("]]>", at: close), close + 3 <= end {
                omit(from: close, to: close + 3)
                openCharacterData -= 1
                index = close + 3
            } else {
                index = close + 1
            }
        }
    }

    private func endOfCharacterData(from start: Int) -> Int? {
        var index = start
        while let close = scanner.source[index...].firstIndex(of: 0x5D) {
            if scanner.starts("]]>", at: close) { return close + 3 }
            index = close + 1
        }
        return nil
    }

    /// Returns true for JSON-LD, which documents keep for author and date.
    private func isJSONLD(_ start: Int, _ end: Int) -> Bool {
        let tag = UnsafeBufferPointer(rebasing: scanner.source[start..<end])
        let text = String(decoding: tag, as: UTF8.self).lowercased()
        return text.contains("ld+json") || text.contains("ld&#")
    }

    // MARK: Output

    private mutating func copy(to index: Int) {
        guard index > copiedCount else { return }
        out.append(contentsOf: UnsafeBufferPointer(rebasing: scanner.source[copiedCount..<index]))
        copiedCount = index
    }

    mutating func omit(from start: Int, to end: Int, isInsideTag: Bool = false) {
        if !isChanged {
            isChanged = true
            out.reserveCapacity(scanner.source.count)
        }
        copy(to: start)
        copiedCount = max(copiedCount, end)
        // The texts must not join into a tag or character reference.
        if !isInsideTag, let last = out.last, last != 0x3E { write("<!---->") }
    }

    mutating func writePlaceholder(from start: Int, to end: Int) {
        guard let isExhausted = placeholders?.isExhausted, !isExhausted else { return }
        if !isChanged {
            isChanged = true
            out.reserveCapacity(scanner.source.count / 2)
        }
        copy(to: start)
        placeholders?.append(start, end, to: &out)
        copiedCount = end
    }

    mutating func write(_ markup: StaticString) { HTMLEscaping.append(markup, to: &out) }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) { out.append(contentsOf: bytes) }

    mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        HTMLEscaping.append(text, to: &out, quotes: false)
    }
}
