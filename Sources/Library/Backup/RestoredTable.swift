import Markup
import News

/// How a column's values are validated.
enum RestoredColumnRule: Sendable, Equatable {
    /// 0 (folder *Other*) to 2⁵³.
    case rowID
    /// Clamped to ±2⁵³, so that sums cannot overflow.
    case number
    /// Only compared.
    case anyNumber
    /// Milliseconds since 1970, clamped to years 1…9999.
    case timestamp
    /// The same, or `Int64.max` for never.
    case timestampOrNever
    /// A rules version, at most this program's.
    case rules(Int64)
    case text
    case bytes
    /// A web address; others become null if allowed.
    case address
    /// Sanitised again; if that changes it, column `plain` too.
    case markup(plain: String?)
    /// `#rrggbb`, else null.
    case colour
    /// A path of this site, else `/`.
    case path
    case topics, enclosures, poll
    /// Not copied: gets its default.
    case excluded
}

/// A table to restore. Left out: sessions, links, devices, login attempts (access); secrets; leases, back-offs, refresh
/// log, requests to services (runtime state); lists of publishers, replies and what members see (fetched again); undo
/// steps (expired).
struct RestoredTable: Sendable {
    let name: String
    /// Rules that type and name do not imply.
    var columns: [String: RestoredColumnRule] = [:]
    /// SQL condition on rows.
    var condition: String?
    /// Whether a new database has rows, which are replaced.
    var hasSeedRows = false

    /// The rule implied by declared type (`bigint`) and name.
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

    /// Leases; source states, which go into request headers; diagnostics; the password; tokens of forms.
    private static let excludedColumns: Set<String> = [
        "claimed_until", "claimed_by", "claimed_at", "wait_until", "memory", "complaints", "password", "token",
    ]

    static func named(_ name: String) -> RestoredTable? { all.first { $0.name == name } }

    static let all: [RestoredTable] = origins + stories + texts + packs + readers + writing

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

    /// Oversized rows are left out, as batches of these are decompressed.
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
                "remark": .excluded,
            ]),
        RestoredTable(name: "linked_page_part", columns: ["html": .markup(plain: nil)]),
        RestoredTable(name: "linked_page_picture"),
        RestoredTable(name: "discussion", columns: ["rules": .rules(Int64(SanitizerRules.version))]),
        RestoredTable(
            name: "comment",
            columns: [
                "link": .address, "digest": .anyNumber, "html": .markup(plain: nil),
            ]),
    ]

    /// Their media are files of the backup.
    private static let packs = [
        RestoredTable(name: "pack", columns: ["address": .address]),
        RestoredTable(name: "pack_page", columns: ["colour": .colour, "address": .address]),
        RestoredTable(name: "pack_picture"), RestoredTable(name: "pack_photograph"),
        RestoredTable(name: "pack_photograph_file"),
        RestoredTable(name: "pack_medium"),
        RestoredTable(name: "pack_change"),
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
        RestoredTable(name: "topic"),
        RestoredTable(name: "offered_topics"),
        RestoredTable(name: "mute", columns: ["until_at": .timestampOrNever]),
        RestoredTable(name: "muted_story"),
        RestoredTable(name: "reading_progress"),
        RestoredTable(name: "last_visited_path", columns: ["path": .path]),
        RestoredTable(name: "discussion_visit"),
    ]

    /// Accounts without their sessions: their readers sign in again. What was being sent has an unknown fate.
    private static let writing = [
        RestoredTable(name: "member_account"), RestoredTable(name: "outbox"), RestoredTable(name: "draft"),
        RestoredTable(name: "guest_author"),
    ]
}
