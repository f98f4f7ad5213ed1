/// The parameters of the Content-Disposition of a part of a form (RFC 7578 §4.2).
///
/// Values are decoded as browsers encode them (HTML, "multipart/form-data encoding algorithm"): UTF-8, in which `%22`, `%0D` and
/// `%0A` stand for a quotation mark and the ends of lines, and nothing else is escaped. `\\"` stands for a quotation mark as well,
/// as curl before 7.81 wrote it. `filename*` has another name than `filename` and is not used (RFC 7578 §4.2).
struct DispositionParameters: Sendable {
    private var values: [String: String] = [:]

    /// Reads the lines of a part's header.
    /// - Returns: nil without a Content-Disposition.
    init?(header: some Sequence<UInt8>) {
        let lines = Array(header).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        let field = "content-disposition:"
        let isWanted = { (line: ArraySlice<UInt8>) in
            String(decoding: line.prefix(field.utf8.count), as: UTF8.self).lowercased() == field
        }
        guard let line = lines.first(where: isWanted) else { return nil }
        read(line.dropFirst(field.utf8.count))
    }

    /// Returns the first parameter of that name in lower case.
    subscript(_ name: String) -> String? { values[name] }

    private mutating func read(_ line: ArraySlice<UInt8>) {
        var rest = line.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(name.count)
            // A parameter without a value counts for nothing.
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: Self.isBlank)
            let value = Self.takeValue(from: &rest)
            let key = String(decoding: name.filter { !Self.isBlank($0) }, as: UTF8.self).lowercased()
            if values[key] == nil { values[key] = Self.decoded(value) }
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Removes the value before the next parameter.
    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard rest.first == quote else {
            let token = rest.prefix { $0 != UInt8(ascii: ";") && !isBlank($0) }
            rest = rest.dropFirst(token.count)
            return Array(token)
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != quote {
            // A name that ends in a backslash is followed by the end of the value, not by more of it.
            if byte == UInt8(ascii: "\\"), rest.first == quote, let next = rest.dropFirst().first,
                next != UInt8(ascii: ";")
            {
                rest.removeFirst()
                value.append(quote)
            } else {
                value.append(byte)
            }
        }
        return value
    }

    private static func decoded(_ value: [UInt8]) -> String {
        String(decoding: value, as: UTF8.self).replacing("%22", with: "\"").replacing("%0D", with: "\r")
            .replacing("%0A", with: "\n")
    }
}
