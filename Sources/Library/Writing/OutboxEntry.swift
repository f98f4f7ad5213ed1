public import Foundation
public import News
import URLs

/// An action of a reader, and its state: a row of `outbox`.
public struct OutboxEntry: Sendable, Identifiable {
    /// The database ID of an entry.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The row ID.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The database ID.
    public var id: ID
    /// The source at which the action is carried out.
    public var source: StorySource
    /// The stored story to which the action applies; nil if there is none.
    public var story: StoryID?
    /// The stored comment to which the action applies; nil if there is none.
    public var comment: CommentID?
    /// The title of the story; nil if the story is not stored.
    public var storyTitle: String?
    /// The action; a guest's name and addresses are removed once it has ended.
    public var action: RemoteAction
    /// The state of the action.
    public var state: State
    /// The time at which the reader made the action.
    public var createdAt: Date
    /// The time of the last attempt; nil if none was made, or an attempt is known to have failed.
    public var sentAt: Date?

    /// The reader, by the database ID.
    var reader: Int64 = 0
    /// True if the outcome of an earlier attempt was unknown.
    var wasOutcomeUnknown = false
    /// The process that carries out the action, and the beginning of the current attempt, while the action is sent.
    var claimedBy: String?
    var claimedAt: Date?
    /// True if the row was restored from a backup, after which the action may have been sent. Backups contain no form
    /// tokens.
    var isRestored = false

    /// The state of an action (docs/writing.md).
    public enum State: Sendable, Hashable {
        /// The action is stored; its request may be in progress.
        case sending
        case ended(RemoteActionOutcome)
        /// The action waits for its reader to sign in.
        case waitingForSignIn
        /// The outcome was unknown, but a search did not find the action; it can be sent again.
        case notArrived
    }

    /// The host that receives the action: a guest's comment is sent to the story's page, every other action to the
    /// source's site.
    public var recipient: String {
        if case .comment(let comment) = action, comment.isGuest, let page = comment.target.page { return page.host }
        return source.site.host
    }

    public init(
        id: ID, source: StorySource, action: RemoteAction, state: State, createdAt: Date, sentAt: Date? = nil,
        story: StoryID? = nil, comment: CommentID? = nil, storyTitle: String? = nil
    ) {
        self.id = id
        self.source = source
        self.action = action
        self.state = state
        self.createdAt = createdAt
        self.sentAt = sentAt
        self.story = story
        self.comment = comment
        self.storyTitle = storyTitle
    }
}

extension OutboxEntry {
    static let select = """
        select o.id, o.reader_id, o.payload, o.state, o.outcome, o.created_at, o.sent_at, o.was_outcome_unknown, o.claimed_by, o.claimed_at,
          case when o.form_token is null then 1 else 0 end as is_restored, r.id as source_id, r.kind as source_kind, r.address as source_address,
          \(StorySource.titleColumn(of: "r")), s.id as story, s.title as story_title,
          c.id as comment
        from outbox o join source r on r.id = o.source_id
        left join story s on s.id = o.story_id and s.purged_at is null
        left join comment c on c.story_id = o.story_id and c.origin_key = o.comment_key
        """

    /// Decodes a row; nil if another version wrote its content.
    init?(_ row: SQLRow) {
        guard let action: RemoteAction = JSONColumn.decodeIfReadable(row.optionalText("payload")),
            let source = StorySource(joined: row)
        else { return nil }
        self.init(
            id: ID(rawValue: row.number("id")), source: source, action: action,
            state: State(code: row.text("state"), JSONColumn.decodeIfReadable(row.optionalText("outcome"))),
            createdAt: row.date("created_at"), sentAt: row.optionalDate("sent_at"),
            // The story is nil if it is not stored, or purged.
            story: row.optionalNumber("story").map { StoryID(rawValue: $0) },
            comment: row.optionalNumber("comment").map { CommentID(rawValue: $0) },
            storyTitle: row.optionalText("story_title"))
        reader = row.number("reader_id")
        wasOutcomeUnknown = row.bool("was_outcome_unknown")
        claimedBy = row.optionalText("claimed_by")
        claimedAt = row.optionalDate("claimed_at")
        isRestored = row.bool("is_restored")
    }

