import Foundation
import GRDB
import Untrusted

/// A row, read from left to right. Unexpected types read as null: the database is untrusted.
struct SQLRow {
    private let row: Row
    private var column = 0

    init(_ row: Row) { self.row = row }

    private mutating func next() -> DatabaseValue.Storage {
        defer { column += 1 }
        guard column < row.count else { return .null }
        let value: DatabaseValue = row[column]
        return value.storage
    }

    mutating func optionalNumber() -> Int64? {
        switch next() {
        case .int64(let value): value
        case .double(let value) where value.magnitude < 9e15: Int64(saturating: value)
        default: nil
        }
    }

    mutating func number() -> Int64 { optionalNumber() ?? 0 }
    mutating func int() -> Int { Int(number()) }
    mutating func optionalInt() -> Int? { optionalNumber().map { Int($0) } }
    mutating func bool() -> Bool { number() != 0 }
    mutating func date() -> Date { Date(milliseconds: number()) }
    mutating func optionalDate() -> Date? { optionalNumber().map { Date(milliseconds: $0) } }

    mutating func optionalText() -> String? {
        if case .string(let value) = next() { value } else { nil }
    }

    mutating func text() -> String { optionalText() ?? "" }

    mutating func optionalBytes() -> [UInt8]? {
        if case .blob(let value) = next() { [UInt8](value) } else { nil }
    }
}
