/// A resolver of XML's and HTML's entities, numeric references and declared entities.
final class XMLEntityResolver {
    private var declared: [String: [UInt8]] = [:]
    private var expanded = 0
    /// True if a reference was left unresolved since the last query.
    private var hasExceededBudget = false
    /// The size in bytes of all expanded entities of a document: one budget for texts and attributes, because
    /// attributes may be many.
    private static let maxExpansion = 1 << 20

    enum Resolution {
        /// A text; `length` includes `;`.
        case text([UInt8], length: Int)
        case byte(UInt8, length: Int)
        case declared([UInt8], length: Int)
        case invalidCharacter(length: Int)
        case unknown
        case notAReference
    }

    static let maxNameLength = 40

    /// Declares an entity and returns true; returns false for long values. References in the value are resolved at
    /// once, which stops an entity bomb at its second or third level.
    func declare(_ name: String, _ value: [UInt8]) -> Bool {
        guard declared.count < 256, value.count <= Self.maxValueLength, declared[name] == nil else { return false }
        let hadExceededBudget = hasExceededBudget
        hasExceededBudget = false
        let text = resolved(value)
        let isWhole = !hasExceededBudget
        hasExceededBudget = hadExceededBudget || !isWhole
        guard isWhole, text.count <= Self.maxValueLength else { return false }
        declared[name] = text
        return true
    }

    private static let maxValueLength = 2048

    /// Takes `count` bytes from the budget; returns false if too little is left.
    func consumeBudget(_ count: Int) -> Bool {
        guard expanded + count <= Self.maxExpansion else {
            hasExceededBudget = true
            return false
        }
        expanded += count
        return true
    }

    /// Returns true if a reference was left unresolved since the last call.
    func takeBudgetExceeded() -> Bool {
        defer { hasExceededBudget = false }
        return hasExceededBudget
    }

    /// Resolves the reference that begins with the ampersand at `at`.
    @inline(__always)
    func reference(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, end: Int) -> Resolution {
        if at + 3 < end, bytes[at + 2] == 0x74, bytes[at + 3] == 0x3B {
            if bytes[at + 1] == 0x6C { return .byte(0x3C, length: 4) }
            if bytes[at + 1] == 0x67 { return .byte(0x3E, length: 4) }
        }
        return longReference(bytes, at: at, end: end)
    }

    private func longReference(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, end: Int) -> Resolution {
        guard at + 1 < end else { return .notAReference }
        if bytes[at + 1] == 0x23 { return numericReference(bytes, at: at, end: end) }
        guard bytes[at + 1].isLetter || bytes[at + 1] == 0x5F else { return .notAReference }
        var index = at + 1
        while index < end, bytes[index].isNameByte, index - at <= Self.maxNameLength { index += 1 }
        guard index < end, bytes[index] == 0x3B else { return .notAReference }
        let length = index + 1 - at
        let name = UnsafeBufferPointer(rebasing: bytes[at + 1..<index])  // bounded: a scan moves forward
        switch (name.count, name[0], name[name.count - 1]) {
        case (3, 0x61, 0x70) where name[1] == 0x6D: return .byte(0x26, length: length)  // amp
        case (4, 0x71, 0x74) where name[1] == 0x75 && name[2] == 0x6F: return .byte(0x22, length: length)  // quot
        case (4, 0x61, 0x73) where name[1] == 0x70 && name[2] == 0x6F: return .byte(0x27, length: length)  // apos
        default: break
        }
        let key = String(decoding: name, as: UTF8.self)
        if let text = declared[key] { return .declared(text, length: length) }
        if let text = HTMLEntities.named[key] { return .text(text, length: length) }
        return .unknown
    }

    private func numericReference(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, end: Int) -> Resolution {
        guard at + 2 < end else { return .notAReference }
        let hexadecimal = bytes[at + 2] | 0x20 == 0x78
        var index = at + (hexadecimal ? 3 : 2)
        let first = index
        var number: UInt32 = 0
        while index < end, index - first <= 10, let digit = Self.digit(bytes[index], hexadecimal) {
            number = min(number &* (hexadecimal ? 16 : 10) &+ digit, 0x20_0000)
            index += 1
        }
        guard index > first, index < end, bytes[index] == 0x3B else { return .notAReference }
        let length = index + 1 - at
        guard let scalar = Self.character(number) else { return .invalidCharacter(length: length) }
        var text: [UInt8] = []
        text.appendScalar(scalar)
        return .text(text, length: length)
    }

    /// Returns the scalar of a numeric reference; 128 to 159 are read as windows-1252, as in HTML.
    private static func character(_ number: UInt32) -> UInt32? {
        switch number {
        case 0x09, 0x0A, 0x0D, 0x20...0x7F, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: number
        case 0x80...0x9F: UInt32(Transcoder.windows1252Scalar(UInt8(number)))
        default: nil
        }
    }

    private static func digit(_ byte: UInt8, _ hexadecimal: Bool) -> UInt32? {
        if byte.isDigit { return UInt32(byte - 0x30) }
        guard hexadecimal, byte.lower &- 0x61 < 6 else { return nil }
        return UInt32(byte.lower - 0x61 + 10)
    }

    /// Returns the bytes with references resolved; unknown references remain.
    func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 0x26 else {
                output.append(bytes[at])
                at += 1
                continue
            }
            switch reference(bytes, at: at, end: bytes.count) {
            case .byte(let byte, let length):
                output.append(byte)
                at += length
            case .text(let text, let length):
                output.append(contentsOf: text)
                at += length
            case .declared(let text, let length) where consumeBudget(text.count):
                output.append(contentsOf: text)
                at += length
            case .invalidCharacter(let length): at += length
            case .declared, .unknown, .notAReference:
                output.append(0x26)
                at += 1
            }
        }
        return output
    }

    func resolved(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { resolved($0) }
    }
}

extension UInt8 {
    /// True for bytes of XML names. Non-ASCII bytes count too, so that no character is cut.
    @inline(__always) var isNameByte: Bool {
        // Each bit stands for one of - . 0-9 : (below 0x40) and A-Z _ a-z (above).
        let bits: UInt64 = self < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return self >= 0x80 || bits >> UInt64(self & 0x3F) & 1 != 0
    }
    @inline(__always) var beginsName: Bool { isLetter || self == 0x5F || self == 0x3A || self >= 0x80 }
}
