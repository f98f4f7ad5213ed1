import News

/// What is leased while it is fetched: a channel, or something that is fetched on demand. Both tables have
/// `claimed_until`, `asked_at` and `due_at`.
struct FetchTarget: Sendable {
    /// What is fetched on demand. Raw values are stored.
    enum Kind: String, Sendable {
        case fullText = "full-text", linkedPage = "linked-page", discussion
        case relatedDiscussions = "related-discussions"
        case publishers
    }

    /// Nil for a channel, whose schedule and health are its refresh's own.
    let kind: Kind?
    /// Of the channel, story, page or source.
    let id: Int64
    /// For related discussions, which several sources are asked for; else 0.
    let source: Int64

    private init(_ kind: Kind?, _ id: Int64, at source: Int64 = 0) {
        self.kind = kind
        self.id = id
        self.source = source
    }

    static func channel(_ id: Int64) -> FetchTarget { FetchTarget(nil, id) }
    static func fullText(ofStory id: Int64) -> FetchTarget { FetchTarget(.fullText, id) }
    static func linkedPage(_ id: Int64) -> FetchTarget { FetchTarget(.linkedPage, id) }
    static func discussion(ofStory id: Int64) -> FetchTarget { FetchTarget(.discussion, id) }

    static func relatedDiscussions(ofStory id: Int64, at source: Int64) -> FetchTarget {
        FetchTarget(.relatedDiscussions, id, at: source)
    }

    static func publishers(ofSource id: Int64) -> FetchTarget { FetchTarget(.publishers, id) }

    var isOnDemand: Bool { kind != nil }
    var table: String { isOnDemand ? "fetch_state" : "channel" }

    /// Selects its row.
    var condition: String { isOnDemand ? "kind = ? and id = ? and source_id = ?" : "id = ?" }

    var arguments: [SQLValue] {
        kind.map { [.text($0.rawValue), .number(id), .number(source)] } ?? [.number(id)]
    }
}
