import Foundation
import Library
import Untrusted

/// The way to a device by its push service.
struct PushWay: DeliveryWay {
    let sender: PushSender
    let subscription: PushSubscription
    let now: @Sendable () -> Date

    /// The content of a notification, as the worker reads it.
    private struct Content: Encodable {
        let id: String
        let title: String
        var text: String
        let path: String
        let badge: Int?
    }

    func send(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let left = Int(saturating: message.expiresAt.timeIntervalSince(now()))
        let push = PushMessage(
            payload: Self.payload(of: message), timeToLive: left, urgency: Self.urgency(of: message), topic: message.id)
        return await sender.send(push, to: subscription)
    }

    /// Returns the content with as much of the text as every push service accepts.
    static func payload(of message: OutgoingMessage) -> [UInt8] {
        var content = Content(
            id: message.id, title: message.title, text: String((message.brief ?? message.text).prefix(500)),
            path: message.path,
            badge: message.badge)
        var bytes = JSONBody.encode(content)
        while bytes.count > PushMessage.maxPayloadLength, !content.text.isEmpty {
            content.text = String(content.text.prefix(content.text.count / 2))
            bytes = JSONBody.encode(content)
        }
        return bytes
    }

    private static func urgency(of message: OutgoingMessage) -> PushMessage.Urgency {
        switch message.urgency {
        case .low: .low
        case .normal: .normal
        case .high: .high
        }
    }
}
