/// JSON as a value, for expected readings.
indirect enum ExpectedJSON: Equatable, Decodable, CustomStringConvertible {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([ExpectedJSON])
    case object([String: ExpectedJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // else the next kind
            self = .truth(value)
        } else if let value = try? container.decode(Double.self) {  // else the next kind
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // else the next kind
            self = .text(value)
        } else if let value = try? container.decode([ExpectedJSON].self) {  // else the next kind
            self = .list(value)
        } else {
            self = .object(try container.decode([String: ExpectedJSON].self))
        }
    }

    subscript(key: String) -> ExpectedJSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var number: Int? { if case .number(let value) = self { Int(value) } else { nil } }
    var list: [ExpectedJSON]? { if case .list(let value) = self { value } else { nil } }

    init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    init(_ value: Int?) { self = value.map { .number(Double($0)) } ?? .null }
    init(_ value: Duration?) { self.init(value.map { Int($0.components.seconds) }) }

    var description: String {
        switch self {
        case .null: "null"
        case .truth(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): "\"\(value)\""
        case .list(let value): "\(value)"
        case .object(let value):
            "{" + value.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        }
    }

    /// Where a reading differs from what was expected. Members that are not expected do not matter.
    func differences(from expected: ExpectedJSON, at path: String = "") -> [String] {
        switch (self, expected) {
        case (.object(let found), .object(let wanted)):
            return wanted.sorted { $0.key < $1.key }.flatMap { key, value in
                (found[key] ?? .null).differences(from: value, at: path + "." + key)
            }
        case (.list(let found), .list(let wanted)):
            guard found.count == wanted.count else {
                return ["\(path): \(found.count) instead of \(wanted.count): \(self)"]
            }
            return zip(found, wanted).enumerated().flatMap { index, pair in
                pair.0.differences(from: pair.1, at: "\(path)[\(index)]")
            }
        default:
            return self == expected ? [] : ["\(path): \(self) instead of \(expected)"]
        }
    }
}
