internal import Untrusted

/// A reader of the fields of a URL query, as HTML forms encode them.
enum QueryFields {
    /// Returns the decoded fields in order.
    static func read(_ query: String?) -> [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
                code.count == 1
            {
                bytes += code
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
