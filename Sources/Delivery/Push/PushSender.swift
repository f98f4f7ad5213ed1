public import Fetching
public import Foundation
public import Library

/// A sender of push messages to the push services of devices (RFC 8030).
public struct PushSender: Sendable {
    private let fetcher: Fetcher
    private let key: VAPIDKey
    private let contact: String
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - fetcher: the client whose address rules hold for endpoints as well, which browsers name.
    ///   - contact: a `mailto:` or https address of who runs this server.
    public init(
        fetcher: Fetcher, key: VAPIDKey, contact: String, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.fetcher, self.key, self.contact, self.now) = (fetcher, key, contact, now)
    }

    /// Encrypts a message for a device and sends it once.
    public func send(_ message: PushMessage, to subscription: PushSubscription) async -> DeliveryOutcome {
        guard message.payload.count <= PushMessage.maxPayloadLength else { return .refused(DeliveryFailure(.tooLarge)) }
        let body: [UInt8], authorization: String
        do {
            body = try PushEncryption().body(of: message.payload, for: subscription)
            authorization = try key.authorization(audience: subscription.origin, contact: contact, now: now())
        } catch {
            // The keys were read when the subscription was made, so that this is a fault of ours.
            return .refused(DeliveryFailure(.keys))
        }
        var headers = [
            (name: "Content-Type", value: "application/octet-stream"), (name: "Content-Encoding", value: "aes128gcm"),
            (name: "TTL", value: String(message.timeToLive)), (name: "Urgency", value: message.urgency.rawValue),
            (name: "Authorization", value: authorization),
        ]
        if let topic = message.topic { headers.append(("Topic", topic)) }
        let outcome = await fetcher.deliver(body, to: subscription.endpoint, headers: headers)
        // The push service knows no such subscription any more (RFC 8030 §7.3).
        if case .refused(let failure) = outcome, failure.code == .notThere {
            return .ended(DeliveryFailure(.ended, status: failure.status))
        }
        return outcome
    }
}