    /// True if the action has to be searched for before it is sent, because it may have arrived, perhaps late.
    var mayHaveArrived: Bool { state == .ended(.fateUnknown) || wasOutcomeUnknown || isRestored }

    /// Returns true if another action would post the same text again. Actions without text have the same effect however
    /// often they are sent.
    func says(_ other: RemoteAction) -> Bool {
        switch (action, other) {
        case (.comment(let old), .comment(let new)): old.target.key == new.target.key && old.text == new.text
        case (.submit(let old), .submit(let new)): old == new
        default: false
        }
    }
}

extension OutboxEntry.State {
    /// Creates the state of a row.
    /// - Parameters:
    ///   - code: The value of the `state` column. An action with an unknown one is not sent without a search.
    ///   - outcome: The details; nil, or those of another state, if another version wrote them.
    init(code: String, _ outcome: RemoteActionOutcome?) {
        self =
            switch code {
            case Self.sending.code: .sending
            case Self.waitingForSignIn.code: .waitingForSignIn
            case Self.notArrived.code: .notArrived
            default:
                if let outcome, outcome.code == code {
                    .ended(outcome)
                } else {
                    .ended(RemoteActionOutcome.withoutDetails.first { $0.code == code } ?? .fateUnknown)
                }
            }
    }

    /// The value of the `state` column; the `outcome` column has the details.
    var code: String {
        switch self {
        case .sending: "sending"
        case .waitingForSignIn: "waiting"
        case .notArrived: "not-arrived"
        case .ended(let outcome): outcome.code
        }
    }

    /// The outcome of an action that has ended.
    var outcome: RemoteActionOutcome? { if case .ended(let outcome) = self { outcome } else { nil } }

    /// True if the origin has received the action, as far as the origin says.
    var isReceived: Bool {
        switch self {
        case .ended(.accepted), .ended(.pending), .ended(.existing), .ended(.possiblySpam), .ended(.notShown): true
        default: false
        }
    }

    /// True if a search may change the state.
    var isOpen: Bool {
        switch self {
        case .notArrived, .ended(.fateUnknown), .ended(.pending), .ended(.possiblySpam), .ended(.notShown): true
        default: false
        }
    }

    /// Returns the quoted codes of states, whatever their details, as a list for SQL: `'a', 'b'`.
    static func list(_ states: [Self]) -> String { states.map { "'\($0.code)'" }.joined(separator: ", ") }
}

extension RemoteActionOutcome {
    /// One outcome of each kind.
    static let withoutDetails: [Self] = [
        .accepted(), .pending(), .possiblySpam, .notShown(), .existing(RemoteLocation()),
        .refused(RemoteRefusal(.other)), .signInNeeded, .unsent(.unreachable), .fateUnknown,
    ]

    /// The kind, as the `state` column has it.
    fileprivate var code: String {
        switch self {
        case .accepted: "accepted"
        case .pending: "pending"
        case .possiblySpam: "possibly-spam"
        case .notShown: "not-shown"
        case .existing: "existing"
        case .refused: "refused"
        case .signInNeeded: "sign-in"
        case .unsent: "unsent"
        case .fateUnknown: "unknown"
        }
    }
}

extension StorySource {
    /// Reads the columns source_id, source_kind, source_address and `titleColumn`; nil if this version cannot parse the address.
    init?(joined row: SQLRow) {
        let (id, kind) = (row.number("source_id"), SourceKind(rawValue: row.text("source_kind")))
        guard let site = WebAddress(row.text("source_address")) else { return nil }
        self.init(id: id, kind: kind, site: site, title: row.optionalText("source_title"))
    }
}
