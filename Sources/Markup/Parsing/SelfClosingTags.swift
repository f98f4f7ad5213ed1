import CGumbo

// bounded throughout: scan positions only grow.

/// The tags with a final slash that are whole elements, as in XML.
///
/// HTML ignores the slash (§13.2.5.40), so that `<iframe … />` swallows everything after it. Here such a tag opens an
/// element only if there is an end tag for it that no tag without a slash claims. Both readings are sanitised alike.
struct SelfClosingTags {
    /// The offsets of the tags that have an end tag.
    private var opening: Set<Int> = []
    /// The open tags by the hash of the name.
    private var openTags: [UInt64: OpenTags] = [:]
    private let scanner: TagScanner
    private let kinds = TagKind.table

    private struct OpenTags {
        /// The offsets of the tags; nil for a tag without a slash.
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

    /// Returns true if a slash may end the element: not for void elements, nor for those that another tag may end.
    /// `<p/>` separates paragraphs.
    static func mayBeWhole(_ tag: GumboTag, _ kind: TagKind) -> Bool {
        kind.isDisjoint(with: [.void, .impliedEnd, .tablePart]) || tag == GUMBO_TAG_OPTION || tag == GUMBO_TAG_OPTGROUP
    }

    /// Reads a token, and returns the offset after it.
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

    /// Closes the innermost tag without a slash, or else the last one with a slash.
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
    /// Returns true if the tag's own slash comes before its `>`. After an unquoted value the slash belongs to the value
    /// in HTML (§13.2.5.38): so it does in `<a href=x/>`, but not in `<iframe src=x/>`, which would then hide
    /// everything after it.
    @inline(__always)
    func endsInSlash(_ kind: TagKind, at index: Int, end: Int) -> Bool {
        guard source[end - 2] == 0x2F else { return false }
        return !kind.contains(.formatting) || !endsInValue(at: index, end: end)
    }

    /// Returns true if the slash ends an attribute's value.
    /// - Parameter end: the end of a tag whose last byte but one is a slash.
    private func endsInValue(at index: Int, end: Int) -> Bool {
        attributes(in: index..<end).contains { $0.upperBound == end - 1 }  // bounded: a tag ends behind its start
    }

    /// Returns the hash of the name in lower case.
    func nameHash(at start: Int) -> UInt64 {
        var index = start
        var hash = NameHash.seed
        while index < source.count, !isDelimiter(source[index]) {
            hash = NameHash.combined(hash, source[index])
            index += 1
        }
        return hash
    }

    /// Returns true if an end tag of the name comes before another start tag of that name.
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
    /// Returns true if the tag ends in a slash that makes it a whole element.
    mutating func isWhole(_ tag: GumboTag, at index: Int, end: Int) -> Bool {
        let kind = kinds[Int(tag.rawValue)]
        guard scanner.endsInSlash(kind, at: index, end: end), SelfClosingTags.mayBeWhole(tag, kind) else {
            return false
        }
        let tags = selfClosingTags ?? SelfClosingTags(scanner)
        selfClosingTags = tags
        return tags.isWhole(index)
    }

    /// Writes the end tag that the slash replaces.
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
