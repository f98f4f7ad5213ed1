import Markup
import News

/// How a value of a backup becomes one of ours.
enum RestoredColumnRule: Sendable, Equatable {
    /// A row's number: 0 (the folder *Other*) to 2⁵³.
    case rowID
    /// A count, a size, a place in an order: brought within ±2⁵³, so that sums of a few cannot overflow.
    case number
    /// Any number: it is only compared.
    case anyNumber
    /// Milliseconds since 1970, brought within the years 1 to 9999.
    case timestamp
    /// The same, or the end of time.
    case timestampOrNever
    /// The rules that made a text, at most the ones this program has.
    case rules(Int64)
    case text
    case bytes
    /// What becomes a link or is fetched: another text than a web address becomes null, where the column takes that.
    case address
    /// Markup, cleaned again. When that changes it, the cleaner's plain text takes the place of the column named.
    case markup(plain: String?)
    /// `#rrggbb`, else null.
    case colour
    /// A page of ours; another address becomes the front door's.
    case path
    case topics, enclosures, poll
    /// Not taken: the column gets its standard value.
    case excluded
}

/// A table of which a restoration takes rows. What is in no such table stays in the backup: sessions, one-time links,
/// devices and guesses, which open or close doors; claims, waits and the log of refreshes, which belong to a server that
/// runs; what can be undone, which has long expired.
struct RestoredTable: Sendable {
    let name: String
    /// Columns that are not what their declaration and their name say (`standard`).
    var columns: [String: RestoredColumnRule] = [:]
    /// Rows that are taken; all where it is nil. SQL of ours over the table's columns.
    var condition: String?
    /// Whether a fresh database has rows of its own here, whose place the backup's take.
    var hasSeedRows = false

    /// What SQLite's declared type and our names say of a column.
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

    /// In every table: claims of a process that is gone; what an origin gave to ask it with, which goes out in headers;
    /// complaints, which the next answer makes anew; the password.
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

    /// Originals are unpacked when rules have grown better, many at once: what is far larger than any story is left.
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
            name: "outside_page",
            columns: [
                "address": .address, "found_at": .address, "rules": .rules(Int64(FullTextAssembler.rulesVersion)),
            ]),
        RestoredTable(name: "outside_piece", columns: ["html": .markup(plain: nil)]),
        RestoredTable(name: "outside_picture"),
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
        RestoredTable(name: "story_place"),
        RestoredTable(name: "edition_place", columns: ["path": .path]),
        RestoredTable(name: "discussion_visit"),
    ]
}
