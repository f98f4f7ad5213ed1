import CGumbo
import Foundation

// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// The linear pass before gumbo (decision 12). It leaves out what gumbo would choke on and what no page of ours shows
/// anyway: scripts, styles, SVG, templates, selects. Without those, where a token ends no longer depends on the
/// tree, so this pass and gumbo agree about every token, and a bound counted here holds there.
struct InputPrefilter {
    let scanner: TagScanner
    private let isDocument: Bool
    private let isCompacting: Bool
    private let limits: ParseLimits
    private var openElements: OpenElementStack
    private let kinds = TagKind.table

    private var out: [UInt8] = []
    private var isChanged = false
    private var copiedCount = 0
    private var elements = 0
    private var unclosedCounts = [Int](repeating: 0, count: 256)
    private var skippedElement: (tag: GumboTag, depth: Int, foreign: Int, resume: Int)?
    private var neverClosed: Set<UInt32> = []
    private var openCharacterData = 0
    /// What gumbo need not see of what is kept; nil when it is to see everything.
    private(set) var placeholders: TextPlaceholders?
    var attributeFilter: AttributeFilter
    /// Whether a character that stands in for another run came in by a reference: then there must be no stand-ins.
    var hasForgedPlaceholder = false
    private(set) var isTooDeep = false
    private(set) var isTooMany = false
    private(set) var hasTooManyAttributes = false

