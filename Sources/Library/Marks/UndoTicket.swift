public import Foundation

/// Stands for one deed that can be undone: exactly what it changed is kept in the database until it expires.
public struct UndoTicket: Sendable, Hashable {
    public let id: Int64
    /// How many stories (a group counts once) or subscriptions the deed changed; `mostCounted` where it was that many or
    /// more, as counting to the end would take longer than the deed.
    public let count: Int
    /// Ten minutes after the deed; a face offers it for eight seconds, after a page change too.
    public let expiresAt: Date

    /// Seconds from the deed until its ticket expires.
    public static let lifetime: TimeInterval = 600

    /// The highest count: as far as pages count anything exactly (decision 6).
    public static let mostCounted = 1_000

    public init(id: Int64, count: Int, expiresAt: Date) {
        self.id = id
        self.count = count
        self.expiresAt = expiresAt
    }
}
