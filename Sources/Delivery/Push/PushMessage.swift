/// A push message before it is encrypted.
public struct PushMessage: Sendable, Hashable {
    /// The urgency of a message, by which a device that saves power decides (RFC 8030 §5.3).
    public enum Urgency: String, Sendable {
        case veryLow = "very-low"
        case low, normal, high
    }

    /// The greatest payload in bytes that every push service accepts: 4,096 bytes of body without the header and the
    /// authentication of its one record (RFC 8291 §4).
    public static let maxPayloadLength = 3_993
    /// The greatest length of a topic (RFC 8030 §5.4).
    static let maxTopicLength = 32

    /// The bytes that the worker of the app receives.
    public var payload: [UInt8]
    /// The seconds for which the service keeps the message for a device that cannot be reached.
    public var timeToLive: Int
    /// The urgency of the message.
    public var urgency: Urgency
    /// A name in base64url's characters; a new message replaces one of the same name that still waits. At most 32 characters.
    public var topic: String?

    public init(payload: [UInt8], timeToLive: Int, urgency: Urgency = .normal, topic: String? = nil) {
        self.payload = payload
        self.timeToLive = max(0, timeToLive)
        self.urgency = urgency
        self.topic = topic.map { String($0.prefix(Self.maxTopicLength)) }
    }
}
