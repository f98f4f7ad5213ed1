public import Library

/// A way out of the app to one address: push messages to a device, mail, ntfy or a webhook.
public protocol DeliveryWay: Sendable {
    /// Sends a message once.
    func send(_ message: OutgoingMessage) async -> DeliveryOutcome
}
