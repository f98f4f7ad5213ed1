import NIOHTTP1
import Untrusted

/// Takes a body as it arrives, for files that are larger than memory should hold.
public struct BodyReceiver: Sendable {
    /// Called before the first byte of a success; again when the request had to be sent again on a new connection. What it
    /// throws ends the request.
    public var begin: @Sendable (BodyHead) async throws -> Void
    /// In order. What it throws ends the request.
    public var receive: @Sendable (_ bytes: [UInt8]) async throws -> Void

    public init(
        begin: @escaping @Sendable (BodyHead) async throws -> Void,
        receive: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Void
    ) {
        self.begin = begin
        self.receive = receive
    }
}

/// What a response says before its body.
public struct BodyHead: Sendable {
    /// 2xx.
    public let status: Int
    public let validators: HTTPValidators
    /// Of a 206: where the bytes begin, and the length of the whole.
    public let part: (first: Int64, length: Int64)?

    init(status: Int, headers: HTTPHeaders) {
        self.status = status
        validators = HTTPValidators(entityTags: headers["etag"], modified: headers["last-modified"])
        let range = status == 206 ? ContentRange(headers.first(name: "content-range")) : nil
        part = range.map { ($0.first, $0.length) }
    }
}
