internal import Crypto
public import Foundation
internal import Synchronization
internal import Untrusted

/// A push service (RFC 8030) on loopback that checks and decrypts what it is sent, as a browser would.
public final class SamplePushService: Sendable {
    /// A device with its subscription.
    public struct Device: Sendable {
        /// The path of the subscription, which is a secret.
        public let path: String
        /// The values that a browser gives to an app, in base64url.
        public let publicKey, secret: String
        fileprivate let privateKey: P256.KeyAgreement.PrivateKey
        fileprivate let secretBytes: [UInt8]
    }

    /// A message that was accepted, decrypted.
    public struct Message: Sendable, Equatable {
        /// The path of the subscription.
        public var path: String
        /// The decrypted content.
        public var payload: String
        /// The value of `Topic`; nil without one.
        public var topic: String?
        /// The value of `Urgency`; nil without one.
        public var urgency: String?
        /// The value of `TTL` in seconds.
        public var timeToLive: Int
        /// The `sub` of the token: the contact of who runs the server.
        public var contact: String
        /// The key of the server in base64url.
        public var serverKey: String
    }

    private struct State {
        var devices: [String: Device] = [:]
        var messages: [Message] = []
        var rejections: [String] = []
    }

    /// The server, whose behaviours simulate refusals.
    public let origin: SampleOrigin
    private let state: SharedState

    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    private init(now: @escaping @Sendable () -> Date) {
        let shared = SharedState()
        state = shared
        origin = SampleOrigin(name: "push") { request, _ in
            Self.answer(request, shared, now())
        }
    }

    /// Runs a push service during `body`.
    public static func open<Result>(
        now: @escaping @Sendable () -> Date = { Date() }, _ body: (SamplePushService) async throws -> Result
    ) async throws -> Result {
        let service = SamplePushService(now: now)
        try await service.origin.listen()
        do {
            let result = try await body(service)
            await service.origin.close()
            return result
        } catch {
            await service.origin.close()
            throw error
        }
    }

    /// Makes a subscription of a new device.
    public func subscribe() -> Device {
        let key = P256.KeyAgreement.PrivateKey()
        let secret = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let device = Device(
            path: "/push/\(UUID().uuidString)", publicKey: Base64URL.encode(key.publicKey.x963Representation),
            secret: Base64URL.encode(secret), privateKey: key, secretBytes: secret)
        state.value.withLock { $0.devices[device.path] = device }
        return device
    }

    /// The messages that were accepted, in order.
    public var messages: [Message] { state.value.withLock { $0.messages } }
    /// The reasons for which messages were rejected.
    public var rejections: [String] { state.value.withLock { $0.rejections } }

    private static func answer(_ request: RequestRecord, _ state: SharedState, _ now: Date) -> SampleResource? {
        guard let device = state.value.withLock({ $0.devices[request.path] }) else { return nil }
        do {
            let message = try PushRequestReader(request: request, now: now)
                .message(path: device.path, privateKey: device.privateKey, secret: device.secretBytes)
            state.value.withLock { $0.messages.append(message) }
            return SampleResource("", contentType: "text/plain", status: 201)
        } catch {
            let rejection =
                error as? PushRequestReader.Rejection ?? PushRequestReader.Rejection(status: 400, why: "\(error)")
            state.value.withLock { $0.rejections.append(rejection.why) }
            return SampleResource(rejection.why, contentType: "text/plain", status: rejection.status)
        }
    }
}
