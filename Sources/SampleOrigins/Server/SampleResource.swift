public import Foundation
internal import Untrusted

/// A resource that an origin serves at a path.
public struct SampleResource: Sendable {
    /// The value of the `Content-Type` header.
    public var contentType: String
    /// The uncompressed bytes.
    public var body: [UInt8]
    /// The value of the `Cache-Control` header.
    public var cacheControl: String?
    /// The time for the Last-Modified header; nil for none.
    public var modifiedAt: Date?
    /// True if a hash of the bytes is sent as entity tag.
    public var hasEntityTag: Bool
    /// True if byte ranges are served (RFC 9110 §14).
    public var acceptsRanges: Bool
    /// True if changes are streamed to clients that accept events.
    public var supportsEventStream = false
    /// The HTTP status code.
    public var status: Int
    /// The further headers.
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

    /// The entity tag: weak if it is shared with the compressed bytes (RFC 9110 §8.8.1), strong if ranges are served of
    /// bytes that are not text; nil for none.
    var entityTag: String? {
        guard hasEntityTag else { return nil }
        let hash = body.withUnsafeBufferPointer { FNV1a.hash($0) }
        return "\(acceptsRanges && !isText ? "" : "W/")\"\(Hex.encode(hash))\""
    }

    /// True if the bytes are worth compressing.
    var isText: Bool {
        contentType.hasPrefix("text/") || contentType.contains("xml") || contentType.contains("json")
    }
}
