internal import Foundation

/// JSON as sample origins write it: members in a fixed order.
enum JSONText: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONText])
    case object([(String, JSONText)])
    case nothing

    var written: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "true" : "false"
        case .nothing: "null"
        case .list(let elements): "[" + elements.map(\.written).joined(separator: ",\n") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.0)):\($0.1.written)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case "\n": out += "\\n"
            // As PHP writes it, so that readers meet it.
            case "/": out += "\\/"
            case _ where scalar.value < 0x20:
                out += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
