import News

/// What is leased while it is fetched: a channel, or something that is fetched on demand. Both tables have
/// `claimed_until`, `asked_at` and `due_at`.
struct FetchTarget: Sendable {
    /// What is fetched on demand. Raw values are stored.
    enum Kind: String, Sendable {
        case fullText = "full-text", linkedPage = "linked-page", discussion
        case relatedDiscussions = "related-discussions"
        case publishers
        case memberView = "member-view"
    }

    /// Nil for a channel, whose schedule and health are its refresh's own.
    let kind: Kind?
    /// Of the channel, story, page or source.
    let id: Int64
    /// The column `source_id`: for related discussions the source, as several are asked for; for members' views the reader;
    /// else 0.
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

    /// Selects its row.
    var condition: String { isOnDemand ? "kind = ? and id = ? and source_id = ?" : "id = ?" }

    var arguments: [SQLValue] {
        kind.map { [.text($0.rawValue), .number(id), .number(qualifier)] } ?? [.number(id)]
    }
}
