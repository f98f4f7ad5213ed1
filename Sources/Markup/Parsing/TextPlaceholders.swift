import Foundation
import Untrusted

/// The placeholders for long runs of text while gumbo parses (docs/why/characters-stand-in-for-words.md): only a run's
/// first character decides its place in the tree. One private-use character (from U+F0000) replaces a run; readers of
/// the tree restore it.
struct TextPlaceholders {
    private let source: UnsafeBufferPointer<UInt8>
    private var runs: [(start: Int, count: Int)] = []

    private static let firstCodePoint: UInt32 = 0xF_0000
    /// The maximum number of runs; the plane's last two code points are noncharacters.
    private static let maximumCount = 0xFFFE
    /// The minimum length of a run; shorter runs gain nothing.
    static let minimumRunLength = 8

    /// Creates placeholders; nil if the source has characters of their plane.
    init?(for source: UnsafeBufferPointer<UInt8>) {
        guard !Self.isPresent(in: source) else { return nil }
        self.source = source
        runs.reserveCapacity(min(source.count / 256, Self.maximumCount))
    }

    var isExhausted: Bool { runs.count == Self.maximumCount }

    mutating func append(_ start: Int, _ end: Int, to out: inout [UInt8]) {
        let value = Self.firstCodePoint + UInt32(truncatingIfNeeded: runs.count)
        runs.append((start, end - start))
        out.append(0xF3)
        for shift in [12, 6, 0] as [UInt32] { out.append(UInt8(truncatingIfNeeded: 0x80 | (value >> shift) & 0x3F)) }
    }

    /// Returns the next placeholder, which is four bytes long, with its run.
    @inline(__always)
    func next(in text: UnsafeBufferPointer<UInt8>, from index: Int) -> (at: Int, run: UnsafeBufferPointer<UInt8>)? {
        guard var at = Self.position(of: 0xF3, in: text, from: index) else { return nil }
        while at + 3 < text.count {
            if text[at + 1] >= 0xB0 {
                let high = Int(text[at + 1] & 0x0F) << 12
                let number = high | Int(text[at + 2] & 0x3F) << 6 | Int(text[at + 3] & 0x3F)
                guard number < runs.count else { return nil }
                let run = runs[number]
                // bounded: a run that was noted with its length
                return (at, UnsafeBufferPointer(rebasing: source[run.start..<(run.start + run.count)]))
            }
            guard let following = Self.position(of: 0xF3, in: text, from: at + 4) else { return nil }
            at = following
        }
        return nil
    }

    /// Passes on the text with its runs restored, in pieces.
    @inline(__always)
    func restore(_ text: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
        var written = 0
        while let (at, run) = next(in: text, from: written) {
            // bounded: tested before
            if at > written { take(UnsafeBufferPointer(rebasing: text[written..<at])) }
            take(run)
            written = at + 4
        }
        if written < text.count { take(UnsafeBufferPointer(rebasing: text[written...])) }
    }

    private static func isPresent(in source: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while let at = position(of: 0xF3, in: source, from: index) {
            if at + 1 < source.count, source[at + 1] >= 0xB0 { return true }
            index = at + 1
        }
        return false
    }

    /// Returns true if a character reference may give a placeholder, or has a long number, which parsers let overflow.
    static func mayBeReferenced(in source: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < source.count, source[index + 1] == 0x23 else { return false }
        let isHexadecimal = source[index + 2] | 0x20 == 0x78
        var value = 0
        var count = 0
        for byte in source[(index + (isHexadecimal ? 3 : 2))...] {
            guard let digit = ASCII.hexValue(byte), isHexadecimal || digit < 10 else { break }
            value = value * (isHexadecimal ? 16 : 10) + Int(digit)
            count += 1
            if count > 7 { return true }
        }
        return value >= firstCodePoint
    }

    @inline(__always)
    static func position(of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        guard index < text.count, let base = text.baseAddress,
            let found = memchr(base + index, Int32(byte), text.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
