import AsyncHTTPClient
import Foundation
import Hummingbird
import Library
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import News

/// The unix socket (0600, in the data folder) over which commands ask a running server, so that an origin is never asked
/// twice (decision 9).
struct ControlSocket: Sendable {
    let path: String

    init(folder: URL) { path = folder.appending(path: "control.sock").path }

    /// Whether the path fits into a socket's address (`sun_path` takes 107 bytes and a zero). In a folder of a longer
    /// path the server does without; work is claimed in the database all the same.
    var isPathValid: Bool { path.utf8.count <= 107 }

    /// Whether a server answers there at this moment.
    var isServerRunning: Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard isPathValid, descriptor >= 0 else { return false }
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

    // MARK: - Asking

    /// Has a running server refresh, showing its progress; nil when no server runs.
    func send(_ order: RefreshCommand, progress: (ProgressLine) -> Void) async throws -> RefreshReport? {
        try await withClient { client in
            let response = try await client.execute(try makeRequest("/refresh", order), timeout: .hours(2))
            return try await readProgress(of: response, progress)
        }
    }

    /// Has a running server look for feeds and follow one; nil when no server runs.
    func send(_ order: AddRequest) async throws -> AddReport? {
        try await withClient { client in
            let response = try await client.execute(try makeRequest("/add", order), timeout: .minutes(10))
            let body = try await response.body.collect(upTo: 1 << 20)
            return try JSONDecoder().decode(AddReport.self, from: Data(body.readableBytesView))
        }
    }

    /// Asks a running server under which address browsers reach it; nil when no server runs, or one that does not know.
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
        // Looked at first: the client would try for ten seconds to reach the socket that a killed server left.
        guard isServerRunning else { return nil }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let report = try await work(client)
            try await client.shutdown()
            return report
        } catch let error as IOError where [ECONNREFUSED, ENOENT].contains(error.errnoCode) {
            // The socket of a server that was killed: nobody listens, so the work is done here.
            try await client.shutdown()
            return nil
        } catch {
            try await client.shutdown()
            if error is HTTPClientError { return nil }
            throw error
        }
    }

    private func makeRequest(_ place: String, _ order: some Encodable) throws -> HTTPClientRequest {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? path
        var request = HTTPClientRequest(url: "http+unix://\(escaped)\(place)")
        request.method = NIOHTTP1.HTTPMethod.POST
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(order)))
        return request
    }

    private func readProgress(
        of response: HTTPClientResponse, _ progress: (ProgressLine) -> Void
    ) async throws -> RefreshReport? {
        var rest: [UInt8] = []
        var report: RefreshReport?
        for try await piece in response.body {
            rest.append(contentsOf: piece.readableBytesView)
            while let end = rest.firstIndex(of: 0x0A) {
                let line = try JSONDecoder().decode(ProgressLine.self, from: Data(rest[..<end]))
                rest.removeSubrange(...end)
                report = line.report ?? report
                progress(line)
            }
        }
        return report
    }

    // MARK: - Answering

    /// The server's side: one route, answered with a line of JSON for each step.
    func application(_ dependencies: AppDependencies, logger: Logger) -> some ApplicationProtocol {
        let router = Router()
        router.post("/refresh") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let order = try JSONDecoder().decode(RefreshCommand.self, from: Data(body.readableBytesView))
            return Response(
                status: .ok, headers: [.contentType: "application/x-ndjson"],
                body: Self.refreshBody(order, dependencies))
        }
        router.post("/add") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let order = try JSONDecoder().decode(AddRequest.self, from: Data(body.readableBytesView))
            let report = try JSONEncoder().encode(await dependencies.add(order))
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
        // A socket left by a killed server would make binding fail.
        unlink(path)
        return Application(
            router: router, configuration: .init(address: .unixDomainSocket(path: path), serverName: nil),
            onServerRunning: { _ in chmod(path, 0o600) }, logger: logger)
    }

    private static func refreshBody(_ order: RefreshCommand, _ dependencies: AppDependencies) -> ResponseBody {
        ResponseBody { writer in
            let (events, feed) = AsyncStream.makeStream(of: ProgressLine.self)
            let refresher = dependencies.refresher { feed.yield(ProgressLine($0)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let summary = await refresher.runOnce(
                        only: order.channels?.map(ChannelID.init(rawValue:)),
                        reason: RefreshReason(rawValue: order.reason) ?? .manual, isWhole: true)
                    feed.yield(ProgressLine(report: RefreshReport(summary)))
                    feed.finish()
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

/// Where a server is asked, as it tells other commands.
struct ServedAddress: Codable, Sendable {
    /// The address to open, with a slash at the end.
    let address: String
    /// Whether no other device can come.
    let isLocalOnly: Bool

    init(_ server: ServerSettings) {
        address = server.address
        isLocalOnly = !server.needsPassword
    }
}
