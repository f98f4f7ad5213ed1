import Foundation
import GRDB
import Untrusted

/// A statement argument, restricted to types that every database engine has (decision 7).
enum SQLValue: Sendable {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])

    static func number(_ value: Int?) -> SQLValue { value.map { .number(Int64($0)) } ?? .null }
    static func number(_ value: Int64?) -> SQLValue { value.map { .number($0) } ?? .null }
    static func bool(_ value: Bool) -> SQLValue { .number(value ? 1 : 0) }
    static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
    static func bytes(_ value: [UInt8]?) -> SQLValue { value.map { .bytes($0) } ?? .null }
    /// The milliseconds since 1970 UTC; null for nil.
    static func date(_ value: Date?) -> SQLValue { value.map { .number($0.milliseconds) } ?? .null }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .number(let value): value.databaseValue
        case .text(let value): Self.replacingNUL(value).databaseValue
        case .bytes(let value): Data(value).databaseValue
        }
    }

    /// Returns the text with U+0000 replaced: SQLite ends a text there, and PostgreSQL rejects it.
    private static func replacingNUL(_ text: String) -> String {
        var copy = text
        let hasZero = copy.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
        return hasZero ? text.replacing("\0", with: "\u{FFFD}") : text
    }
}

/// An ordered list of columns and their values.
struct SQLAssignments: ExpressibleByDictionaryLiteral {
    let pairs: [(column: String, value: SQLValue)]

    init(dictionaryLiteral elements: (String, SQLValue)...) { pairs = elements.map { (column: $0.0, value: $0.1) } }

    private init(_ pairs: [(column: String, value: SQLValue)]) { self.pairs = pairs }

    static func + (first: SQLAssignments, second: SQLAssignments) -> SQLAssignments {
        SQLAssignments(first.pairs + second.pairs)
    }
}

extension Date {
    /// The milliseconds since 1970 UTC, clamped against overflow.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded(.down)
        guard value.isFinite else { return 0 }
        return Int64(saturating: max(-62_135_596_800_000, min(253_402_300_799_999, value)))
    }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// The milliseconds, clamped to about 3,000 years.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let whole = UntrustedInteger(seconds).clamped(to: -100_000_000_000...100_000_000_000)
        return whole * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The seconds, truncated to milliseconds.
    var seconds: TimeInterval { Double(milliseconds) / 1000 }
}