    /// `isCompacting` leaves out what cleaning does not ask about and lets single characters stand in for runs of words.
    init(
        _ source: UnsafeBufferPointer<UInt8>, isDocument: Bool, isCompacting: Bool = false,
        limits: ParseLimits = .standard
    ) {
        placeholders = isCompacting ? TextPlaceholders(for: source) : nil
        attributeFilter = AttributeFilter(source)
        self.isCompacting = isCompacting
        scanner = TagScanner(source: source, maximumAttributes: limits.attributes)
        openElements = OpenElementStack(limits: limits)
        self.limits = limits
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

    /// The source within bounds, nil when it is so already.
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

    /// Handles the token at `index` and says where the next one begins; nil at the end of the document.
    private mutating func token(at index: Int) -> Int? {
        switch scanner.token(at: index) {
        case .text: return index + 1
        case .comment(let end): return end
        case .truncated: return nil
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
        if kind.contains(.ignored) || (kind.contains(.skipped) && neverClosed.contains(tag.rawValue)) {
            omit(from: index, to: end)
            return end
        }
        if kind.contains(.skipped) {
            copy(to: index)
            skippedElement = (tag, 1, 0, end)
            return end
        }
        if kind.contains(.rawText) { return rawText(tag, at: index, end: end) }
        guard openElements.start(tag) else {
            isTooDeep = true
            unclosedCounts[Int(tag.rawValue)] += 1
            omit(from: index, to: end)
            return end
        }
        if let cut {
            hasTooManyAttributes = true
            omit(from: cut, to: end - 1, isInsideTag: true)
        } else if isCompacting {
            filterAttributes(index, end)
        }
        // Everything behind it is text.
        return tag == GUMBO_TAG_PLAINTEXT ? scanner.source.count : end
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
        }
        return end
    }

    private mutating func rawText(_ tag: GumboTag, at index: Int, end: Int) -> Int {
        let count = scanner.source.count
        let close = scanner.endOfRawText(tag, from: end)
        switch tag {
        case GUMBO_TAG_XMP:
            _ = openElements.start(GUMBO_TAG_XMP)
            return close ?? count
        case GUMBO_TAG_TITLE where isDocument: return close.flatMap(scanner.endOfTag) ?? count
        case GUMBO_TAG_IFRAME:
            // The frame's own tags stay: it may be a known player.
            omit(from: end, to: close ?? count)
            if close == nil { write("</iframe>") }
            return close ?? count
        case GUMBO_TAG_SCRIPT where isDocument && isJSONLD(index, end): return close.flatMap(scanner.endOfTag) ?? count
        default:
            let after = close.flatMap(scanner.endOfTag) ?? count
            omit(from: index, to: after)
            return after
        }
    }

    // MARK: Left out with content

    private mutating func skippedStart(_ tag: GumboTag, at index: Int, end: Int) -> Int? {
        guard var state = skippedElement else { return end }
        if state.tag == GUMBO_TAG_SVG {
            // Most HTML elements end an open SVG; those inside its foreign objects do not.
            if state.foreign == 0, Self.breaksOutOfForeignContent(tag) {
                omit(from: copiedCount, to: index)
                skippedElement = nil
                return index
            }
            if tag == GUMBO_TAG_FOREIGNOBJECT || tag == GUMBO_TAG_DESC { state.foreign += 1 }
        } else if kinds[Int(tag.rawValue)].contains(.rawText) {
            return scanner.endOfRawText(tag, from: end).flatMap(scanner.endOfTag)
        }
        if tag == state.tag, scanner.source[end - 2] != 0x2F || tag != GUMBO_TAG_SVG { state.depth += 1 }
        skippedElement = state
        return end
    }

    private mutating func skippedEnd(_ tag: GumboTag, end: Int) -> Int {
        guard var state = skippedElement else { return end }
        if tag == GUMBO_TAG_FOREIGNOBJECT || tag == GUMBO_TAG_DESC { state.foreign = max(0, state.foreign - 1) }
        if tag == state.tag { state.depth -= 1 }
        if state.depth == 0 {
            omit(from: copiedCount, to: end)
            skippedElement = nil
        } else {
            skippedElement = state
        }
        return end
    }

    /// At the end of the document inside something that is left out with its content but never ends: goes back behind
    /// its start tag, once for each name, so that an unclosed `<svg>` does not swallow the rest of a story.
    private mutating func resume() -> Int? {
        guard let state = skippedElement else { return nil }
        skippedElement = nil
        neverClosed.insert(state.tag.rawValue)
        omit(from: copiedCount, to: state.resume)
        return state.resume
    }

    private static func breaksOutOfForeignContent(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_B, GUMBO_TAG_BIG, GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_BODY, GUMBO_TAG_BR, GUMBO_TAG_CENTER,
            GUMBO_TAG_CODE, GUMBO_TAG_DD, GUMBO_TAG_DIV, GUMBO_TAG_DL, GUMBO_TAG_DT, GUMBO_TAG_EM, GUMBO_TAG_EMBED,
            GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6, GUMBO_TAG_HEAD,
            GUMBO_TAG_HR, GUMBO_TAG_I, GUMBO_TAG_IMG, GUMBO_TAG_LI, GUMBO_TAG_LISTING, GUMBO_TAG_MENU, GUMBO_TAG_META,
            GUMBO_TAG_NOBR, GUMBO_TAG_OL, GUMBO_TAG_P, GUMBO_TAG_PRE, GUMBO_TAG_RUBY, GUMBO_TAG_S, GUMBO_TAG_SMALL,
            GUMBO_TAG_SPAN, GUMBO_TAG_STRONG, GUMBO_TAG_STRIKE, GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TABLE,
            GUMBO_TAG_TT, GUMBO_TAG_U, GUMBO_TAG_UL, GUMBO_TAG_VAR:
            true
        default: false
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

    /// Whether a script of a document is worth keeping: JSON-LD says who wrote the page and when.
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
        // What stood on either side must not grow together into a tag or a reference.
        if !isInsideTag, let last = out.last, last != 0x3E { write("<!---->") }
    }

    /// A stand-in instead of the words from `start` to `end`.
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

    private mutating func write(_ markup: StaticString) { HTMLEscaping.append(markup, to: &out) }
}

extension TagScanner {
    /// Where the end tag that begins at `index` ends.
    func endOfTag(at index: Int) -> Int? {
        if case .end(_, let end) = token(at: index) { return end }
        return nil
    }
}
