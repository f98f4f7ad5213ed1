/// A writer of objects, lists and values as JSON, or as the XML in which Google Reader gave the same objects.
struct ObjectWriter {
    enum Format { case json, xml }

    let format: Format
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init(_ format: Format = .json) {
        self.format = format
        bytes.reserveCapacity(4096)
    }

    /// Returns an object as a document.
    static func document(_ format: Format = .json, _ members: (inout ObjectWriter) -> Void) -> [UInt8] {
        var writer = ObjectWriter(format)
        writer.object(nil, members)
        return writer.bytes
    }

    mutating func object(_ name: String? = nil, _ members: (inout ObjectWriter) -> Void) {
        begin(name, "object", UInt8(ascii: "{"))
        members(&self)
        end("object", UInt8(ascii: "}"))
    }

    mutating func list<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ write: (inout ObjectWriter, Elements.Element) -> Void
    ) {
        begin(name, "list", UInt8(ascii: "["))
        for element in elements { write(&self, element) }
        end("list", UInt8(ascii: "]"))
    }

    mutating func string(_ name: String?, _ value: String) {
        switch format {
        case .json:
            separate(name)
            bytes.append(UInt8(ascii: "\""))
            Self.appendJSON(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            needsComma = true
        case .xml: element(name, "string") { XMLText.append(value, to: &$0) }
        }
    }

    mutating func number(_ name: String?, _ value: Int64) { plain(name, "number", String(value)) }

    mutating func boolean(_ name: String?, _ value: Bool) { plain(name, "boolean", value ? "true" : "false") }

    private mutating func plain(_ name: String?, _ element: StaticString, _ text: String) {
        switch format {
        case .json:
            separate(name)
            bytes.append(contentsOf: text.utf8)
            needsComma = true
        case .xml: self.element(name, element) { $0.append(contentsOf: text.utf8) }
        }
    }

    // MARK: Syntax

    private mutating func begin(_ name: String?, _ element: StaticString, _ bracket: UInt8) {
        switch format {
        case .json:
            separate(name)
            bytes.append(bracket)
            needsComma = false
        case .xml: startTag(name, element)
        }
    }

    private mutating func end(_ element: StaticString, _ bracket: UInt8) {
        switch format {
        case .json:
            bytes.append(bracket)
            needsComma = true
        case .xml: endTag(element)
        }
    }

    private mutating func separate(_ name: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
        guard let name else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: "\":".utf8)
    }

    private mutating func element(_ name: String?, _ element: StaticString, _ write: (inout [UInt8]) -> Void) {
        startTag(name, element)
        write(&bytes)
        endTag(element)
    }

    private mutating func startTag(_ name: String?, _ element: StaticString) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: "\(element)".utf8)
        if let name { bytes.append(contentsOf: " name=\"\(name)\"".utf8) }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func endTag(_ element: StaticString) { bytes.append(contentsOf: "</\(element)>".utf8) }

    /// Appends a text with the escapes of JSON (RFC 8259 §7), in runs, as most texts need few.
    private static func appendJSON(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
                // bounded: the last escape came before this one
                bytes.append(contentsOf: utf8[start..<index])
                appendEscape(byte, to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }
    }
}
