import Foundation
import Untrusted

/// A tar header of 512 bytes.
struct TarHeader: Equatable {
    enum Kind: Equatable { case file, folder, other }

    static let blockSize = 512

    /// The accepted sizes, bounded so that sums and products cannot overflow.
    private static let sizeRange = 0...(1 << 40)
    private static let checksumRange = 0...(blockSize * 255)  // bounded: constants

    let name: String
    let size: Int
    var kind = Kind.file
    var madeAt = Date(timeIntervalSince1970: 0)

    init(name: String, size: Int, madeAt: Date) {
        self.name = name
        self.size = size
        self.madeAt = madeAt
    }

    /// Parses a header; nil without the magic "ustar" or with a wrong checksum.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.blockSize, bytes[257..<262].elementsEqual("ustar".utf8),
            Self.octal(bytes[148..<156], in: Self.checksumRange) == Self.checksum(bytes)
        else { return nil }
        guard let size = Self.size(bytes[124..<136]) else { return nil }
        let prefix = Self.text(bytes[345..<500])
        let own = Self.text(bytes[0..<100])
        // GNU's "ustar " format uses the prefix field for other data.
        name = bytes[262] == 0x20 || prefix.isEmpty ? own : prefix + "/" + own
        self.size = size
        switch bytes[156] {
        case 0, UInt8(ascii: "0"): kind = .file
        case UInt8(ascii: "5"): kind = .folder
        default: kind = .other
        }
    }

    static func padding(_ size: Int) -> Int { (blockSize - size % blockSize) % blockSize }

    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ text: String, at start: Int) {
            bytes.replaceSubrange(start..<(start + text.utf8.count), with: text.utf8)  // bounded: constants
        }
        put(String(name.prefix(100)), at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        putSize(&bytes)
        put(Self.octal(max(0, madeAt.wholeSeconds), digits: 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(Self.octal(Self.checksum(bytes), digits: 6), at: 148)
        bytes[154] = 0
        return bytes
    }

    /// Writes the size field: octal digits, or base-256 from 8 GiB on, as all current tar programs do.
    private func putSize(_ bytes: inout [UInt8]) {
        guard size >= 1 << 33 else {
            bytes.replaceSubrange(124..<135, with: Self.octal(size, digits: 11).utf8)
            return
        }
        bytes[124] = 0x80
        for index in 0..<8 { bytes[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }

    private static func size(_ field: ArraySlice<UInt8>) -> Int? {
        guard let first = field.first, first & 0x80 != 0 else { return octal(field, in: sizeRange) }
        // A first byte of 0xFF begins a negative number.
        guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
        return field.bigEndian(at: field.count - 8, bytes: 8)?.int(in: sizeRange)
    }

    /// Returns the sum of all bytes, with the checksum field counted as spaces.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    }

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func octal(_ field: ArraySlice<UInt8>, in range: ClosedRange<Int>) -> Int? {
        UntrustedInteger(digits: text(field).trimmingCharacters(in: .whitespaces), radix: 8)?.int(in: range)
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}
