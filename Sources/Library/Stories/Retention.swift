/// How long stories are kept (decision 24). Saved ones are kept for ever, and a purged one leaves its id and key, so
/// that it does not come back.
public struct Retention: Sendable, Hashable {
    /// Days a read story is kept after its arrival.
    public var readDays: Int
    /// Days an unread story is kept after its arrival.
    public var unreadDays: Int
    /// The newest of each followed channel that are kept whatever their age.
    public var perChannel: Int

    public static let standard = Retention()

    public init(readDays: Int = 90, unreadDays: Int = 180, perChannel: Int = 50) {
        self.readDays = readDays
        self.unreadDays = unreadDays
        self.perChannel = perChannel
    }
}
