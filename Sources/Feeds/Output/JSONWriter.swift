/// A writer of well-formed JSON.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        writeSeparator()
        bytes.append(0x7B)
        needsComma = false
        members(&self)
        bytes.append(0x7D)
        needsComma = true
    }

    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        writeSeparator()
        bytes.append(0x5B)
        needsComma = false
        for element in elements { write(&self, element) }
        bytes.append(0x5D)
        needsComma = true
    }

    mutating func key(_ name: String) {
        text(name)
        bytes.append(0x3A)
        needsComma = false
    }

    mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { text(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: Int?) {
        key(name)
        guard let value else { return null() }
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    mutating func text(_ text: String) {
        writeSeparator()
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
            case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
            case ..<0x20, 0x7F: bytes.append(contentsOf: "\\u00".utf8 + [Self.digit(byte >> 4), Self.digit(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
        needsComma = true
    }

    mutating func lineEnd() {
        bytes.append(0x0A)
    }

    private mutating func null() {
        writeSeparator()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    private mutating func writeSeparator() {
        if needsComma { bytes.append(0x2C) }
        needsComma = false
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
