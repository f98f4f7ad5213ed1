internal import Crypto
internal import Foundation
internal import Synchronization
internal import Untrusted

/// A WebSub hub on loopback (W3C Recommendation of 23 January 2018). It takes requests; what it sends in return, properly
/// or not, is up to the test.
public final class SampleHub: Sendable {
    /// A request to subscribe or to unsubscribe.
    public struct Request: Sendable, Equatable {
        /// The values of the fields `hub.…`.
        public var mode, topic, callback, secret: String
        /// The value of `hub.lease_seconds`.
        public var leaseSeconds: Int?
    }

    /// A request of the hub to a subscriber.
    public struct Call: Sendable {
        /// The method of HTTP.
        public var method: String
        /// The address, with its query.
        public var address: String
        /// The headers.
        public var headers: [(name: String, value: String)] = []
        /// The content.
        public var body: [UInt8] = []
    }

    /// A response of a subscriber.
    public struct Answer: Sendable, Equatable {
        /// The status of HTTP.
        public var status: Int
        /// The content as text.
        public var body: String
        public init(status: Int, body: String) { (self.status, self.body) = (status, body) }
    }

    /// A way to sign content.
    public enum Signature: String, Sendable, CaseIterable { case sha1, sha256, sha384, sha512, wrong, none }

    /// A function that sends a hub's request to a subscriber.
    public typealias Client = @Sendable (Call) async throws -> Answer

    /// The server, whose behaviours simulate refusals. Its address for requests is `/hub`.
    public let origin: SampleOrigin
    private let client: Client
    private let received: Received

    private final class Received: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private init(client: @escaping Client) {
        self.client = client
        let received = Received()
        self.received = received
        origin = SampleOrigin(name: "hub") { request, _ in
            guard request.method == "POST", let read = Request(request.body) else { return nil }
            received.requests.withLock { $0.append(read) }
            return SampleResource("", contentType: "text/plain", status: 202)
        }
    }

    /// Runs a hub during `body`.
    /// - Parameter client: sends the hub's requests to subscribers.
    public static func open<Result>(
        client: @escaping Client, _ body: (SampleHub) async throws -> Result
    ) async throws -> Result {
        let hub = SampleHub(client: client)
        try await hub.origin.listen()
        do {
            let result = try await body(hub)
            await hub.origin.close()
            return result
        } catch {
            await hub.origin.close()
            throw error
        }
    }

    /// The address that feeds name.
    public var address: String { origin.address("/hub") }

    /// The requests in order of arrival.
    public var requests: [Request] { received.requests.withLock { $0 } }

    /// Asks a subscriber whether it made a request (§5.3).
    /// - Parameters:
    ///   - topic: the topic to claim; nil for the request's own.
    ///   - lease: the value of `hub.lease_seconds`; nil for none.
    public func verify(
        _ request: Request, mode: String? = nil, topic: String? = nil, lease: String? = nil, challenge: String = "c-1"
    ) async throws -> Answer {
        var query = [
            ("hub.mode", mode ?? request.mode), ("hub.topic", topic ?? request.topic), ("hub.challenge", challenge),
        ]
        if let lease { query.append(("hub.lease_seconds", lease)) }
        return try await client(Call(method: "GET", address: Self.address(request.callback, query)))
    }

    /// Tells a subscriber that there will be no subscription (§5.2).
    public func deny(_ request: Request, reason: String) async throws -> Answer {
        let query = [("hub.mode", "denied"), ("hub.topic", request.topic), ("hub.reason", reason)]
        return try await client(Call(method: "GET", address: Self.address(request.callback, query)))
    }

    /// Sends content (§7).
    /// - Parameter topic: the topic in the `Link` header; nil for the request's own.
    public func send(
        _ content: String, to request: Request, topic: String? = nil, type: String = "application/atom+xml",
        signature: Signature = .sha256
    ) async throws -> Answer {
        let bytes = Array(content.utf8)
        var call = Call(method: "POST", address: request.callback, body: bytes)
        call.headers = [
            ("Content-Type", type), ("Link", "<\(address)>; rel=\"hub\", <\(topic ?? request.topic)>; rel=\"self\""),
        ]
        if let value = Self.signature(signature, of: bytes, secret: request.secret) {
            call.headers.append(("X-Hub-Signature", value))
        }
        return try await client(call)
    }

    private static func signature(_ signature: Signature, of bytes: [UInt8], secret: String) -> String? {
        let key = SymmetricKey(data: Array(secret.utf8))
        return switch signature {
        case .sha1: "sha1=" + Hex.encode(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: key))
        case .sha256: "sha256=" + Hex.encode(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
        case .sha384: "sha384=" + Hex.encode(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
        case .sha512: "sha512=" + Hex.encode(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
        case .wrong: "sha256=" + String(repeating: "0", count: 64)
        case .none: nil
        }
    }

    private static func address(_ callback: String, _ query: [(String, String)]) -> String {
        var parts = URLComponents(string: callback)
        parts?.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        return parts?.string ?? callback
    }
}

extension SampleHub.Request {
    /// Reads the form of a request; nil if it is none.
    fileprivate init?(_ body: [UInt8]) {
        var parts = URLComponents()
        parts.percentEncodedQuery = String(decoding: body, as: UTF8.self)
        let fields = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        guard let mode = fields["hub.mode"], let topic = fields["hub.topic"], let callback = fields["hub.callback"]
        else {
            return nil
        }
        self.init(
            mode: mode, topic: topic, callback: callback, secret: fields["hub.secret"] ?? "",
            leaseSeconds: fields["hub.lease_seconds"].flatMap { UntrustedInteger($0)?.int(in: 0...Int(Int32.max)) })
    }
}
