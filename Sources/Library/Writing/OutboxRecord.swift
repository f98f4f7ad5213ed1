import Foundation
import News
import URLs

/// The `state` of a row in `outbox`: the progress or the outcome of an action. The raw values are stored.
enum OutboxState: String, Sendable, CaseIterable {
    case sending, waiting
    case notArrived = "not-arrived"
    case accepted, pending, existing, refused, unsent, unknown
    case possiblySpam = "possibly-spam"
    case notShown = "not-shown"
    case signInNeeded = "sign-in"

    init(_ outcome: RemoteActionOutcome) {
        self =
            switch outcome {
            case .accepted: .accepted
            case .pending: .pending
            case .possiblySpam: .possiblySpam
            case .notShown: .notShown
            case .existing: .existing
            case .refused: .refused
            case .signInNeeded: .signInNeeded
            case .unsent: .unsent
            case .fateUnknown: .unknown
            }
    }

    /// True if the origin has received the action, as far as the origin says.
    var isReceived: Bool { [.accepted, .pending, .existing, .possiblySpam, .notShown].contains(self) }

    /// Returns the quoted states as a list for SQL: `'a', 'b'`.
    static func list(_ states: [OutboxState]) -> String {
        states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}

/// A row of `outbox`.
struct OutboxRecord: Sendable {
    let id: Int64
    let reader: Int64
    let source: StorySource
    /// The story of the action, if it is stored and not purged.
    let story: StoryID?
    let comment: CommentID?
    let storyTitle: String?
    let action: RemoteAction
    let state: OutboxState
    let outcome: RemoteActionOutcome?
    let createdAt: Date
    /// The time of the last attempt, whose outcome is open while the row is sending.
    let sentAt: Date?
    let wasOutcomeUnknown: Bool
    let claimedBy: String?
    /// The beginning of the current attempt, while the row is sending.
    let claimedAt: Date?
    /// True if the row was restored from a backup, after which the action may have been sent. Backups contain no form
    /// tokens.
    let isRestored: Bool

    static let select = """
        select o.id, o.reader_id, o.payload, o.state, o.outcome, o.created_at, o.sent_at, o.was_outcome_unknown, o.claimed_by, o.claimed_at,
          case when o.form_token is null then 1 else 0 end as is_restored, r.id as source_id, r.kind as source_kind, r.address as source_address, s.id as story, s.title as story_title,
          c.id as comment
        from outbox o join source r on r.id = o.source_id
        left join story s on s.id = o.story_id and s.purged_at is null
        left join comment c on c.story_id = o.story_id and c.origin_key = o.comment_key
        """

    /// Decodes a row; nil if another version wrote its content.
    init?(_ row: SQLRow) {
        (id, reader) = (row.number("id"), row.number("reader_id"))
        guard let action: RemoteAction = JSONColumn.decodeIfReadable(row.optionalText("payload")) else { return nil }
        self.action = action
        // A row with an unknown state is not sent without a search.
        state = OutboxState(rawValue: row.text("state")) ?? .unknown
        outcome = JSONColumn.decodeIfReadable(row.optionalText("outcome"))
        createdAt = row.date("created_at")
        sentAt = row.optionalDate("sent_at")
        wasOutcomeUnknown = row.bool("was_outcome_unknown")
        claimedBy = row.optionalText("claimed_by")
        claimedAt = row.optionalDate("claimed_at")
        isRestored = row.bool("is_restored")
        guard let source = StorySource(joined: row) else { return nil }
        self.source = source
        story = row.optionalNumber("story").map { StoryID(rawValue: $0) }
        storyTitle = row.optionalText("story_title")
        comment = row.optionalNumber("comment").map { CommentID(rawValue: $0) }
    }

    /// True if the action has to be searched for before it is sent, because it may have arrived, perhaps late.
    var mayHaveArrived: Bool { state == .unknown || wasOutcomeUnknown || isRestored }

    /// Returns true if another action would post the same text again. Actions without text have the same effect however
    /// often they are sent.
    func says(_ other: RemoteAction) -> Bool {
        switch (action, other) {
        case (.comment(let old), .comment(let new)): old.target.key == new.target.key && old.text == new.text
        case (.submit(let old), .submit(let new)): old == new
        default: false
        }
    }

    var entry: OutboxEntry {
        OutboxEntry(
            id: OutboxEntry.ID(rawValue: id), source: source, action: action, state: entryState, createdAt: createdAt,
            sentAt: sentAt, story: story, comment: comment, storyTitle: storyTitle)
    }

    private var entryState: OutboxEntry.State {
        switch state {
        case .sending: .sending
        case .waiting: .waitingForSignIn
        case .notArrived: .notArrived
        default: .ended(outcome ?? fallbackOutcome)
        }
    }

    /// The outcome used if another version wrote the details.
    private var fallbackOutcome: RemoteActionOutcome {
        switch state {
        case .accepted: .accepted()
        case .pending: .pending()
        case .possiblySpam: .possiblySpam
        case .notShown: .notShown()
        case .refused: .refused(RemoteRefusal(.other))
        case .signInNeeded: .signInNeeded
        case .unsent: .unsent(.unreachable)
        default: .fateUnknown
        }
    }
}

extension StorySource {
    /// Reads the columns source_id, source_kind and source_address; nil if this version cannot parse the address.
    init?(joined row: SQLRow) {
        let (id, kind) = (row.number("source_id"), SourceKind(rawValue: row.text("source_kind")))
        guard let site = WebAddress(row.text("source_address")) else { return nil }
        self.init(id: id, kind: kind, site: site)
    }
}
