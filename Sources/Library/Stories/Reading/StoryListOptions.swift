/// A reader's options for one list, stored in `Preferences`.
public struct StoryListOptions: Sendable, Hashable, Codable {
    /// True if read stories are hidden.
    public var isUnreadOnly: Bool
    /// The order of the list.
    public var order: StoryOrder

    public init(isUnreadOnly: Bool = false, order: StoryOrder = .newestFirst) {
        self.isUnreadOnly = isUnreadOnly
        self.order = order
    }

    /// Decodes stored options; missing or unknown values get defaults.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isUnreadOnly: try stored.decodeIfPresent(Bool.self, forKey: .isUnreadOnly) ?? false,
            order: try stored.decodeIfPresent(String.self, forKey: .order).flatMap(StoryOrder.init(rawValue:))
                ?? .newestFirst)
    }
}

/// The order of a list; saved and ticked stories are sorted by the time of marking.
public enum StoryOrder: String, Sendable, Codable, CaseIterable { case newestFirst, oldestFirst }

extension StoryOrder {
    /// The position above every story in this order.
    var start: ListCursor { self == .newestFirst ? .top : .bottom }

    /// The SQL operator between a row after a position and that position.
    var comparison: String { self == .newestFirst ? "<" : ">" }

    /// The SQL direction for `order by`.
    var direction: String { self == .newestFirst ? "desc" : "asc" }

    /// Returns true if `a` is above `b` in this order.
    func isAbove(_ a: ListCursor, _ b: ListCursor) -> Bool { self == .newestFirst ? a > b : a < b }
}
