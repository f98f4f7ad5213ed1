/// Makes strings of finished fields: trims them, drops what XML forbids, mends bytes that are no UTF-8.
enum FieldText {
    /// The whole text.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var beyond: UInt8 = 0
        var controls: UInt8 = 0
        for byte in bytes {
            beyond |= byte
            controls |= (byte < 0x20 ? 1 : 0) & ~(byte == 0x0A || byte == 0x09 || byte == 0x0D ? 1 : 0)
        }
        guard controls == 0 else { return mended(bytes) }
        var text = String(decoding: bytes, as: UTF8.self)
        guard beyond >= 0x80 else { return text }
        // Decoding mends what is no UTF-8; whether it had to shows in the bytes, and is cheaper than asking first.
        let isSame = text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
        return isSame ? text : mended(bytes)
    }

    /// Without surrounding white space; nil when nothing is left.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return start < end ? UnsafeBufferPointer(rebasing: bytes[start..<end]) : nil
    }

    /// With every run of white space as one space.
    static func collapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            if !byte.isSpace { output.append(byte) } else if output.last != 0x20 { output.append(0x20) }
        }
        return output.withUnsafeBufferPointer(string)
    }

    /// The slow way. A byte that is no UTF-8 is most often windows-1252 that was pasted into it; a character that was
    /// cut off becomes U+FFFD.
    private static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 16)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x80 {
                if byte >= 0x20 || byte.isSpace { output.append(byte) }
                at += 1
                continue
            }
            switch UTF8Sequence.length(bytes, at: at) {
            case .valid(let length):
                output.append(contentsOf: bytes[at..<at + length])
                at += length
            case .incomplete:
                output.appendScalar(bytes.count - at > 1 ? 0xFFFD : UInt32(Transcoder.windows1252Upper(byte)))
                at = bytes.count
            case .wrong(let length, let cut):
                output.appendScalar(cut ? 0xFFFD : UInt32(Transcoder.windows1252Upper(byte)))
                at += length
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
