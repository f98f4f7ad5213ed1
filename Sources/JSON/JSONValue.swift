import Foundation
import Untrusted

/// A JSON value. Numbers keep their digits, so that no id is rounded.
public enum JSONValue: Sendable, Hashable {
    /// A string.
    case string(String)
    /// A number as written.
    case number(String)
    /// True or false.
    case bool(Bool)
    /// A list of values.
    case array([JSONValue])
    /// An object; the last of duplicate names counts, or the first for a lenient reader.
    case object([String: JSONValue])
    /// The value `null`.
    case null

    /// Returns a member's value; nil for `null` and missing members.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// The string; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The trimmed string, or the digits of a number; nil if empty.
    public var nonEmptyString: String? {
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
    public static let exactIntegers = -(1 << 53)...(1 << 53)  // bounded: constants

    /// The whole number, also from a string; nil outside `exactIntegers`.
    public var int: Int? {
        nonEmptyString.flatMap { UntrustedInteger($0) ?? UntrustedDecimal($0)?.whole }?.int(in: Self.exactIntegers)
    }

    /// The number; nil if negative or above a thousand million.
    public var count: Int? { int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }

    /// True for `true`, 1, "true", "1" and "yes".
    public var isTrue: Bool {
        switch self {
        case .bool(let flag): flag
        case .number, .string: ["1", "true", "yes"].contains((nonEmptyString ?? "").lowercased())
        default: false
        }
    }

    /// The elements; nil unless the value is an array.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members; nil unless the value is an object.
    public var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
