import Markup
import News

/// The rule by which a column's values are validated.
enum RestoredColumnRule: Sendable, Equatable {
    /// A row ID from 0 (the folder *Other*) to 2⁵³.
    case rowID
    /// A number clamped to ±2⁵³, so that sums cannot overflow.
    case number
    /// A number that is only compared, and not bounded.
    case anyNumber
    /// Milliseconds since 1970, clamped to the years 1 to 9999.
    case timestamp
    /// Milliseconds since 1970, clamped to the years 1970 to 9999, or `Int64.max` for never.
    case timestampOrNever
    /// The version of rules, clamped to at most the current version in this program.
    case rules(Int64)
    case text
    case bytes
    /// A web address; other texts become null if the column allows null.
    case address
    /// Markup, sanitised again; if that changes the markup, the column `plain` gets the new plain text.
    case markup(plain: String?)
    /// A colour as `#rrggbb`; other texts become null.
    case colour
    /// A path of this site; other texts become `/`.
    case path
    case tags, enclosures, poll
    /// A column that is not copied and gets its default.
    case excluded
}

/// A table to restore. Not listed, and so not restored: sessions, links, devices, login attempts and passwords of other
/// programs and accounts at an identity provider (access); secrets;
/// leases, back-offs, the refresh log and requests to services (runtime state); lists of publishers, replies and member
/// views (fetched again); kinds of headlines (judged again); undo steps (expired); terms, links and clusters (found again);
/// ways out, whose addresses are sealed, what waits for them, and which of them digests are sent by; stories and alerts that
/// wait, as they are old by then.
struct RestoredTable: Sendable {
    let name: String
    /// The rules that the declared type and the name do not imply.
    var columns: [String: RestoredColumnRule] = [:]
    /// An SQL condition that restored rows must meet; nil for all rows.
    var condition: String?
    /// True if a new database has rows in this table, which are replaced.
    var hasSeedRows = false

    /// Returns the rule of a column: its own, or the one implied by its name and declared type (`bigint`).
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

    /// The columns excluded in every table: leases; source states, which go into request headers; diagnostics; the
    /// password; tokens of forms.
    private static let excludedColumns: Set<String> = [
        "claimed_until", "claimed_by", "claimed_at", "backoff_until", "source_state", "diagnostics", "password_hash",
        "form_token",
    ]

    static func named(_ name: String) -> RestoredTable? { all.first { $0.name == name } }

    static let all: [RestoredTable] = origins + stories + texts + packs + readers + writing

    private static let origins = [
        RestoredTable(
            name: "picture", columns: ["address": .address, "mean_colour": .colour, "retry_at": .excluded]),
        RestoredTable(name: "picture_rendition", columns: ["address": .address]),
        RestoredTable(name: "source", columns: ["address": .address]),
        RestoredTable(
            name: "channel", columns: ["address": .address, "site_address": .address, "moved_to": .address]),
    ]

    private static let stories = [
        RestoredTable(
            name: "story",
            columns: [
                "link": .address, "external_link": .address, "discussion_link": .address, "content_hash": .anyNumber,
                "link_hash": .anyNumber, "title_hash": .anyNumber, "tags": .tags, "enclosures": .enclosures,
                "poll": .poll,
            ]),
        RestoredTable(name: "story_picture"), RestoredTable(name: "story_group"), RestoredTable(name: "channel_story"),
    ]

    /// The tables of texts. Oversized rows are left out, because batches of rows are decompressed.
    private static let texts = [
        RestoredTable(
            name: "story_text",
            columns: ["html": .markup(plain: "plain_text"), "rules_version": .rules(Int64(SanitizerRules.version))]),
        RestoredTable(
            name: "story_original", columns: ["base_address": .address],
            condition: "uncompressed_size between 0 and 2097152 and length(compressed_html) <= 2097152"),
        RestoredTable(
            name: "full_text",
            columns: [
                "address": .address, "html": .markup(plain: "plain_text"),
                "rules_version": .rules(Int64(FullTextAssembler.rulesVersion)),
            ]),
        RestoredTable(
            name: "full_text_page", columns: ["address": .address],
            condition:
                "uncompressed_size between 0 and 16777216 and length(compressed_html) <= 16777216 and part between 0 and 30"
        ),
        RestoredTable(name: "full_text_picture"),
        RestoredTable(
            name: "linked_page",
            columns: [
                "address": .address, "resolved_address": .address,
                "rules_version": .rules(Int64(FullTextAssembler.rulesVersion)),
                "diagnostic": .excluded,
            ]),
        RestoredTable(name: "linked_page_part", columns: ["html": .markup(plain: nil)]),
        RestoredTable(name: "linked_page_picture"),
        RestoredTable(name: "discussion", columns: ["rules_version": .rules(Int64(SanitizerRules.version))]),
        RestoredTable(
            name: "comment",
            columns: [
                "link": .address, "content_hash": .anyNumber, "html": .markup(plain: nil),
            ]),
    ]

    /// The tables of packs, whose media are separate files in the backup.
    private static let packs = [
        RestoredTable(name: "pack", columns: ["address": .address]),
        RestoredTable(name: "pack_page", columns: ["colour": .colour, "web_address": .address]),
        RestoredTable(name: "pack_picture"), RestoredTable(name: "pack_photograph"),
        RestoredTable(name: "pack_photograph_file"),
        RestoredTable(name: "pack_medium"),
        RestoredTable(name: "pack_change"),
        // A restored house publishes nothing on its own.
        RestoredTable(
            name: "pack_project",
            columns: [
                "publish_due_at": .excluded, "publishing_version": .excluded, "publishing_change_number": .excluded,
                "file_path": .excluded, "file_sha256": .excluded,
            ]),
        RestoredTable(name: "pack_project_change"),
        RestoredTable(
            name: "pack_project_revision",
            condition: """
                uncompressed_size between 0 and 4194304
                  and (compressed_item is null or length(compressed_item) <= 4194304)
                """),
        RestoredTable(name: "pack_project_medium"),
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
        RestoredTable(name: "default_headlines"),
        RestoredTable(name: "mute", columns: ["expires_at": .timestampOrNever]),
        RestoredTable(name: "muted_story"),
        RestoredTable(name: "kept_back_choice"),
        RestoredTable(name: "reading_progress"),
        RestoredTable(name: "last_visited_path", columns: ["path": .path]),
        RestoredTable(name: "discussion_visit"),
        RestoredTable(name: "cluster_visit"),
        // A feed's address is made anew, so that nobody who made the backup can read along.
        RestoredTable(name: "digest_schedule", columns: ["feed_token_hash": .excluded]),
        RestoredTable(name: "digest"),
        RestoredTable(name: "alert_rule"),
        RestoredTable(name: "alert_settings", columns: ["excluded_ways": .excluded]),
        RestoredTable(name: "alert", condition: "state <> 'waiting'"),
        RestoredTable(
            name: "alert_story", condition: "alert_id in (select id from alert where state <> 'waiting')"),
    ]

    /// The tables of readers' writing. Accounts lose their sessions, so readers must sign in again. Actions that were
    /// being sent have an unknown result.
    private static let writing = [
        RestoredTable(name: "member_account"), RestoredTable(name: "outbox"), RestoredTable(name: "draft"),
        RestoredTable(name: "guest_author"),
    ]
}
