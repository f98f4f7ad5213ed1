import Glibc

/// A converter of text in one encoding to UTF-8. It counts invalid bytes and replaces them by U+FFFD. Single-byte
/// encodings use a table, others `iconv` (glibc 2.36) with ``IconvCorrections``.
struct Transcoder: ~Copyable {
    private let descriptor: iconv_t?
    /// The code points of the bytes from 0x80 on; 0 for undefined bytes.
    private let table: [UInt32]
    private let name: String
    private let unitSize: Int
    private(set) var errorCount = 0

    /// Creates a transcoder; falls back to windows-1252 if `iconv` lacks the encoding.
    init(_ charset: Charset) {
        unitSize = charset.unitSize
        name = charset.name
        guard charset.kind != .singleByte else {
            (descriptor, table) = (nil, IconvCorrections.table(of: charset))
            return
        }
        let opened = iconv_open("UTF-8", charset.name == "iso-2022-jp" ? Charset.eucJP.iconvName : charset.iconvName)
        descriptor = Int(bitPattern: opened) == -1 ? nil : opened
        table = descriptor == nil ? IconvCorrections.table(of: .windows1252) : []
    }

    /// False after falling back to windows-1252.
    var isKnown: Bool { descriptor != nil || table != IconvCorrections.table(of: .windows1252) }

    deinit {
        if let descriptor { iconv_close(descriptor) }
    }

    mutating func transcode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        if descriptor == nil {
            decodeSingleByte(bytes, into: &output)
        } else if name == "iso-2022-jp" {
            ISO2022JPDecoder.eucJP(bytes).withUnsafeBufferPointer { convert($0, into: &output) }
        } else {
            convert(bytes, into: &output)
        }
        return output
    }

    private mutating func decodeSingleByte(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        for byte in bytes {
            guard byte >= 0x80 else {
                output.append(byte)
                continue
            }
            let scalar = table[Int(byte - 0x80)]
            if scalar == 0 { errorCount += 1 }
            output.appendScalar(scalar == 0 ? 0xFFFD : scalar)
        }
    }

    private mutating func convert(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        guard let descriptor, let start = bytes.baseAddress else { return }
        var source: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(
            to: CChar.self)
        var left = bytes.count
        while left > 0 {
            let before = (left, output.count)
            let failure = Self.convertOnce(descriptor, &source, &left, into: &output)
            // Some `iconv` tables loop; input without progress counts as invalid.
            if failure == 0 || failure == E2BIG, before != (left, output.count) { continue }
            let skipped = replaceInvalid(bytes, at: bytes.count - left, since: bytes.count - before.0, into: &output)
            source = source.map { $0 + skipped }
            left -= skipped
        }
        Self.flush(descriptor, into: &output)
    }

    /// Writes a replacement for the invalid bytes and returns the number of bytes to skip.
    private mutating func replaceInvalid(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, since start: Int, into output: inout [UInt8]
    ) -> Int {
        if let patch = IconvCorrections.fallbackScalar(bytes, at: index, in: name) {
            output.appendScalar(patch.scalar)
            return patch.count
        }
        errorCount += 1
        output.appendScalar(0xFFFD)
        // bounded: a scan moves forward
        guard name == "euc-kr", isPastInvalidPair(UnsafeBufferPointer(rebasing: bytes[start..<index])) else {
            return min(unitSize, bytes.count - index)
        }
        // The ASCII byte of an invalid pair is read again (Encoding Standard §14.1).
        return bytes[index - 1] < 0x80 ? -1 : 0
    }

    /// Returns true if `iconv` stopped after a rejected Korean pair, as for unassigned pairs (glibc 2.36), not before
    /// it.
    private func isPastInvalidPair(_ read: UnsafeBufferPointer<UInt8>) -> Bool {
        var (at, isPair) = (0, false)
        while at < read.count {
            isPair = read[at] >= 0x80
            at += isPair ? 2 : 1
        }
        guard isPair, at == read.count, let descriptor, let base = read.baseAddress else { return false }
        var pair: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base + (at - 2))
            .assumingMemoryBound(to: CChar.self)
        var (left, output) = (2, [UInt8]())
        return Self.convertOnce(descriptor, &pair, &left, into: &output) == EILSEQ
    }

    /// Writes the letter that some encodings hold back until they know whether an accent follows.
    private static func flush(_ descriptor: iconv_t, into output: inout [UInt8]) {
        output += [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { target in
                var (end, free) = (target.baseAddress, 16)
                iconv(descriptor, nil, nil, &end, &free)
                count = 16 - free
            }
        }
    }

    /// Converts up to one buffer and returns 0 or errno.
    private static func convertOnce(
        _ descriptor: iconv_t, _ source: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
        into output: inout [UInt8]
    ) -> Int32 {
        let room = max(64, min(left * 2, 1 << 13))
        var failureNumber: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { target in
                var end = target.baseAddress
                var free = room
                let result = iconv(descriptor, &source, &left, &end, &free)
                failureNumber = result == -1 ? errno : 0
                count = room - free
            }
        }
        output.append(contentsOf: piece)
        return failureNumber
    }

    /// Returns the decoded text; nil for unknown encodings or invalid bytes.
    static func text(of bytes: [UInt8], in charset: Charset) -> String? {
        var transcoder = Transcoder(charset)
        guard transcoder.isKnown else { return nil }
        let output = bytes.withUnsafeBufferPointer { transcoder.transcode($0) }
        return transcoder.errorCount == 0 ? String(decoding: output, as: UTF8.self) : nil
    }

    /// Returns the code point of a windows-1252 byte. In HTML, `&#128;` to `&#159;` mean the same characters.
    static func windows1252Scalar(_ byte: UInt8) -> UInt16 {
        byte >= 0x80 && byte < 0xA0 ? windows1252Table[Int(byte - 0x80)] : UInt16(byte)
    }

    private static let windows1252Table: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension [UInt8] {
    mutating func appendScalar(_ value: UInt32) {
        switch value {
        case ..<0x80: append(UInt8(value))
        case ..<0x800:
            append(UInt8(0xC0 | value >> 6))
            append(UInt8(0x80 | value & 0x3F))
        case ..<0x10000:
            append(UInt8(0xE0 | value >> 12))
            append(UInt8(0x80 | value >> 6 & 0x3F))
            append(UInt8(0x80 | value & 0x3F))
        default:
            append(UInt8(0xF0 | value >> 18 & 0x07))
            append(UInt8(0x80 | value >> 12 & 0x3F))
            append(UInt8(0x80 | value >> 6 & 0x3F))
            append(UInt8(0x80 | value & 0x3F))
        }
    }
}
