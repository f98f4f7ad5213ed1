import Foundation

/// Small values as JSON.
enum JSONColumn {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, as kind: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(kind, from: Data(text.utf8))
    }

    /// Nil for what another version wrote.
    static func decodeIfReadable<Value: Decodable>(_ text: String?, as kind: Value.Type = Value.self) -> Value? {
        guard let text else { return nil }
        do { return try decode(text, as: kind) } catch { return nil }
    }

    /// Unreadable counts as empty: it is optional.
    static func decodeList<Element: Decodable>(_ text: String) -> [Element] {
        guard text != "[]" else { return [] }
        do { return try decode(text, as: [Element].self) } catch { return [] }
    }
}
