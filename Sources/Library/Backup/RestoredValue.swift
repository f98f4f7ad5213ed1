import Foundation
import GRDB
import Markup
import News

/// Turns the values of a stranger's database into ours.
enum RestoredValue {
    /// The largest number that arithmetic of ours, and of JSON, is safe with.
    static let largest: Int64 = 1 << 53

    private static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// - Throws: `BackupError.unreadable` for a value of a kind that Tidings never writes there.
    static func of(_ value: DatabaseValue, as column: RestoredColumn, mayBeNull: Bool) throws(BackupError)
        -> DatabaseValue
    {
        if value.isNull { return .null }
        switch column {
        case .identity: return try number(value) { (0...largest).contains($0) ? $0 : nil }  // bounded: a constant
        case .number: return try number(value) { min(largest, max(-largest, $0)) }
        case .fingerprint: return try number(value) { $0 }
        case .instant: return try number(value) { min(instants.upperBound, max(instants.lowerBound, $0)) }
        case .instantOrNever: return try number(value) { $0 == .max ? $0 : min(instants.upperBound, max(0, $0)) }
        case .rules(let newest): return try number(value) { min(newest, max(0, $0)) }
        case .bytes:
            guard case .blob = value.storage else { throw strange }
            return value
        case .left: return .null
        default: return try text(try words(value), column, mayBeNull: mayBeNull)
        }
    }

    private static func text(
        _ text: String, _ column: RestoredColumn, mayBeNull: Bool
    ) throws(BackupError) -> DatabaseValue {
        switch column {
        case .address:
            if WebAddress(text) != nil { return text.databaseValue }
            guard mayBeNull else { throw strange }
            return .null
        case .colour: return isColour(text) ? text.databaseValue : .null
        case .path: return isPath(text) ? text.databaseValue : "/".databaseValue
        case .topics: return list(text, of: String.self) { $0 }
        case .enclosures: return list(text, of: Enclosure.self, bounded)
        case .poll: return list(text, of: PollOption.self, bounded)
        default: return text.databaseValue
        }
    }

    /// Bytes of the longest text: an answer has at most 15 MB.
    private static let longestText = 16 << 20

    static func words(_ value: DatabaseValue) throws(BackupError) -> String {
        guard case .string(let text) = value.storage, text.utf8.count <= longestText else { throw strange }
        return text
    }

    /// Bytes that a value takes, roughly.
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
        guard case .int64(let number) = value.storage, let kept = bounded(number) else { throw strange }
        return kept.databaseValue
    }

    static let strange = BackupError.unreadable(
        "The database in that backup holds what Tidings never writes. Restore another copy.")

    private static func isColour(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 7 && bytes.first == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Of this site: no browser takes it for another host's (`//`, `/\`), and it fits into a header.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= 2000
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }

    /// A list as JSON, without what is out of bounds; an empty one when it cannot be read, as it only adorns a story.
    private static func list<Element: Codable>(
        _ text: String, of kind: Element.Type, _ bounded: (Element) -> Element
    ) -> DatabaseValue {
        guard text != "[]" else { return text.databaseValue }
        let elements: [Element] = JSONText.list(text)
        do { return try JSONText.write(elements.map(bounded)).databaseValue } catch { return "[]".databaseValue }
    }

    private static func bounded(_ enclosure: Enclosure) -> Enclosure {
        var enclosure = enclosure
        enclosure.length = enclosure.length.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
        enclosure.seconds = enclosure.seconds.flatMap { (0...1 << 31).contains($0) ? $0 : nil }
        return enclosure
    }

    private static func bounded(_ option: PollOption) -> PollOption {
        var option = option
        option.votes = option.votes.flatMap { (0...Int(largest)).contains($0) ? $0 : nil }  // bounded: a constant
        return option
    }
}
