internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What is at one path, told as it changes: `put` with everything at first and after every change, `keep-alive` in
/// between (Firebase Realtime Database REST API, "Streaming"; WHATWG HTML, "Server-sent events").
enum EventStream {
    /// How often it is looked whether something has changed.
    private static let pollInterval = Duration.milliseconds(200)
    /// So many looks without a change, half a minute, and the line is kept alive.
    private static let pollsPerKeepAlive = 150

    static func isRequested(by record: RequestRecord) -> Bool {
        record.method == "GET" && record.header("accept")?.lowercased().contains("text/event-stream") == true
    }

    /// Ends when the other side or the origin closes.
    static func response(_ resource: @escaping @Sendable () async -> SampleResource?) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"]
        let body = ResponseBody { writer in
            var told: [UInt8]?
            var looks = 0
            while !Task.isCancelled {
                let now = await resource()?.body ?? Array("null".utf8)
                if now != told {
                    (told, looks) = (now, 0)
                    let data = String(decoding: now, as: UTF8.self)
                    try await writer.write(event("put", data: "{\"path\":\"/\",\"data\":\(data)}"))
                } else if looks == pollsPerKeepAlive {
                    looks = 0
                    try await writer.write(event("keep-alive", data: "null"))
                }
                looks += 1
                try await Task.sleep(for: pollInterval)
            }
            throw FaultyBody.ConnectionAborted()
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private static func event(_ name: String, data: String) -> ByteBuffer {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
        return ByteBuffer(string: "event: \(name)\n\(lines.joined())\n")
    }
}
