import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
import Untrusted

/// A client that can connect to one vetted address only, for one host.
///
/// The name is pinned to the address by `dnsOverride`. Should the client and we ever read a host differently, the
/// override would be missed in silence; so every connection is also compared with the vetted address before anything
/// is sent on it. Proxies of the environment do not count, since none is configured.
final class PinnedClient: Sendable {
    /// A connection came to an address that nobody vetted.
    struct AddressMismatch: Error {}

    final class ConnectionCounter: Sendable {
        let value = Atomic<Int>(0)
    }

    let address: IPAddress
    let createdAt: ContinuousClock.Instant
    private let client: HTTPClient
    private let connectionCounter = ConnectionCounter()

    init(host: HostName, address: IPAddress, connectTimeout: Duration) {
        self.address = address
        createdAt = .now
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.dnsOverride = [host.text: address.description]
        // One connection per host, and every request one after the other: HTTP/2 would gain nothing.
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .nanoseconds(connectTimeout.nanoseconds)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        configuration.connectionPool.idleTimeout = .seconds(30)
        let connections = connectionCounter
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.flatSubmit { Self.configure(channel, for: address, connections) }
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // The client insists on an end of its own even when a round is dropped without one.
        client.shutdown { _ in }
    }

    static func configure(
        _ channel: any Channel, for address: IPAddress, _ connections: ConnectionCounter
    ) -> EventLoopFuture<Void> {
        guard let remote = channel.remoteAddress.flatMap(IPAddress.init), remote.unmapped == address.unmapped else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(AddressMismatch())
        }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let coder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(ResponseHeadLimiter(), position: .before(coder))
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(InvalidStatusHandler(), position: .after(decoder))
            connections.value.add(1, ordering: .relaxed)
        }
    }

    /// How many connections were made so far: none means that a failure came before anything was sent.
    var connectionCount: Int { connectionCounter.value.load(ordering: .relaxed) }

    func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        // The time limit of the whole fetch lies around this call and cancels it.
        try await client.execute(request, deadline: .distantFuture)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    /// Whole nanoseconds; a duration beyond two hundred years counts as that.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let whole = UntrustedInteger(seconds).clamped(to: -6_307_200_000...6_307_200_000)
        return whole * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
