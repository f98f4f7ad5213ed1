internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The streaming of a resource as server-sent events: `put` at first and after changes, `keep-alive` in between
/// (Firebase Realtime Database REST API, "Streaming"; WHATWG HTML, "Server-sent events").
enum EventStream {
    private static let pollInterval = Duration.milliseconds(200)
    /// The number of polls between two `keep-alive` events: half a minute.
    private static let pollsPerKeepAlive = 150

    static func isRequested(by record: RequestRecord) -> Bool {
        record.method == "GET" && record.header("accept")?.lowercased().contains("text/event-stream") == true
    }

    /// Returns a response that ends when either side closes the connection.
    static func response(_ resource: @escaping @Sendable () async -> SampleResource?) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"]
        let body = ResponseBody { writer in
            var sent: [UInt8]?
            var polls = 0
            while !Task.isCancelled {
                let now = await resource()?.body ?? Array("null".utf8)
                if now != sent {
                    (sent, polls) = (now, 0)
                    let data = String(decoding: now, as: UTF8.self)
                    try await writer.write(event("put", data: "{\"path\":\"/\",\"data\":\(data)}"))
                } else if polls == pollsPerKeepAlive {
                    polls = 0
                    try await writer.write(event("keep-alive", data: "null"))
                }
                polls += 1
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
