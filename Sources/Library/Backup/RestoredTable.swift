import Markup
import News

/// How a value of a backup is validated and converted.
enum RestoredColumnRule: Sendable, Equatable {
    /// A row id: 0 (the folder *Other*) to 2⁵³.
    case rowID
    /// A count, size or position, clamped to ±2⁵³, so that sums of a few cannot overflow.
    case number
    /// Any number: it is only compared.
    case anyNumber
    /// Milliseconds since 1970, clamped to the years 1 to 9999.
    case timestamp
    /// The same, or `Int64.max` for never.
    case timestampOrNever
    /// The version of the rules that made a text, at most this program's.
    case rules(Int64)
    case text
    case bytes
    /// An address that is linked or fetched: anything but a web address becomes null, if the column allows that.
    case address
    /// Markup, sanitised again. If that changes it, the sanitiser's plain text replaces the column `plain`.
    case markup(plain: String?)
    /// `#rrggbb`, else null.
    case colour
    /// A path of this site; anything else becomes `/`.
    case path
    case topics, enclosures, poll
    /// Not copied: the column gets its default value.
    case excluded
}

/// A table whose rows a restore copies. Tables that are not listed are left out: sessions, one-time links, devices and
/// login attempts, which grant or deny access; leases, back-offs and the refresh log, which belong to the running
/// server; undo steps, which have expired.
struct RestoredTable: Sendable {
    let name: String
    /// Columns whose rule does not follow from their type and name (`rule(_:type:)`).
    var columns: [String: RestoredColumnRule] = [:]
    /// An SQL condition over the table's columns; nil to copy all rows.
    var condition: String?
    /// Whether a new database has rows here, which the backup's replace.
    var hasSeedRows = false

    /// The rule that follows from a column's declared type and name.
    /// - Parameter type: as declared, such as `bigint`.
    func rule(_ column: String, type: String) -> RestoredColumnRule {
        if let own = columns[column] { return own }
        if Self.excludedColumns.contains(column) { return .excluded }
        switch type.lowercased() {
        case "blob": return .bytes
        case "text": return .text
        default: break
        }
        if column == "id" || column.hasSuffix("_id") { return .rowID }
        if column.hasSuffix("_at") || column.hasSuffix("_until") { return .timestamp }
        return .number
    }

    /// In every table: leases of a process that is gone; source states, which are sent in request headers; diagnostics,
    /// which the next response makes anew; the password.
    private static let excludedColumns: Set<String> = [
        "claimed_until", "wait_until", "memory", "complaints", "password",
    ]

    static func named(_ name: String) -> RestoredTable? { all.first { $0.name == name } }

    static let all: [RestoredTable] = origins + stories + texts + readers

    private static let origins = [
        RestoredTable(
            name: "picture", columns: ["address": .address, "colour": .colour, "failed_until": .excluded]),
        RestoredTable(name: "picture_rendition", columns: ["address": .address]),
        RestoredTable(name: "source", columns: ["address": .address]),
        RestoredTable(
            name: "channel", columns: ["address": .address, "site": .address, "moved_to": .address]),
    ]

    private static let stories = [
        RestoredTable(
            name: "story",
            columns: [
                "link": .address, "external_link": .address, "discussion": .address, "digest": .anyNumber,
                "link_key": .anyNumber, "title_key": .anyNumber, "topics": .topics, "enclosures": .enclosures,
                "poll": .poll,
            ]),
        RestoredTable(name: "story_picture"), RestoredTable(name: "story_group"), RestoredTable(name: "channel_story"),
    ]

    /// Stored originals and pages are decompressed in batches when the rules change, so oversized ones are left out.
    private static let texts = [
        RestoredTable(
            name: "story_text",
            columns: ["html": .markup(plain: "plain"), "rules": .rules(Int64(SanitizerRules.version))]),
        RestoredTable(
            name: "story_original", columns: ["base": .address],
            condition: "size between 0 and 2097152 and length(packed) <= 2097152"),
        RestoredTable(
            name: "full_text",
            columns: [
                "address": .address, "html": .markup(plain: "plain"),
                "rules": .rules(Int64(FullTextAssembler.rulesVersion)),
            ]),
        RestoredTable(
            name: "full_text_page", columns: ["address": .address],
            condition:
                "size between 0 and 16777216 and length(packed) <= 16777216 and part between 0 and 30"),
        RestoredTable(name: "full_text_picture"),
        RestoredTable(
            name: "linked_page",
            columns: [
                "address": .address, "found_at": .address, "rules": .rules(Int64(FullTextAssembler.rulesVersion)),
            ]),
        RestoredTable(name: "linked_page_part", columns: ["html": .markup(plain: nil)]),
        RestoredTable(name: "linked_page_picture"),
        RestoredTable(name: "discussion", columns: ["rules": .rules(Int64(SanitizerRules.version))]),
        RestoredTable(
            name: "comment",
            columns: [
                "author_page": .address, "link": .address, "digest": .anyNumber, "html": .markup(plain: "plain"),
            ]),
    ]

    private static let readers = [
        RestoredTable(name: "reader", hasSeedRows: true),
        RestoredTable(name: "visit"),
        RestoredTable(name: "folder", hasSeedRows: true),
        RestoredTable(name: "subscription"),
        RestoredTable(name: "mark"),
        RestoredTable(name: "recent_search"),
        RestoredTable(name: "edition"),
        RestoredTable(name: "section_channel"),
        RestoredTable(name: "mute", columns: ["until_at": .timestampOrNever]),
        RestoredTable(name: "muted_story"),
        RestoredTable(name: "reading_progress"),
        RestoredTable(name: "last_visited_path", columns: ["path": .path]),
        RestoredTable(name: "discussion_visit"),
    ]
}
