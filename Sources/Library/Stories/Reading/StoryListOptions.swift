/// How a reader has one list, remembered in `Preferences`.
public struct StoryListOptions: Sendable, Hashable, Codable {
    public var isUnreadOnly: Bool
    public var order: StoryOrder

    public init(isUnreadOnly: Bool = false, order: StoryOrder = .newestFirst) {
        self.isUnreadOnly = isUnreadOnly
        self.order = order
    }

    /// Missing or unknown values get defaults.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isUnreadOnly: try stored.decodeIfPresent(Bool.self, forKey: .isUnreadOnly) ?? false,
            order: try stored.decodeIfPresent(String.self, forKey: .order).flatMap(StoryOrder.init(rawValue:))
                ?? .newestFirst)
    }
}

/// The order of a list; of saved and ticked stories by when they were marked.
public enum StoryOrder: String, Sendable, Codable, CaseIterable { case newestFirst, oldestFirst }

extension StoryOrder {
    /// A position above every story.
    var start: ListCursor { self == .newestFirst ? .top : .bottom }

    /// In SQL, how a row after a position compares with it.
    var comparison: String { self == .newestFirst ? "<" : ">" }

    /// In SQL, for `order by`.
    var direction: String { self == .newestFirst ? "desc" : "asc" }

    /// Whether `a` stands above `b`.
    func isAbove(_ a: ListCursor, _ b: ListCursor) -> Bool { self == .newestFirst ? a > b : a < b }
}
