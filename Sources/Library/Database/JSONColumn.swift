import Foundation

/// Coding of small values as JSON columns.
enum JSONColumn {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, as kind: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(kind, from: Data(text.utf8))
    }

    /// Returns the decoded value, or nil if the text is nil or cannot be decoded (another version may have written it).
    static func decodeIfReadable<Value: Decodable>(_ text: String?, as kind: Value.Type = Value.self) -> Value? {
        guard let text else { return nil }
        do { return try decode(text, as: kind) } catch { return nil }
    }

    /// Returns the decoded list, or an empty list if the text cannot be decoded: such columns are optional.
    static func decodeList<Element: Decodable>(_ text: String) -> [Element] {
        guard text != "[]" else { return [] }
        do { return try decode(text, as: [Element].self) } catch { return [] }
    }
}
