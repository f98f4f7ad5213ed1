import Untrusted

/// A namespace for removing the `<span>` tags of a text, which pasting left behind.
enum SpanTagRemover {
    private static let name = Array("span".utf8)

    /// Removes the tags in one pass; a tag that never ends stays.
    static func removed(from html: String) -> String {
        let bytes = Array(html.utf8)
        var out: [UInt8] = []
        var (copied, index) = (0, 0)
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            guard isSpan(bytes, at: index) else { continue }
            guard let close = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
            out += bytes[copied..<open]  // bounded: a scan moves forward
            (copied, index) = (close + 1, close + 1)
        }
        return copied == 0 ? html : String(decoding: out + bytes[copied...], as: UTF8.self)
    }

    private static func isSpan(_ bytes: [UInt8], at start: Int) -> Bool {
        let rest = bytes[start...].prefix(name.count + 2)
        let word = rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
        guard word.prefix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 }) else { return false }
        return word.dropFirst(name.count).first.map { !ASCII.isLetter($0) && !ASCII.isDigit($0) && $0 != 0x5F } ?? false
    }
}
