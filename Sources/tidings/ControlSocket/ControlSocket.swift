import AsyncHTTPClient
import Foundation
import Hummingbird
import Library
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import News

/// The Unix socket (mode 0600) by which commands send work to a running server, so that one process fetches from an
/// origin.
struct ControlSocket: Sendable {
    let path: String

    init(folder: URL) { path = folder.appending(path: "control.sock").path }

    /// True if the path fits `sun_path` (107 bytes and NUL). Without a socket, leases still prevent duplicate work.
    var isPathValid: Bool { path.utf8.count <= 107 }

    var isServerRunning: Bool {
        guard isPathValid else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    // MARK: - Client

    /// Sends a refresh to the server and returns its report; nil if no server runs.
    func send(_ request: RefreshRequest, progress: (ProgressLine) -> Void) async throws -> RefreshReport? {
        try await withClient { client in
            let response = try await client.execute(try makeRequest("/refresh", request), timeout: .hours(2))
            return try await readProgress(of: response, progress)
        }
    }

    /// Sends an address to follow and returns the report; nil if no server runs.
    func send(_ request: AddFeedRequest) async throws -> AddFeedReport? {
        try await withClient { client in
            let response = try await client.execute(try makeRequest("/add", request), timeout: .minutes(10))
            let body = try await response.body.collect(upTo: 1 << 20)
            return try JSONDecoder().decode(AddFeedReport.self, from: Data(body.readableBytesView))
        }
    }

    /// Returns the running server's address; nil if no server runs, or if it is too old to know the request.
    func servedAddress() async throws -> ServedAddress? {
        try await withClient { client in
            let response = try await client.execute(
                try makeRequest("/address", [String: String]()), timeout: .seconds(10))
            guard response.status == .ok else { return nil }
            let body = try await response.body.collect(upTo: 1 << 16)
            return try JSONDecoder().decode(ServedAddress.self, from: Data(body.readableBytesView))
        }
    }

    private func withClient<Report>(_ work: (HTTPClient) async throws -> Report?) async throws -> Report? {
        // The client would retry for ten seconds on a killed server's socket.
        guard isServerRunning else { return nil }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let report = try await work(client)
            try await client.shutdown()
            return report
        } catch let error as IOError where [ECONNREFUSED, ENOENT].contains(error.errnoCode) {
            // The socket belongs to a killed server, so the caller does the work.
            try await client.shutdown()
            return nil
        } catch {
            try await client.shutdown()
            if error is HTTPClientError { return nil }
            throw error
        }
    }

    private func makeRequest(_ route: String, _ body: some Encodable) throws -> HTTPClientRequest {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? path
        var request = HTTPClientRequest(url: "http+unix://\(escaped)\(route)")
        request.method = NIOHTTP1.HTTPMethod.POST
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        return request
    }

    private func readProgress(
        of response: HTTPClientResponse, _ progress: (ProgressLine) -> Void
    ) async throws -> RefreshReport? {
        var rest: [UInt8] = []
        var report: RefreshReport?
        for try await chunk in response.body {
            rest.append(contentsOf: chunk.readableBytesView)
            while let end = rest.firstIndex(of: 0x0A) {
                let line = try JSONDecoder().decode(ProgressLine.self, from: Data(rest[..<end]))
                rest.removeSubrange(...end)
                report = line.report ?? report
                progress(line)
            }
        }
        return report
    }

    // MARK: - Server

    /// Returns the server's side of the socket. The response to a refresh is a line of JSON per step.
    func application(_ dependencies: AppDependencies, logger: Logger) -> some ApplicationProtocol {
        let router = Router()
        router.post("/refresh") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let refresh = try JSONDecoder().decode(RefreshRequest.self, from: Data(body.readableBytesView))
            return Response(
                status: .ok, headers: [.contentType: "application/x-ndjson"],
                body: Self.refreshBody(refresh, dependencies))
        }
        router.post("/add") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let add = try JSONDecoder().decode(AddFeedRequest.self, from: Data(body.readableBytesView))
            let report = try JSONEncoder().encode(await dependencies.add(add))
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: report)))
        }
        router.post("/address") { _, _ in
            let address = try JSONEncoder().encode(ServedAddress(dependencies.configuration.server))
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: address)))
        }
        // A killed server's socket would prevent binding.
        unlink(path)
        return Application(
            router: router, configuration: .init(address: .unixDomainSocket(path: path), serverName: nil),
            onServerRunning: { _ in chmod(path, 0o600) }, logger: logger)
    }

    private static func refreshBody(_ request: RefreshRequest, _ dependencies: AppDependencies) -> ResponseBody {
        ResponseBody { writer in
            let (events, continuation) = AsyncStream.makeStream(of: ProgressLine.self)
            let refresher = dependencies.refresher { continuation.yield(ProgressLine($0)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let summary = await refresher.runOnce(
                        only: request.channels?.map(ChannelID.init(rawValue:)),
                        reason: RefreshReason(rawValue: request.reason) ?? .manual, awaitsAll: true)
                    continuation.yield(ProgressLine(report: RefreshReport(summary)))
                    continuation.finish()
                }
                for await line in events {
                    try await writer.write(ByteBuffer(bytes: try JSONEncoder().encode(line) + Data("\n".utf8)))
                }
                try await group.waitForAll()
            }
            try await writer.finish(nil)
        }
    }
}

struct ServedAddress: Codable, Sendable {
    /// The address with a trailing slash.
    let address: String
    let isLocalOnly: Bool

    init(_ server: ServerSettings) {
        address = server.address
        isLocalOnly = !server.needsPassword
    }
}
