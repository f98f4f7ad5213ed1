internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import Untrusted

/// A proxy on 127.0.0.1 in front of an origin that breaks connections off at a chosen point, for tests of requests that
/// may be sent only once. Every request has its own connection.
///
/// ```swift
/// try await FaultInjectingProxy.open { proxy in
///     proxy.forward(to: origin)
///     try await proxy.cut(.beforeResponse)
///     … proxy.site …
/// }
/// ```
public final class FaultInjectingProxy: Sendable {
    /// The point at which the proxy breaks a connection off.
    public enum Cut: Sendable, CaseIterable {
        /// No connection: the port is closed.
        case refused
        /// The start of the connection: nothing of the request is read.
        case atOnce
        /// The middle of the request: the origin gets half of it.
        case inRequest
        /// The point between request and response: the origin gets the request, the client nothing.
        case beforeResponse
        /// The status line: the client gets half of it.
        case inResponseHead
        /// The response body: the client gets the head, and one byte of the body if it has any.
        case inResponseBody
    }

    private let port: ReservedPort

    private struct State {
        var origin = 0
        var cut: Cut?
        var listener: Task<Void, Never>?
    }

    private let state = Mutex(State())

    private init() throws { port = try ReservedPort() }

    /// Runs a proxy during `body`.
    public static func open<Result>(_ body: (FaultInjectingProxy) async throws -> Result) async throws -> Result {
        let proxy = try FaultInjectingProxy()
        try await proxy.listen()
        do {
            let result = try await body(proxy)
            await proxy.close()
            return result
        } catch {
            await proxy.close()
            throw error
        }
    }

    /// The address with the port.
    public var host: String { "127.0.0.1:\(port.number)" }
    /// The base URL, without a trailing slash.
    public var site: String { "http://\(host)" }

    /// Sets the origin to which requests are forwarded.
    public func forward(to origin: SampleOrigin) { state.withLock { $0.origin = origin.port } }

    /// Breaks every following connection off at this point; nil forwards whole responses again.
    public func cut(_ cut: Cut?) async throws {
        state.withLock { $0.cut = cut }
        if cut == .refused { return await close() }
        if state.withLock({ $0.listener == nil }) { try await listen() }
    }

    private func listen() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port.number) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let listener = Task { [self] in
            // Broken connections are the purpose of the proxy, so their errors are ignored.
            do { try await serve(server) } catch {}
        }
        state.withLock { $0.listener = listener }
    }

    private func close() async {
        let listener = state.withLock { state in
            let old = state.listener
            state.listener = nil
            return old
        }
        listener?.cancel()
        await listener?.value
    }

    private func serve(_ server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>) async throws {
        try await server.executeThenClose { clients in
            try await withThrowingDiscardingTaskGroup { group in
                for try await client in clients {
                    let (origin, cut) = state.withLock { ($0.origin, $0.cut) }
                    group.addTask {
                        // One broken connection must not end the others.
                        do { try await ProxiedConnection(origin: origin, cut: cut).run(client) } catch {}
                    }
                }
            }
        }
    }
}

/// A connection that forwards one request and its response.
private struct ProxiedConnection {
    let origin: Int
    let cut: FaultInjectingProxy.Cut?

    private static let headEnd = Array("\r\n\r\n".utf8)

    func run(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await client.executeThenClose { inbound, outbound in
            guard cut != .atOnce else { return }
            var request: [UInt8] = []
            for try await part in inbound {
                request += part.readableBytesView
                if Self.isWhole(request) { break }
            }
            try await forward(cut == .inRequest ? Array(request.prefix(request.count / 2)) : request, outbound)
        }
    }

    private func forward(
        _ request: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: origin) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { answer, question in
            try await question.write(ByteBuffer(bytes: Self.closing(request)))
            guard cut != .inRequest else { return }
            var response: [UInt8] = []
            var passed = 0
            var hasHead = false
            for try await part in answer {
                response += part.readableBytesView
                if !hasHead {
                    guard response.firstRange(of: Self.headEnd) != nil else { continue }
                    response = Self.closing(response)
                    hasHead = true
                }
                let end = passableCount(response)
                if end > passed { try await outbound.write(ByteBuffer(bytes: response[passed..<end])) }
                passed = max(passed, end)
                if isCut(response) { return }
            }
        }
    }

    /// Inserts `Connection: close` into a message head, so that the origin expects no further request on the connection
    /// and the client does not reuse it. A client might otherwise find a kept connection closed only at its next
    /// request.
    private static func closing(_ message: [UInt8]) -> [UInt8] {
        let head = String(decoding: message.prefix { $0 != 0 }, as: UTF8.self).lowercased()
        guard !head.contains("\r\nconnection: close\r\n") else { return message }
        guard let line = message.firstRange(of: Array("\r\n".utf8)) else { return message }
        return message[..<line.upperBound] + Array("Connection: close\r\n".utf8) + message[line.upperBound...]
    }

    private func passableCount(_ response: [UInt8]) -> Int {
        switch cut {
        case .beforeResponse: 0
        case .inResponseHead: min(response.count, 10)
        case .inResponseBody:
            response.firstRange(of: Self.headEnd).map { min(response.count, $0.upperBound + 1) } ?? response.count
        case nil, .refused, .atOnce, .inRequest: response.count
        }
    }

    private func isCut(_ response: [UInt8]) -> Bool { cut != nil && passableCount(response) < response.count }

    private static func isWhole(_ request: [UInt8]) -> Bool {
        guard let end = request.firstRange(of: headEnd) else { return false }
        let head = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let length = field.flatMap { Int($0.drop { $0 != " " }.dropFirst()) } ?? 0
        return request.count - end.upperBound >= length
    }
}
