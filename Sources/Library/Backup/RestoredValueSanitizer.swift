import Foundation
import GRDB
import Markup
import News
import URLs

/// Validation of values from an untrusted database.
enum RestoredValueSanitizer {
    /// The largest integer that JSON numbers represent exactly.
    static let maxSafeInteger: Int64 = 1 << 53

    private static let timestampRange: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Returns the value as the rule allows it, clamped or replaced if necessary.
    /// - Throws: `.unreadable` for a value of an unexpected type.
    static func sanitized(_ value: DatabaseValue, as rule: RestoredColumnRule, isNullable: Bool) throws(BackupError)
        -> DatabaseValue
    {
        if value.isNull { return .null }
        switch rule {
        case .rowID: return try number(value) { (0...maxSafeInteger).contains($0) ? $0 : nil }  // bounded: a constant
        case .number: return try number(value) { min(maxSafeInteger, max(-maxSafeInteger, $0)) }
        case .anyNumber: return try number(value) { $0 }
        case .timestamp: return try number(value) { min(timestampRange.upperBound, max(timestampRange.lowerBound, $0)) }
        case .timestampOrNever:
            return try number(value) { $0 == .max ? $0 : min(timestampRange.upperBound, max(0, $0)) }
        case .rules(let newest): return try number(value) { min(newest, max(0, $0)) }
        case .bytes:
            guard case .blob = value.storage else { throw invalid }
            return value
        case .excluded: return .null
        default: return try text(try string(value), rule, isNullable: isNullable)
        }
    }

    private static func text(
        _ text: String, _ rule: RestoredColumnRule, isNullable: Bool
    ) throws(BackupError) -> DatabaseValue {
        switch rule {
        case .address:
            if WebAddress(text) != nil { return text.databaseValue }
            guard isNullable else { throw invalid }
            return .null
        case .colour: return isColour(text) ? text.databaseValue : .null
        case .path: return isPath(text) ? text.databaseValue : "/".databaseValue
        case .tags: return jsonList(text, of: String.self) { $0 }
        case .enclosures: return jsonList(text, of: Enclosure.self, bounded)
        case .poll: return jsonList(text, of: PollOption.self, bounded)
        default: return text.databaseValue
        }
    }

    /// The maximum size of a text in bytes; fetched responses have at most 15 MB.
    private static let maxTextSize = 16 << 20

    static func string(_ value: DatabaseValue) throws(BackupError) -> String {
        guard case .string(let text) = value.storage, text.utf8.count <= maxTextSize else { throw invalid }
        return text
    }

    static func size(of value: DatabaseValue) -> Int {
        switch value.storage {
        case .string(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 8
        }
    }

    private static func number(_ value: DatabaseValue, _ bounded: (Int64) -> Int64?) throws(BackupError)
        -> DatabaseValue
    {
        guard case .int64(let number) = value.storage, let kept = bounded(number) else { throw invalid }
        return kept.databaseValue
    }

    static let invalid = BackupError.unreadable(
        "The database in that backup holds what Tidings never writes. Restore another copy.")

    private static func isColour(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 7 && bytes.first == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Returns true if the text is a path of this site. Browsers resolve `//` and `/\` to other hosts, and characters
    /// outside printable ASCII are invalid in headers.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= 2000
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }

    /// Returns the list with validated elements; a list that cannot be decoded becomes empty, because it is optional.
    private static func jsonList<Element: Codable>(
        _ text: String, of kind: Element.Type, _ bounded: (Element) -> Element
    ) -> DatabaseValue {
        guard text != "[]" else { return text.databaseValue }
        let elements: [Element] = JSONColumn.decodeList(text)
        do { return try JSONColumn.encode(elements.map(bounded)).databaseValue } catch { return "[]".databaseValue }
    }

    private static func bounded(_ enclosure: Enclosure) -> Enclosure {
        var enclosure = enclosure
        enclosure.length = enclosure.length.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
        enclosure.seconds = enclosure.seconds.flatMap { (0...1 << 31).contains($0) ? $0 : nil }
        return enclosure
    }

    private static func bounded(_ option: PollOption) -> PollOption {
        var option = option
        // bounded: a constant
        option.votes = option.votes.flatMap { (0...Int(maxSafeInteger)).contains($0) ? $0 : nil }
        return option
    }
}
