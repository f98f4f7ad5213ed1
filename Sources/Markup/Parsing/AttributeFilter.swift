import CGumbo
import Untrusted

// bounded throughout: scan positions only grow.

/// A finder of attributes that gumbo need not parse: event handlers, most classes and styles, script data. **Every
/// attribute that the sanitizer reads must be named here.**
struct AttributeFilter {
    private let source: UnsafeBufferPointer<UInt8>
    /// True to keep inline styles that hide nothing.
    var keepsStyles = false
    private var unneededRanges: [Range<Int>] = []

    init(_ source: UnsafeBufferPointer<UInt8>) { self.source = source }

    /// Returns the ranges of unneeded attributes in order, for the tag that ends at `end`.
    mutating func unneeded(from start: Int, to end: Int) -> [Range<Int>] {
        unneededRanges.removeAll(keepingCapacity: true)
        var index = start
        while index < end {
            while index < end, HTMLCharacters.isSpace(source[index]) || source[index] == 0x2F { index += 1 }
            guard index < end, source[index] != 0x3E else { break }
            // If the attribute before `=` were removed, `=` would become a name.
            if source[index] == 0x3D { return [] }
            index = read(from: index, to: end)
        }
        return unneededRanges
    }

    private mutating func read(from start: Int, to end: Int) -> Int {
        var index = start
        var hash = NameHash.seed
        while index < end, !isDelimiter(source[index]), source[index] != 0x3D {
            hash = NameHash.combined(hash, source[index])
            index += 1
        }
        let nameEnd = index
        while index < end, HTMLCharacters.isSpace(source[index]) { index += 1 }
        guard source[index] == 0x3D else {
            if !Self.wanted.contains(hash) { unneededRanges.append(start..<nameEnd) }
            return nameEnd
        }
        index += 1
        while index < end, HTMLCharacters.isSpace(source[index]) { index += 1 }
        let value: Range<Int>
        let quote = source[index]
        if quote == 0x22 || quote == 0x27 {
            let close = TextPlaceholders.position(of: quote, in: source, from: index + 1) ?? end - 1
            value = (index + 1)..<close
            index = close + 1
        } else {
            let first = index
            while index < end, source[index] != 0x3E, !HTMLCharacters.isSpace(source[index]) { index += 1 }
            value = first..<index
        }
        if !isWanted(hash, UnsafeBufferPointer(rebasing: source[value])) { unneededRanges.append(start..<index) }
        return index
    }

    private func isWanted(_ name: UInt64, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Self.wanted.contains(name) else { return false }
        if name == Self.classes {
            return value.contains(0x26) || !ClassRoles.of(value).isEmpty || CodeLanguage.fromClasses(value) != nil
        }
        if name == Self.style, !keepsStyles {
            return value.contains(0x26) || InlineStyle.hides(value) || InlineStyle.isTiny(value)
        }
        return true
    }

    @inline(__always)
    private func isDelimiter(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x2F || HTMLCharacters.isSpace(byte) }

    private static let classes = NameHash.of("class")
    private static let style = NameHash.of("style")
    private static let wanted = NameHash.Table(
        """
        class id name style hidden lang xml:lang dir title data-lang data-language start reversed type value colspan \
        rowspan scope open datetime href aria-hidden data-player src srcset sizes alt width height media data poster \
        aria-label disabled checked data-sizes data-cfemail \
        videoid data-videoid display mode mathvariant displaystyle scriptlevel stretchy fence separator form lspace rspace \
        minsize maxsize symmetric largeop movablelimits linethickness accent accentunder depth voffset encoding alttext \
        close separators notation columnspan data-latex data-attrs
        """.split(separator: " ").map(String.init)
            + (ParsedPicture.lazySourceAttributes + ParsedPicture.lazySrcsetAttributes
            + SanitizerPass.frameSourceAttributes).map(\.description))
}

/// The FNV-1a hashes of lowercased names, compared without strings.
enum NameHash {
    static var seed: UInt64 { FNV1a.basis }

    @inline(__always)
    static func combined(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        FNV1a.combined(hash, byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }

    static func of(_ name: String) -> UInt64 { name.utf8.reduce(seed, combined) }

    struct Table: Sendable {
        private var slots: [UInt64]
        private let mask: Int

        init(_ names: [String]) {
            var size = 64
            while size < names.count * 4 { size *= 2 }
            slots = [UInt64](repeating: 0, count: size)
            mask = size - 1
            for name in names {
                let hash = NameHash.of(name)
                var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
                while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
                slots[slot] = hash
            }
        }

        @inline(__always)
        func contains(_ hash: UInt64) -> Bool {
            var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
            while slots[slot] != 0 {
                if slots[slot] == hash { return true }
                slot = (slot + 1) & mask
            }
            return false
        }
    }
}
