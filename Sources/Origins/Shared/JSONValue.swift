import Foundation
import Untrusted

/// A JSON value as an origin wrote it: numbers keep their digits, so that no id is rounded.
enum JSONValue: Sendable, Hashable {
    case string(String)
    case number(String)
    case bool(Bool)
    case array([JSONValue])
    /// Of members with one name the last counts, as with every usual reader.
    case object([String: JSONValue])
    case null

    /// A member that is there and not null.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    /// A text as it stands; nil for everything else.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// What names something, whether it is written as a text or as a number; trimmed, never empty.
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

    /// What every reader of JSON holds exactly (RFC 8259, 6): ±2⁵³. Whoever reckons with such numbers is far from the
    /// ends of an `Int`, at which Swift stops the whole process.
    static let exactIntegers = -(1 << 53)...(1 << 53)  // bounded: constants

    /// A whole number, also of a text that is one; nil beyond `exact`.
    var int: Int? {
        nonEmptyString.flatMap { UntrustedInteger($0) ?? UntrustedDecimal($0)?.whole }?.int(in: Self.exactIntegers)
    }

    /// How many of something; nil for what is no such number. More than a thousand million are none that anybody counted.
    var count: Int? { int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }

    /// An instant in seconds since 1970.
    var date: Date? { int.flatMap { Date(seconds: $0) } }

    /// Whether it says yes: `true`, 1, "true", "1", "yes".
    var isTrue: Bool {
        switch self {
        case .bool(let flag): flag
        case .number, .string: ["1", "true", "yes"].contains((nonEmptyString ?? "").lowercased())
        default: false
        }
    }

    /// The elements of a list; nil for everything else.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object; nil for everything else.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
