import Foundation
import GRDB
import Untrusted

/// A row, read by column names. Values of unexpected types read as null, because the database is untrusted. A column
/// that the statement lacks reads as null, and makes the statement fail (`Transaction`).
struct SQLRow {
    private let row: Row
    private let columns: SQLColumns

    init(_ row: Row, _ columns: SQLColumns) {
        self.row = row
        self.columns = columns
    }

    private func value(_ column: String) -> DatabaseValue.Storage {
        guard let index = columns.index(of: column) else { return .null }
        let value: DatabaseValue = row[index]
        return value.storage
    }

    func optionalNumber(_ column: String) -> Int64? { Self.number(value(column)) }
    func number(_ column: String) -> Int64 { optionalNumber(column) ?? 0 }
    func int(_ column: String) -> Int { Int(number(column)) }
    func optionalInt(_ column: String) -> Int? { optionalNumber(column).map { Int($0) } }
    func bool(_ column: String) -> Bool { number(column) != 0 }
    func date(_ column: String) -> Date { Date(milliseconds: number(column)) }
    func optionalDate(_ column: String) -> Date? { optionalNumber(column).map { Date(milliseconds: $0) } }

    func optionalText(_ column: String) -> String? { Self.text(value(column)) }
    func text(_ column: String) -> String { optionalText(column) ?? "" }

    func optionalBytes(_ column: String) -> [UInt8]? {
        if case .blob(let value) = value(column) { [UInt8](value) } else { nil }
    }

    static func number(_ value: DatabaseValue.Storage) -> Int64? {
        switch value {
        case .int64(let value): value
        case .double(let value) where value.magnitude < 9e15: Int64(saturating: value)
        default: nil
        }
    }

    static func text(_ value: DatabaseValue.Storage) -> String? {
        if case .string(let value) = value { value } else { nil }
    }
}

/// The columns of one execution of a statement. Columns are mostly read in their order, so the next one is tried first.
final class SQLColumns {
    private let names: [String]
    private var next = 0
    /// The name of a column that was read but does not exist; nil if all existed.
    private(set) var missing: String?

    init(_ names: [String]) { self.names = names }

    func index(of column: String) -> Int? {
        var index = next
        if index >= names.count || names[index] != column {
            guard let found = names.firstIndex(of: column) else {
                missing = column
                return nil
            }
            index = found
        }
        next = index + 1 == names.count ? 0 : index + 1
        return index
    }
}
