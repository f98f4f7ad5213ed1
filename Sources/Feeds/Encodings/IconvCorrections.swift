import Glibc

/// The tables of single-byte encodings, and characters where glibc differs from the Encoding Standard (all bytes and
/// pairs compared, November 2026).
enum IconvCorrections {
    /// Returns the code points of the bytes from 0x80 on; 0 for undefined bytes.
    static func table(of charset: Charset) -> [UInt32] {
        switch charset.name {
        case "windows-1252": return (0x80...0xFF).map { UInt32(Transcoder.windows1252Scalar($0)) }
        case "x-user-defined": return (0x80...0xFF).map { 0xF700 + UInt32($0 as UInt8) }
        default: break
        }
        var table = [UInt32](repeating: 0, count: 128)
        let opened = iconv_open("UTF-32LE", charset.iconvName)
        guard let descriptor = opened, Int(bitPattern: opened) != -1 else { return Self.table(of: .windows1252) }
        for byte in table.indices { table[byte] = scalar(of: UInt8(byte) + 0x80, descriptor) }
        iconv_close(descriptor)
        for (byte, scalar) in singleByte[charset.name] ?? [:] { table[Int(byte - 0x80)] = scalar }
        // The standard maps the undefined bytes of these encodings to control characters of the same number.
        if charset.name.hasPrefix("windows-") {
            for byte in 0..<0x20 where table[byte] == 0 { table[byte] = UInt32(byte) + 0x80 }
        }
        return table
    }

    private static func scalar(of byte: UInt8, _ descriptor: iconv_t) -> UInt32 {
        var (source, scalar) = (CChar(bitPattern: byte), UInt32(0))
        let isRead = withUnsafeMutablePointer(to: &source) { source in
            withUnsafeMutableBytes(of: &scalar) { target in
                var from: UnsafeMutablePointer<CChar>? = source
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, room) = (1, 4)
                // Some encodings hold a letter back until they know whether an accent follows.
                return iconv(descriptor, &from, &left, &to, &room) != -1
                    && (room == 0 || iconv(descriptor, nil, nil, &to, &room) != -1 && room == 0)
            }
        }
        if !isRead { iconv(descriptor, nil, nil, nil, nil) }
        return isRead ? UInt32(littleEndian: scalar) : 0
    }

    private static let singleByte: [String: [UInt8: UInt32]] = [
        "macintosh": [0xC6: 0x2206, 0xF0: 0xF8FF, 0xDB: 0x20AC],
        "x-mac-cyrillic": [0xFF: 0x20AC, 0xA2: 0x0490, 0xB6: 0x0491],
        "koi8-u": [0xAE: 0x045E, 0xBE: 0x040E],
    ]

    /// Returns a character that `iconv` rejects and its byte count; nil if the bytes are invalid.
    static func fallbackScalar(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, in charset: String) -> (
        scalar: UInt32, count: Int
    )? {
        guard bytes.count - at > 1 else { return nil }
        if let scalar = doubleByte[charset]?[UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])] { return (scalar, 2) }
        guard charset == "gb18030", bytes.count - at > 3 else { return nil }
        let number = bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }  // bounded: four bytes are available
        return gb18030FourByte.firstIndex(of: number).map { ($0 < 8 ? 0x9FB4 + UInt32($0) : 0xFE08 + UInt32($0), 4) }
    }

    /// The GB 18030 codes of U+9FB4 to U+9FBB and U+FE10 to U+FE19, which later editions dropped.
    private static let gb18030FourByte: [UInt32] = [
        0x8235_9037, 0x8235_9038, 0x8235_9039, 0x8235_9130, 0x8235_9131, 0x8235_9132, 0x8235_9133, 0x8235_9134,
        0x8431_8236, 0x8431_8237, 0x8431_8238, 0x8431_8239, 0x8431_8330, 0x8431_8331, 0x8431_8332, 0x8431_8333,
        0x8431_8334, 0x8431_8335,
    ]

    /// The characters of two bytes that `iconv` rejects.
    private static let doubleByte: [String: [UInt16: UInt32]] = [
        "big5": [
            0xA15A: 0x2574, 0xA1C3: 0xFFE3, 0xA1C5: 0x02CD, 0xA1FE: 0xFF0F, 0xA240: 0xFF3C, 0xA2CC: 0x5341,
            0xA2CE: 0x5345,
        ]
    ]
}
