import News

/// An object that is leased while it is fetched: a channel, or content that is fetched on demand. Both tables have
/// `claimed_until`, `last_attempt_at` and `due_at`.
struct FetchTarget: Sendable {
    /// A kind of content that is fetched on demand. The raw values are stored.
    enum Kind: String, Sendable {
        case fullText = "full-text", linkedPage = "linked-page", discussion
        case relatedDiscussions = "related-discussions"
        case publishers
        case memberView = "member-view"
    }

    /// The kind of content; nil for a channel, whose refresh keeps its own schedule and health.
    let kind: Kind?
    /// The ID of the channel, story, page or source.
    let id: Int64
    /// The column `source_id`: the source for related discussions, as several sources are queried; the reader for
    /// members' views; otherwise 0.
    let qualifier: Int64

    private init(_ kind: Kind?, _ id: Int64, for qualifier: Int64 = 0) {
        self.kind = kind
        self.id = id
        self.qualifier = qualifier
    }

    static func channel(_ id: Int64) -> FetchTarget { FetchTarget(nil, id) }
    static func fullText(ofStory id: Int64) -> FetchTarget { FetchTarget(.fullText, id) }
    static func linkedPage(_ id: Int64) -> FetchTarget { FetchTarget(.linkedPage, id) }
    static func discussion(ofStory id: Int64) -> FetchTarget { FetchTarget(.discussion, id) }

    static func relatedDiscussions(ofStory id: Int64, at source: Int64) -> FetchTarget {
        FetchTarget(.relatedDiscussions, id, for: source)
    }

    static func publishers(ofSource id: Int64) -> FetchTarget { FetchTarget(.publishers, id) }

    static func memberView(ofStory id: Int64, of reader: Int64) -> FetchTarget {
        FetchTarget(.memberView, id, for: reader)
    }

    var isOnDemand: Bool { kind != nil }
    var table: String { isOnDemand ? "fetch_state" : "channel" }

    /// The SQL condition that selects the target's row.
    var condition: String { isOnDemand ? "kind = ? and target_id = ? and source_id = ?" : "id = ?" }

    var arguments: [SQLValue] {
        kind.map { [.text($0.rawValue), .number(id), .number(qualifier)] } ?? [.number(id)]
    }
}
