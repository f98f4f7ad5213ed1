import Foundation
import Untrusted

/// A JSON value. Numbers keep their digits, so that no id is rounded.
enum JSONValue: Sendable, Hashable {
    case string(String)
    case number(String)
    case bool(Bool)
    case array([JSONValue])
    /// An object; the last of duplicate names counts.
    case object([String: JSONValue])
    case null

    /// Returns a member's value; nil for `null` and missing members.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The trimmed string, or the digits of a number; nil if empty.
    var nonEmptyString: String? {
        let text: String
        switch self {
        case .string(let given): text = given
        case .number(let digits): text = digits
        default: return nil
        }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The integers that are exact in every JSON parser (RFC 8259 §6): ±2⁵³, where `Int` arithmetic cannot overflow.
    static let exactIntegers = -(1 << 53)...(1 << 53)  // bounded: constants

    /// The whole number, also from a string; nil outside `exactIntegers`.
    var int: Int? {
        nonEmptyString.flatMap { UntrustedInteger($0) ?? UntrustedDecimal($0)?.whole }?.int(in: Self.exactIntegers)
    }

    /// The number; nil if negative or above a thousand million.
    var count: Int? { int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }

    /// The date from a number of seconds since 1970.
    var date: Date? { int.flatMap { Date(seconds: $0) } }

    /// True for `true`, 1, "true", "1" and "yes".
    var isTrue: Bool {
        switch self {
        case .bool(let flag): flag
        case .number, .string: ["1", "true", "yes"].contains((nonEmptyString ?? "").lowercased())
        default: false
        }
    }

    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
