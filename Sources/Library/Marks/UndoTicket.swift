public import Foundation

/// Stands for one deed that can be undone: exactly what it changed is kept in the database until it expires.
public struct UndoTicket: Sendable, Hashable {
    public let id: Int64
    /// How many stories (a group counts once) or subscriptions the deed changed.
    public let count: Int
    /// Ten minutes after the deed; a face offers it for eight seconds, after a page change too.
    public let expiresAt: Date

    /// Seconds from the deed until its ticket expires.
    public static let lifetime: TimeInterval = 600

    public init(id: Int64, count: Int, expiresAt: Date) {
        self.id = id
        self.count = count
        self.expiresAt = expiresAt
    }
}
