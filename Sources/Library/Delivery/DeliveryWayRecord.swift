public import Foundation

/// A way out that a reader has set up, without its secrets.
public struct DeliveryWayRecord: Sendable, Hashable, Identifiable {
    /// The row ID of a way.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The row ID of the way.
    public let id: ID
    /// The kind of the address.
    public let kind: DeliveryKind
    /// The name of the device, or the mailbox or host.
    public let name: String
    /// The hash of the kind and the address, by which a browser finds its own subscription.
    public let addressHash: String
    /// The session of the device that push messages go to.
    public let session: ReaderSession.ID?
    /// The time at which it was set up.
    public let createdAt: Date
    /// The time of the last attempt; nil before the first.
    public let lastAttemptAt: Date?
    /// The failure of the last attempt; nil if it succeeded.
    public let lastFailure: DeliveryFailure?
    /// The time since which nothing is sent, as the address has ended.
    public let endedAt: Date?
    /// The number of messages that wait to be sent.
    public let waitingCount: Int
}

/// A message that is to be sent now, to one address.
public struct QueuedDelivery: Sendable {
    /// The message to send.
    public let message: OutgoingMessage
    /// The way to send it by.
    public let way: DeliveryWayRecord.ID
    /// The address; nil if it cannot be opened with the present master key.
    public let address: DeliveryAddress?
    let attemptCount: Int

    /// The name of the service that takes the message. A slow service holds up its own messages only.
    public var service: String { address?.service ?? "" }
}
