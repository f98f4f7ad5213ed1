import Glibc

/// Turns the bytes of one encoding into UTF-8, piece by piece, by the C library's `iconv`. Bytes that mean nothing
/// become U+FFFD and are counted.
struct Transcoder: ~Copyable {
    private let descriptor: iconv_t?
    private let isPlainWindows1252: Bool
    private let unit: Int
    /// Bytes at the end of the last piece that did not complete a character.
    private var pending: [UInt8] = []
    /// Places where the bytes meant nothing.
    private(set) var mistakes = 0

    /// A transcoder, or one for windows-1252 when the C library does not know the encoding.
    init(_ charset: Charset) {
        unit = charset.unit
        var opened: iconv_t?
        if charset != .windows1252 {
            let found = iconv_open("UTF-8", charset.iconvName)
            if Int(bitPattern: found) != -1 { opened = found }
        }
        descriptor = opened
        isPlainWindows1252 = opened == nil
    }

    /// The C library knows the encoding.
    var isKnown: Bool { descriptor != nil }

    deinit {
        if let descriptor { iconv_close(descriptor) }
    }

    /// Appends what a piece says to `output`.
    mutating func transcode(_ piece: UnsafeBufferPointer<UInt8>, into output: inout [UInt8], isLast: Bool) {
        if isPlainWindows1252 {
            for byte in piece { Self.appendWindows1252(byte, to: &output) }
            return
        }
        if pending.isEmpty {
            convert(piece, into: &output, isLast: isLast)
        } else {
            let joined = pending + piece
            pending = []
            joined.withUnsafeBufferPointer { convert($0, into: &output, isLast: isLast) }
        }
    }

    private mutating func convert(_ piece: UnsafeBufferPointer<UInt8>, into output: inout [UInt8], isLast: Bool) {
        guard let descriptor, let start = piece.baseAddress else { return }
        var source: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(
            to: CChar.self)
        var left = piece.count
        while left > 0 {
            let failure = Self.step(descriptor, &source, &left, into: &output)
            if failure == 0 || failure == E2BIG { continue }
            if failure == EINVAL && !isLast && left < 16 {
                pending = Array(piece.suffix(left))
                return
            }
            mistakes += 1
            output.append(contentsOf: [0xEF, 0xBF, 0xBD])
            let skipped = min(unit, left)
            source = source.map { $0 + skipped }
            left -= skipped
        }
    }

    /// One call of `iconv` into fresh room at the end of `output`; answers 0 or the error's number.
    private static func step(
        _ descriptor: iconv_t, _ source: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
        into output: inout [UInt8]
    ) -> Int32 {
        let room = max(64, left * 2)
        var failureNumber: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { target in
                var end = target.baseAddress
                var free = room
                let answer = iconv(descriptor, &source, &left, &end, &free)
                failureNumber = answer == -1 ? errno : 0
                count = room - free
            }
        }
        output.append(contentsOf: piece)
        return failureNumber
    }

    /// Whether the bytes are an encoding's, with hardly a mistake.
    static func fits(_ bytes: UnsafeBufferPointer<UInt8>, _ charset: Charset) -> Bool {
        var transcoder = Transcoder(charset)
        var output: [UInt8] = []
        transcoder.transcode(bytes, into: &output, isLast: false)
        return transcoder.mistakes * 200 <= output.count / 3
    }

    /// The Encoding Standard's reading of one byte as windows-1252.
    static func appendWindows1252(_ byte: UInt8, to output: inout [UInt8]) {
        output.appendScalar(UInt32(windows1252Upper(byte)))
    }

    /// The code point of a byte in windows-1252; also what HTML reads in `&#128;` to `&#159;`.
    static func windows1252Upper(_ byte: UInt8) -> UInt16 {
        byte >= 0x80 && byte < 0xA0 ? upper[Int(byte - 0x80)] : UInt16(byte)
    }

    private static let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension [UInt8] {
    /// Appends a code point in UTF-8.
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
