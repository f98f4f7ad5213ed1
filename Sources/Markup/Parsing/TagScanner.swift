import CGumbo
import Foundation
import Untrusted

/// The tokeniser of HTML, reduced to the ends of tokens, as byte offsets.
struct TagScanner {
    let source: UnsafeBufferPointer<UInt8>
    let maximumAttributes: Int

    enum Token {
        /// A start tag; `cut` is the offset of the first attribute beyond the limit.
        case start(GumboTag, end: Int, cut: Int?)
        case end(GumboTag, end: Int)
        /// A comment or bogus comment.
        case comment(end: Int)
        /// The start `<![CDATA[`, invalid in HTML but common in feeds.
        case characterData(end: Int)
        /// A `<` that begins no token.
        case text
        /// A token in which the document ends.
        case truncated
    }

    @inline(__always)
    func nextTag(from index: Int) -> Int? {
        guard index < source.count, let base = source.baseAddress,
            let found = memchr(base + index, 0x3C, source.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the token at a `<`.
    func token(at index: Int) -> Token {
        guard index + 1 < source.count else { return .text }
        let next = source[index + 1]
        if ASCII.isLetter(next) { return tag(nameStart: index + 1, isEnd: false) }
        switch next {
        case 0x2F:
            guard index + 2 < source.count else { return .text }
            if ASCII.isLetter(source[index + 2]) { return tag(nameStart: index + 2, isEnd: true) }
            return bogusComment(from: index + 2)
        case 0x21: return declaration(at: index + 2)
        case 0x3F: return bogusComment(from: index + 1)
        default: return .text
        }
    }

    private func bogusComment(from index: Int) -> Token {
        guard let end = source[index...].firstIndex(of: 0x3E) else { return .truncated }
        return .comment(end: end + 1)
    }

    private func declaration(at index: Int) -> Token {
        if starts("--", at: index) { return comment(from: index + 2) }
        if starts("[CDATA[", at: index) { return .characterData(end: index + 7) }
        return bogusComment(from: index)
    }

    private func comment(from start: Int) -> Token {
        if start < source.count, source[start] == 0x3E { return .comment(end: start + 1) }
        if starts("->", at: start) { return .comment(end: start + 2) }
        var index = start
        while let dash = source[min(index, source.count)...].firstIndex(of: 0x2D) {
            if starts("-->", at: dash) { return .comment(end: dash + 3) }
            if starts("--!>", at: dash) { return .comment(end: dash + 4) }
            index = dash + 1
        }
        return .truncated
    }

    // MARK: Tags

    private func tag(nameStart: Int, isEnd: Bool) -> Token {
        var index = nameStart
        while index < source.count, !isDelimiter(source[index]) { index += 1 }
        guard index < source.count else { return .truncated }
        let tag = name(nameStart, index)
        if source[index] == 0x3E { return isEnd ? .end(tag, end: index + 1) : .start(tag, end: index + 1, cut: nil) }
        guard let (end, cut) = attributes(from: index) else { return .truncated }
        return isEnd ? .end(tag, end: end) : .start(tag, end: end, cut: cut)
    }

    private func name(_ start: Int, _ end: Int) -> GumboTag {
        guard end - start <= 24, let base = source.baseAddress else { return GUMBO_TAG_UNKNOWN }
        return UnsafeRawPointer(base + start).withMemoryRebound(to: CChar.self, capacity: end - start) {
            gumbo_tagn_enum($0, UInt32(end - start))
        }
    }

    @inline(__always)
    private func isSpace(_ byte: UInt8) -> Bool { HTMLCharacters.isSpace(byte) }

    @inline(__always)
    func isDelimiter(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x2F || isSpace(byte) }

    /// Reads attributes; `cut` is as in `Token`. Returns nil at the end of the document.
    private func attributes(from start: Int) -> (end: Int, cut: Int?)? {
        var index = start
        var count = 0
        var cut: Int?
        while true {
            while index < source.count, isSpace(source[index]) || source[index] == 0x2F { index += 1 }
            guard index < source.count else { return nil }
            if source[index] == 0x3E { return (index + 1, cut) }
            if count == maximumAttributes, cut == nil { cut = index }
            count += 1
            guard let end = attribute(from: index) else { return nil }
            index = end
        }
    }

    private func attribute(from start: Int) -> Int? {
        // A leading `=` is part of the name.
        var index = start + 1
        while index < source.count, !isDelimiter(source[index]), source[index] != 0x3D { index += 1 }
        while index < source.count, isSpace(source[index]) { index += 1 }
        guard index < source.count else { return nil }
        guard source[index] == 0x3D else { return index }
        index += 1
        while index < source.count, isSpace(source[index]) { index += 1 }
        guard index < source.count else { return nil }
        let quote = source[index]
        if quote == 0x22 || quote == 0x27 {
            guard let close = source[(index + 1)...].firstIndex(of: quote) else { return nil }
            return close + 1
        }
        while index < source.count, source[index] != 0x3E, !isSpace(source[index]) { index += 1 }
        return index < source.count ? index : nil
    }

    /// Returns the ranges of a tag's attributes, in order.
    func attributes(in tag: Range<Int>) -> UnfoldSequence<Range<Int>, Int> {
        var nameEnd = tag.lowerBound + 1
        while nameEnd < tag.upperBound, !isDelimiter(source[nameEnd]) { nameEnd += 1 }
        return sequence(state: nameEnd) { index in
            while index < tag.upperBound, isSpace(source[index]) || source[index] == 0x2F { index += 1 }
            guard index < tag.upperBound - 1, let end = attribute(from: index) else { return nil }
            defer { index = end }
            return index..<end  // bounded: an attribute ends behind its start
        }
    }

    /// Returns the value of the first attribute with that name, without quotes and with undecoded references.
    func value(of name: String, in tag: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>>? {
        for attribute in attributes(in: tag) {
            let text = source[attribute]
            let written = text.prefix { $0 != 0x3D && !isDelimiter($0) }
            guard written.reduce(NameHash.seed, NameHash.combined) == NameHash.of(name) else { continue }
            var value = text[written.endIndex...].drop(while: isSpace)
            guard value.first == 0x3D else { return nil }
            value = value.dropFirst().drop(while: isSpace)
            return value.first == 0x22 || value.first == 0x27 ? value.dropFirst().dropLast() : value
        }
        return nil
    }

    // MARK: Raw text

    /// Returns the offset of the end tag.
    func endOfRawText(_ tag: GumboTag, from start: Int) -> Int? {
        if tag == GUMBO_TAG_SCRIPT { return endOfScript(from: start) }
        var index = start
        while let next = nextTag(from: index) {
            if isEndTag(tag, at: next) { return next }
            index = next + 1
        }
        return nil
    }

    func isEndTag(_ tag: GumboTag, at index: Int) -> Bool {
        guard index + 2 < source.count, source[index + 1] == 0x2F else { return false }
        return isName(tag, at: index + 2)
    }

    func isName(_ tag: GumboTag, at start: Int) -> Bool {
        var end = start
        while end < source.count, ASCII.isLetter(source[end]) { end += 1 }
        guard end < source.count, isDelimiter(source[end]) else { return false }
        return name(start, end) == tag
    }

    /// Returns the offset of a script's end tag; in `<!-- <script> … </script> -->` the first end tag does not count.
    private func endOfScript(from start: Int) -> Int? {
        var index = start
        var isComment = false
        var isNested = false
        while index < source.count {
            if isComment, starts("-->", at: index) {
                isComment = false
                isNested = false
                index += 3
            } else if source[index] != 0x3C {
                index += 1
            } else if !isComment, starts("<!--", at: index) {
                isComment = true
                // The comment `<!-->` opens and closes at once.
                index += 2
            } else if isEndTag(GUMBO_TAG_SCRIPT, at: index) {
                if !isNested { return index }
                isNested = false
                index += 2
            } else {
                if isComment, isName(GUMBO_TAG_SCRIPT, at: index + 1) { isNested = true }
                index += 1
            }
        }
        return nil
    }

    func starts(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= source.count, let base = source.baseAddress else { return false }
        return memcmp(base + index, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
