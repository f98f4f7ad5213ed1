public import Foundation
internal import Untrusted

/// What is served at a path.
public struct SampleResource: Sendable {
    public var contentType: String
    public var body: [UInt8]
    /// The `Cache-Control` header.
    public var cacheControl: String?
    /// Sent as Last-Modified.
    public var modifiedAt: Date?
    /// Whether a hash of the bytes is sent as entity tag.
    public var hasEntityTag: Bool
    /// Whether ranges are served (RFC 9110 §14).
    public var acceptsRanges: Bool
    /// Streams changes to clients that accept events.
    public var supportsEventStream = false
    public var status: Int
    /// Further headers.
    public var headers: [(name: String, value: String)]

    public init(
        _ body: [UInt8], contentType: String, cacheControl: String? = nil, modifiedAt: Date? = nil,
        hasEntityTag: Bool = true, acceptsRanges: Bool = false, status: Int = 200,
        headers: [(name: String, value: String)] = []
    ) {
        self.body = body
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.modifiedAt = modifiedAt
        self.hasEntityTag = hasEntityTag
        self.acceptsRanges = acceptsRanges
        self.status = status
        self.headers = headers
    }

    public init(_ text: String, contentType: String, cacheControl: String? = nil, status: Int = 200) {
        self.init(Array(text.utf8), contentType: contentType, cacheControl: cacheControl, status: status)
    }

    /// Weak where it is shared with the compressed bytes (RFC 9110 §8.8.1); parts are asked for with a strong one.
    var entityTag: String? {
        guard hasEntityTag else { return nil }
        let hash = body.withUnsafeBufferPointer { FNV1a.hash($0) }
        return "\(acceptsRanges && !isText ? "" : "W/")\"\(Hex.encode(hash))\""
    }

    /// Whether the bytes are worth compressing.
    var isText: Bool {
        contentType.hasPrefix("text/") || contentType.contains("xml") || contentType.contains("json")
    }
}
