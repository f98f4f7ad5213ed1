// bounded throughout: scan positions only move forward.

/// A reader of a DOCTYPE's short text entities. External entities are ignored.
struct DoctypeReader {
    let bytes: UnsafeBufferPointer<UInt8>
    let at: Int

    /// Declares the entities and returns the end of the DOCTYPE; nil if the bytes end first.
    func read(into entities: XMLEntityResolver, _ diagnostics: inout FeedDiagnostics) -> Int? {
        guard let end else { return nil }
        var index = at
        let doctype = UnsafeBufferPointer(rebasing: bytes[..<end])
        while let found = doctype.first("<!ENTITY", from: index) {
            index = found + 8
            guard let (name, value) = entity(from: index, end: end) else { continue }
            if !entities.declare(name, value) { diagnostics.record(.entityTooLarge) }
        }
        return end
    }

    /// The index behind the `>` that is outside brackets, quotes and comments; nil if the bytes end first.
    private var end: Int? {
        var (index, depth) = (at + 9, 0)
        while index < bytes.count {
            switch bytes[index] {
            case 0x22, 0x27:
                guard let close = bytes.first(bytes[index], from: index + 1) else { return nil }
                index = close
            case 0x5B: depth += 1
            case 0x5D: depth = max(0, depth - 1)
            case 0x3C where bytes.hasBytes("<!--", at: index):
                guard let close = bytes.first("-->", from: index + 4) else { return nil }
                index = close + 2
            case 0x3E where depth == 0: return index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the name and value of the entity declared at `start`; nil for parameter and external entities.
    private func entity(from start: Int, end: Int) -> (String, [UInt8])? {
        var index = start
        while index < end, bytes[index].isSpace { index += 1 }
        let nameStart = index
        while index < end, bytes[index].isNameByte { index += 1 }
        let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
        while index < end, bytes[index].isSpace { index += 1 }
        guard !name.isEmpty, index < end, bytes[index] == 0x22 || bytes[index] == 0x27 else { return nil }
        guard let close = bytes.first(bytes[index], from: index + 1), close < end else { return nil }
        return (name, Array(bytes[index + 1..<close]))
    }
}
