import CGumbo

// bounded throughout: scan positions only grow.

/// Tells which tags that end in a slash are whole elements, as writers of XML mean them.
///
/// HTML ignores the slash (§13.2.5.40): `<iframe … />` then swallows all that follows. Here such a tag opens an element
/// only if an end tag is left for it, which no tag without a slash claims. Either reading is sanitised alike.
struct SelfClosingTags {
    /// Offsets of the tags that an end tag belongs to.
    private var opening: Set<Int> = []
    /// By the hash of the name.
    private var openTags: [UInt64: OpenTags] = [:]
    private let scanner: TagScanner
    private let kinds = TagKind.table

    private struct OpenTags {
        /// Offsets; nil for a tag without a slash.
        var offsets: [Int?] = []
        var withoutSlash = 0
    }

    init(_ scanner: TagScanner) {
        self.scanner = scanner
        var index: Int? = 0
        while let start = index, let next = scanner.nextTag(from: start) { index = token(at: next) }
        openTags = [:]
    }

    func isWhole(_ index: Int) -> Bool { !opening.contains(index) }

    /// Whether a slash can end the element: not if it is empty anyway, nor if another tag may end it. `<p/>` separates
    /// paragraphs.
    static func mayBeWhole(_ tag: GumboTag, _ kind: TagKind) -> Bool {
        kind.isDisjoint(with: [.void, .impliedEnd, .tablePart]) || tag == GUMBO_TAG_OPTION || tag == GUMBO_TAG_OPTGROUP
    }

    /// Returns the offset behind it.
    private mutating func token(at index: Int) -> Int? {
        switch scanner.token(at: index) {
        case .text: return index + 1
        case .comment(let end), .characterData(let end): return end
        case .truncated: return nil
        case .start(let tag, let end, _): return start(tag, at: index, end: end)
        case .end(let tag, let end):
            if Self.mayBeWhole(tag, kinds[Int(tag.rawValue)]) { close(scanner.nameHash(at: index + 2)) }
            return end
        }
    }

    private mutating func start(_ tag: GumboTag, at index: Int, end: Int) -> Int? {
        let kind = kinds[Int(tag.rawValue)]
        guard Self.mayBeWhole(tag, kind) else { return end }
        let hasSlash = scanner.endsInSlash(kind, at: index, end: end)
        guard kind.contains(.rawText) else {
            let name = scanner.nameHash(at: index + 1)
            openTags[name, default: OpenTags()].offsets.append(hasSlash ? index : nil)
            if !hasSlash { openTags[name]?.withoutSlash += 1 }
            return end
        }
        if hasSlash {
            guard scanner.isRawTextEnded(tag, from: end) else { return end }
            opening.insert(index)
        }
        return scanner.endOfRawText(tag, from: end).flatMap(scanner.endOfTag) ?? scanner.source.count
    }

    /// The innermost tag without a slash is closed, else the last one with a slash.
    private mutating func close(_ name: UInt64) {
        guard var open = openTags.removeValue(forKey: name) else { return }
        while let last = open.offsets.popLast() {
            if last == nil { open.withoutSlash -= 1 }
            if last == nil || open.withoutSlash == 0 {
                if let last { opening.insert(last) }
                break
            }
        }
        openTags[name] = open
    }
}

extension TagScanner {
    /// Whether a slash of the tag's own comes before its `>`. Behind an unquoted value the slash is the value's in HTML
    /// (§13.2.5.38): so read in `<a href=x/>`, but not in `<iframe src=x/>`, which would then hide what follows.
    @inline(__always)
    func endsInSlash(_ kind: TagKind, at index: Int, end: Int) -> Bool {
        guard source[end - 2] == 0x2F else { return false }
        return !kind.contains(.formatting) || !endsInValue(at: index, end: end)
    }

    /// - Parameter end: of a tag whose last byte but one is a slash.
    private func endsInValue(at index: Int, end: Int) -> Bool {
        attributes(in: index..<end).contains { $0.upperBound == end - 1 }  // bounded: a tag ends behind its start
    }

    /// Of the name in lower case.
    func nameHash(at start: Int) -> UInt64 {
        var index = start
        var hash = NameHash.seed
        while index < source.count, !isDelimiter(source[index]) {
            hash = NameHash.combined(hash, source[index])
            index += 1
        }
        return hash
    }

    /// Whether an end tag of the name comes before another start tag of it.
    func isRawTextEnded(_ tag: GumboTag, from start: Int) -> Bool {
        var index = start
        while let next = nextTag(from: index) {
            if isEndTag(tag, at: next) { return true }
            if isName(tag, at: next + 1) { return false }
            index = next + 1
        }
        return false
    }
}

extension InputPrefilter {
    /// Whether the tag ends in a slash and is a whole element by that.
    mutating func isWhole(_ tag: GumboTag, at index: Int, end: Int) -> Bool {
        let kind = kinds[Int(tag.rawValue)]
        guard scanner.endsInSlash(kind, at: index, end: end), SelfClosingTags.mayBeWhole(tag, kind) else {
            return false
        }
        let tags = selfClosingTags ?? SelfClosingTags(scanner)
        selfClosingTags = tags
        return tags.isWhole(index)
    }

    /// Writes the end tag that the slash stands for.
    mutating func writeEndTag(of tag: GumboTag, at index: Int, end: Int) {
        var nameEnd = index + 1
        while nameEnd < end, !scanner.isDelimiter(scanner.source[nameEnd]) { nameEnd += 1 }
        omit(from: end, to: end)
        write("</")
        if tag == GUMBO_TAG_MATH {
            write(FormulaTags.mathMLName)
        } else {
            write(UnsafeBufferPointer(rebasing: scanner.source[(index + 1)..<nameEnd]))
        }
        write(">")
    }
}
