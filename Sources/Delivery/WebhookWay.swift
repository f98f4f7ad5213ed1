import Crypto
import Fetching
import Foundation
import Library
import Untrusted

/// The way to an address that takes messages as JSON, signed by HMAC (docs/notifications.md).
struct WebhookWay: DeliveryWay {
    let fetcher: Fetcher
    let webhook: WebhookAddress
    /// The origin of this server for links.
    let origin: String
    let now: @Sendable () -> Date

    /// The content, with the text under the names of Gotify (`message`) and Apprise (`body`) as well.
    private struct Content: Encodable {
        let id: String
        let title: String
        let text: String
        let message: String
        let body: String
        let url: String
        let priority: Int
        let createdAt: String
    }

    func send(_ message: OutgoingMessage) async -> DeliveryOutcome {
        let priority = [OutgoingMessage.Urgency.low: 2, .normal: 5, .high: 8][message.urgency] ?? 5
        let body = JSONBody.encode(
            Content(
                id: message.id, title: message.title, text: message.text, message: message.text, body: message.text,
                url: origin + message.path, priority: priority, createdAt: message.createdAt.formatted(.iso8601)))
        let timestamp = Int(saturating: now().timeIntervalSince1970)
        var headers = [
            (name: "Content-Type", value: "application/json"), (name: "Idempotency-Key", value: message.id),
            (name: "Tidings-Timestamp", value: String(timestamp)),
        ]
        if !webhook.secret.isEmpty {
            let signature = Self.signature(of: body, at: timestamp, secret: webhook.secret)
            headers.append(("Tidings-Signature", "sha256=\(signature)"))
        }
        return await fetcher.deliver(body, to: webhook.address, headers: headers)
    }

    /// Returns the HMAC-SHA256 over the timestamp, a full stop and the body, in hexadecimal. With the timestamp in it, a
    /// receiver can refuse what was recorded earlier.
    static func signature(of body: [UInt8], at timestamp: Int, secret: String) -> String {
        let key = SymmetricKey(data: Array(secret.utf8))
        return Hex.encode(HMAC<SHA256>.authenticationCode(for: Array("\(timestamp).".utf8) + body, using: key))
    }
}
