public import Foundation

/// A rule that is in force.
public struct Mute: Sendable, Hashable, Identifiable {
    public var id: MuteID
    public var rule: MuteRule
    public var madeAt: Date
    /// When it ends by itself; nil for never.
    public var until: Date?
    /// How many stories it keeps away at present; of one just made, as far as they were looked through.
    public var hidden: BoundedCount

    public init(id: MuteID, rule: MuteRule, madeAt: Date, until: Date? = nil, hidden: BoundedCount = .zero) {
        self.id = id
        self.rule = rule
        self.madeAt = madeAt
        self.until = until
        self.hidden = hidden
    }
}

/// One rule of a reader's about what not to see.
public struct MuteID: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
