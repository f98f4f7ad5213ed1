public import Foundation

/// A mute rule in effect.
public struct Mute: Sendable, Hashable, Identifiable {
    /// The ID of the rule.
    public var id: MuteID
    /// The rule.
    public var rule: MuteRule
    /// The time when the rule expires; nil for never.
    public var until: Date?
    /// The number of stories that the rule hides at present; for a new rule, among the stories checked so far.
    public var hidden: BoundedCount

    public init(id: MuteID, rule: MuteRule, until: Date? = nil, hidden: BoundedCount = .zero) {
        self.id = id
        self.rule = rule
        self.until = until
        self.hidden = hidden
    }
}

/// The ID of a mute rule.
public struct MuteID: RawRepresentable, Hashable, Sendable, Codable {
    /// The value of the database column.
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
