internal import Foundation
internal import Untrusted

/// A JSON value whose objects keep the order of their members.
enum OrderedJSON: Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case array([OrderedJSON])
    case object([(String, OrderedJSON)])
    case null

    var serialized: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        case .array(let elements): "[" + elements.map(\.serialized).joined(separator: ",\n") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.0)):\($0.1.serialized)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case "\n": out += "\\n"
            // PHP escapes slashes.
            case "/": out += "\\/"
            case _ where scalar.value < 0x20:
                out += "\\u" + Hex.encode(UInt16(truncatingIfNeeded: scalar.value))
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
