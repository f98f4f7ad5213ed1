import Foundation
import Untrusted

/// A JSON value as an origin wrote it: numbers keep their digits, so that no id is rounded.
enum JSONValue: Sendable, Hashable {
    case text(String)
    case number(String)
    case flag(Bool)
    case list([JSONValue])
    /// Of members with one name the last counts, as with every usual reader.
    case object([String: JSONValue])
    case nothing

    /// A member that is there and not null.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .nothing else { return nil }
        return value
    }

    /// A text as it stands; nil for everything else.
    var string: String? { if case .text(let text) = self { text } else { nil } }

    /// What names something, whether it is written as a text or as a number; trimmed, never empty.
    var name: String? {
        let text: String
        switch self {
        case .text(let given): text = given
        case .number(let digits): text = digits
        default: return nil
        }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// What every reader of JSON holds exactly (RFC 8259, 6): ±2⁵³. Whoever reckons with such numbers is far from the
    /// ends of an `Int`, at which Swift stops the whole process.
    static let exact = -(1 << 53)...(1 << 53)  // bounded: constants

    /// A whole number, also of a text that is one; nil beyond `exact`.
    var int: Int? {
        name.flatMap { UntrustedInteger($0) ?? UntrustedDecimal($0)?.whole }?.int(in: Self.exact)
    }

    /// How many of something; nil for what is no such number. More than a thousand million are none that anybody counted.
    var count: Int? { int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }

    /// An instant in seconds since 1970.
    var instant: Date? { int.flatMap { Date(seconds: $0) } }

    /// Whether it says yes: `true`, 1, "true", "1", "yes".
    var isTrue: Bool {
        switch self {
        case .flag(let flag): flag
        case .number, .text: ["1", "true", "yes"].contains((name ?? "").lowercased())
        default: false
        }
    }

    /// The elements of a list; nil for everything else.
    var elements: [JSONValue]? { if case .list(let elements) = self { elements } else { nil } }

    /// The members of an object; nil for everything else.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
}
