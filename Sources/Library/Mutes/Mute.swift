public import Foundation

/// A mute rule in effect.
public struct Mute: Sendable, Hashable, Identifiable {
    public var id: MuteID
    public var rule: MuteRule
    /// Nil for never.
    public var until: Date?
    /// At present; of a new rule, as far as checked.
    public var hidden: BoundedCount

    public init(id: MuteID, rule: MuteRule, until: Date? = nil, hidden: BoundedCount = .zero) {
        self.id = id
        self.rule = rule
        self.until = until
        self.hidden = hidden
    }
}

/// A mute rule's id.
public struct MuteID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
