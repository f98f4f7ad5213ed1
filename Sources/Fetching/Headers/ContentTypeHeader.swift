import Foundation

/// The media type and charset of a `Content-Type` header (RFC 9110 §8.3).
public struct ContentTypeHeader: Sendable {
    /// The media type in lower case, without parameters; nil if malformed.
    public let essence: String?
    /// The charset without quotes.
    public let charset: String?

    public init(_ text: String) {
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
