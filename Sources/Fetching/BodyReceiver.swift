import NIOHTTP1
import Untrusted

/// A receiver of a body as it arrives, for files that are too large for memory.
public struct BodyReceiver: Sendable {
    /// Receives the head, before the first byte of a successful response, and again if the request had to be sent again
    /// on a new connection. Its errors end the request.
    public var begin: @Sendable (BodyHead) async throws -> Void
    /// Receives the bytes in order. Its errors end the request.
    public var receive: @Sendable (_ bytes: [UInt8]) async throws -> Void

    public init(
        begin: @escaping @Sendable (BodyHead) async throws -> Void,
        receive: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Void
    ) {
        self.begin = begin
        self.receive = receive
    }
}

/// The head of a response, received before its body.
public struct BodyHead: Sendable {
    /// The status, 2xx.
    public let status: Int
    /// The validators for the next request.
    public let validators: HTTPValidators
    /// The offset of the first byte and the length of the whole in bytes, for a 206; nil for other statuses.
    public let part: (first: Int64, length: Int64)?

    init(status: Int, headers: HTTPHeaders) {
        self.status = status
        validators = HTTPValidators(entityTags: headers["etag"], modified: headers["last-modified"])
        let range = status == 206 ? ContentRange(headers.first(name: "content-range")) : nil
        part = range.map { ($0.first, $0.length) }
    }
}
