import Foundation

/// The media type and charset of a `Content-Type` header (RFC 9110 §8.3).
struct ContentTypeHeader: Sendable {
    let essence: String?
    let charset: String?

    init(_ text: String) {
        let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let essence = parts.first?.lowercased() ?? ""
        self.essence = essence.contains("/") ? essence : nil
        charset =
            parts.dropFirst().compactMap { part -> String? in
                guard part.lowercased().hasPrefix("charset=") else { return nil }
                let value = part.dropFirst(8).trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
                return value.isEmpty ? nil : value
            }.first
    }
}
