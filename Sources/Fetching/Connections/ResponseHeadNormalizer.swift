import NIOCore

/// A normaliser that rewrites a response's head, line by line, for NIO's strict parser, as browsers read it.
///
/// - A line may end in LF alone (RFC 9112 §2.2).
/// - A folded value becomes one line (RFC 9112 §5.2); white space before the colon is removed (§5.1).
/// - Control characters in a value become spaces (RFC 9110 §5.5).
/// - A line that is not a field is left out.
/// - Repeated equal lengths become one (RFC 9110 §8.6); different ones remain, and NIO rejects them.
/// - Bytes above 0x7F become characters of that number.
struct ResponseHeadNormalizer {
    private enum Stage { case statusLine, fields, complete }

    private var stage = Stage.statusLine
    private var line: [UInt8] = []
    /// The last field, complete unless the next line continues it.
    private var field: [UInt8]?
    private var contentLength: [UInt8]?
    private var statusLine: [UInt8] = []

    private static let space = UInt8(ascii: " ")

    /// True if the empty line at the head's end was read.
    var isComplete: Bool { stage == .complete }
    /// True for a 1xx response, after which another head follows.
    var isInformational: Bool { statusLine.count > 9 && statusLine[9] == UInt8(ascii: "1") }

    mutating func append(_ byte: UInt8, to output: inout ByteBuffer) {
        guard byte == UInt8(ascii: "\n") else { return line.append(byte) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        switch stage {
        case .statusLine: endStatusLine(&output)
        case .fields: endFieldLine(&output)
        case .complete: break
        }
        line.removeAll(keepingCapacity: true)
    }

    /// Writes the status line; ignores empty lines before it (RFC 9112 §2.2).
    private mutating func endStatusLine(_ output: inout ByteBuffer) {
        guard !line.isEmpty else { return }
        statusLine = Array(line.prefix(10))
        Self.write(line, to: &output)
        stage = .fields
    }

    private mutating func endFieldLine(_ output: inout ByteBuffer) {
        guard let first = line.first else {
            writeField(&output)
            output.writeString("\r\n")
            stage = .complete
            return
        }
        if first == Self.space || first == UInt8(ascii: "\t") {
            // A continuation without a field before it is ignored (RFC 9112 §2.2).
            field?.append(contentsOf: line)
        } else {
            writeField(&output)
            field = line
        }
    }

    private mutating func writeField(_ output: inout ByteBuffer) {
        guard let written = field else { return }
        field = nil
        guard let colon = written.firstIndex(of: UInt8(ascii: ":")) else { return }
        var name = written[..<colon]
        while let last = name.last, last == Self.space || last == UInt8(ascii: "\t") { name.removeLast() }
        guard !name.isEmpty, name.allSatisfy(Self.tokenCharacters.contains) else { return }
        var value = written[(colon + 1)...].map { byte in
            byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F ? Self.space : byte
        }
        if name.lowercased() == "content-length" {
            guard let length = newContentLength(value) else { return }
            value = length
        }
        Self.write(name + [UInt8(ascii: ":"), Self.space] + value, to: &output)
    }

    /// Returns the length to write; nil for a repetition. An invalid length remains as it is, and NIO rejects it.
    private mutating func newContentLength(_ value: [UInt8]) -> [UInt8]? {
        let lengths = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Self.trimmed)
        guard let first = lengths.first, lengths.allSatisfy({ $0 == first }), first.allSatisfy(Self.digits.contains)
        else { return value }
        defer { contentLength = contentLength ?? first }
        return contentLength == first ? nil : first
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == UInt8(ascii: "\t") }
        return text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    }

    private static func write(_ line: [UInt8], to output: inout ByteBuffer) {
        for byte in line {
            if byte < 0x80 {
                output.writeInteger(byte)
            } else {
                output.writeBytes([0xC0 | byte >> 6, 0x80 | byte & 0x3F])
            }
        }
        output.writeString("\r\n")
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The characters of a token (RFC 9110 §5.6.2).
    private static let tokenCharacters = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}

extension ArraySlice<UInt8> {
    fileprivate func lowercased() -> String { String(decoding: self, as: UTF8.self).lowercased() }
}
