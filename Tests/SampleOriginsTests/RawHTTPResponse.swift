import NIOCore
import NIOPosix

/// Requests over a plain socket, to see the bytes that a server sends.
struct RawHTTPResponse {
    var status = 0
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads until the server closes, `limit` bytes have come, or `isEnough`.
    static func fetch(
        _ port: Int, _ path: String, _ fields: [String: String] = [:], method: String = "GET", body: String = "",
        limit: Int = 50_000_000, isEnough: (String) -> Bool = { _ in false }
    ) async throws -> RawHTTPResponse {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
            for (name, value) in fields { head += "\(name): \(value)\r\n" }
            if method == "POST" || !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
            try await outbound.write(ByteBuffer(string: head + "\r\n" + body))
            var bytes: [UInt8] = []
            for try await part in inbound {
                bytes += part.readableBytesView
                if bytes.count >= limit || isEnough(String(decoding: bytes, as: UTF8.self)) { break }
            }
            return parse(bytes)
        }
    }

    private static func parse(_ bytes: [UInt8]) -> RawHTTPResponse {
        var response = RawHTTPResponse()
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return response }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        response.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        response.headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        response.body = Array(bytes[end.upperBound...])
        return response
    }
}
