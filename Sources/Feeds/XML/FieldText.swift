// bounded throughout: scan positions only move forward.

/// A converter of a field's bytes to strings: trims, drops characters that XML forbids, repairs UTF-8.
enum FieldText {
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        string(bytes, FieldScan(text: bytes))
    }

    /// Returns the text with white space collapsed; nil if the field is empty.
    static func singleLine(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, mayBeMarkup: Bool)? {
        guard let trimmed = trimmed(bytes) else { return nil }
        let scan = FieldScan(line: trimmed)
        return (scan.hasExtraWhitespace ? collapsed(trimmed) : string(trimmed, scan), scan.mayBeMarkup)
    }

    /// Returns the content of a CDATA section whose markers are escaped as text, as in some feeds; nil unless the
    /// section is the whole field.
    static func escapedCDATA(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let text = trimmed(bytes), text.hasBytes("<![CDATA[", at: 0), let end = text.first("]]>", from: 9),
            end + 3 == text.count
        else { return nil }
        return UnsafeBufferPointer(rebasing: text[9..<end])
    }

    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, _ scan: FieldScan) -> String {
        guard !scan.hasControlCharacters else { return repaired(bytes) }
        var text = String(decoding: bytes, as: UTF8.self)
        guard scan.hasNonASCII else { return text }
        // Decoding and comparing is cheaper than validating first.
        let isSame = text.withUTF8 { $0.count == bytes.count && $0.isEqual(to: bytes) }
        return isSame ? text : repaired(bytes)
    }

    /// Returns the bytes without surrounding white space and control characters; nil if none remain.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return start < end ? UnsafeBufferPointer(rebasing: bytes[start..<end]) : nil
    }

    static func collapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            if !byte.isSpace { output.append(byte) } else if output.last != 0x20 { output.append(0x20) }
        }
        return output.withUnsafeBufferPointer(string)
    }

    /// Returns the text with invalid bytes read as windows-1252, as they usually are, and a truncated character as
    /// U+FFFD.
    private static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
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
            switch UTF8Sequence.validity(bytes, at: at) {
            case .valid(let length):
                output.append(contentsOf: bytes[at..<at + length])
                at += length
            case .incomplete:
                output.appendScalar(bytes.count - at > 1 ? 0xFFFD : UInt32(Transcoder.windows1252Scalar(byte)))
                at = bytes.count
            case .invalid(let length, let cut):
                output.appendScalar(cut ? 0xFFFD : UInt32(Transcoder.windows1252Scalar(byte)))
                at += length
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension String {
    func containsASCII(_ one: UInt8, or other: UInt8) -> Bool {
        var copy = self
        return copy.withUTF8 { bytes in
            var found = false
            for byte in bytes where byte == one || byte == other { found = true }
            return found
        }
    }

    func containsASCII(_ text: StaticString) -> Bool {
        var copy = self
        return copy.withUTF8 { $0.first(text, from: 0) != nil }
    }

    /// True if the string has no markup and only single spaces.
    var isPlainSingleLine: Bool {
        var copy = self
        let scan = copy.withUTF8 { FieldScan(line: $0) }
        return !scan.mayBeMarkup && !scan.hasExtraWhitespace
    }

    /// True if the string contains `<` or `&`.
    var mayBeMarkup: Bool { containsASCII(0x3C, or: 0x26) }
}
