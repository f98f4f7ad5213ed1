public import Fetching
public import Foundation

/// A sender of push messages to the push services of devices (RFC 8030).
public struct PushSender: Sendable {
    /// The result of sending one message.
    public enum Outcome: Sendable, Equatable {
        /// The service has taken the message.
        case accepted
        /// The subscription has ended; nothing may be sent to it again (404, 410).
        case ended
        /// The service takes no message of this length (413).
        case tooLarge
        /// The service asks to send later, or could not be reached; nil if it does not say when.
        case later(Date?, reason: String)
        /// The service refuses the message for another reason, such as a wrong key; sending it again changes nothing.
        case refused(status: Int, reason: String)
    }

    private let fetcher: Fetcher
    private let key: VAPIDKey
    private let contact: String
    private let now: @Sendable () -> Date

    /// The time in which a push service is to answer.
    private static let timeout = Duration.seconds(20)
    private static let bodyLimit = 64 * 1_024

    /// - Parameters:
    ///   - fetcher: the client whose address rules hold for endpoints as well, which browsers name.
    ///   - contact: a `mailto:` or https address of who runs this server.
    public init(
        fetcher: Fetcher, key: VAPIDKey, contact: String, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.fetcher, self.key, self.contact, self.now) = (fetcher, key, contact, now)
    }

    /// Encrypts a message for a device and sends it once.
    public func send(_ message: PushMessage, to subscription: PushSubscription) async -> Outcome {
        guard message.payload.count <= PushMessage.maxPayloadLength else { return .tooLarge }
        do {
            return outcome(of: try await fetcher.fetch(try request(message, subscription)))
        } catch let error as FetchError {
            let reason = error.message(about: subscription.host)
            guard case .busy(let until, _) = error else { return .later(nil, reason: reason) }
            return .later(until, reason: reason)
        } catch {
            // The keys were read when the subscription was made, so that this is a fault of ours.
            return .refused(status: 0, reason: "The message could not be encrypted.")
        }
    }

    private func request(_ message: PushMessage, _ subscription: PushSubscription) throws -> FetchRequest {
        var request = FetchRequest(address: subscription.endpoint, bodyLimit: Self.bodyLimit, timeout: Self.timeout)
        request.method = .post
        request.body = try PushEncryption().body(of: message.payload, for: subscription)
        request.headers = [
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
            ("TTL", String(message.timeToLive)), ("Urgency", message.urgency.rawValue),
            ("Authorization", try key.authorization(audience: subscription.origin, contact: contact, now: now())),
        ]
        if let topic = message.topic { request.headers.append(("Topic", topic)) }
        request.acceptsErrorStatuses = true
        return request
    }

    private func outcome(of response: FetchResponse) -> Outcome {
        switch response.status {
        case 200..<300: .accepted
        case 404, 410: .ended
        case 413: .tooLarge
        case 429, 500...: .later(response.retryAfter, reason: "The push service answered \(response.status).")
        default: .refused(status: response.status, reason: Self.words(of: response))
        }
    }

    /// Returns the beginning of what the service says, in one line.
    private static func words(of response: FetchResponse) -> String {
        let text = String(decoding: response.body.prefix(300), as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? "The push service answered \(response.status)." : line
    }
}
