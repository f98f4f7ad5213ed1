public import Foundation
import Untrusted

/// A response with its whole decoded body.
public struct FetchResponse: Sendable {
    /// The status, 2xx or 304; others with `acceptsErrorStatuses`, or as a redirect of a request that follows none.
    public let status: Int
    /// The final URL, after redirects.
    public let address: String
    /// The final URL if every redirect was permanent (301, 308), else nil; adopt it once it proved stable.
    public let permanentAddress: String?
    /// The decoded body; empty for a 304.
    public let body: [UInt8]
    /// The media type in lower case, without parameters: `application/rss+xml`.
    public let contentType: String?
    /// The charset without quotes.
    public let charset: String?
    /// The validators for the next request; a 304 updates those sent.
    public let validators: HTTPValidators
    /// True for a 304.
    public let isNotModified: Bool
    /// The freshness lifetime from now (RFC 9111 §4.2): max-age, or Expires minus Date, less Age. Zero forbids reuse;
    /// nil is unknown (after 304: unchanged).
    public let freshnessLifetime: Duration?
    /// False for `no-store`, else true.
    public let isStorable: Bool
    /// The end of the Retry-After, within `FetchLimits.maxBackoff`; nil without one.
    public let retryAfter: Date?
    /// The size in bytes of the last response in the redirect chain, still compressed.
    public let bytesOnWire: Int
    /// The headers in order; their characters represent bytes, as in `HTTPValidators`.
    public let headers: [(name: String, value: String)]

    /// Returns the first value of a field; ignores the name's case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Returns all values of a field, not split at commas; ignores the name's case.
    public func values(of name: String) -> [String] {
        let lowercasedName = name.lowercased()
        return headers.filter { $0.name.lowercased() == lowercasedName }.map(\.value)
    }
}

/// A part of a resource, from a range request (RFC 9110 §14).
public struct ByteRangeContent: Sendable, Hashable {
    /// The bytes from the requested start; fewer than requested at the end.
    public let bytes: [UInt8]
    /// The length of the whole in bytes, 0 to `HTTPByteRange.maxLength`.
    public let length: Int64

    public init(bytes: [UInt8], length: Int64) {
        self.bytes = bytes
        self.length = length
    }
}

extension FetchResponse {
    /// Returns the requested bytes of a 206, 200 or 416.
    ///
    /// - Parameter requested: byte range within 0 to `HTTPByteRange.maxLength`.
    /// - Returns: nil for other statuses, another start, or impossible numbers.
    public func byteRange(_ requested: Range<Int64>) -> ByteRangeContent? {
        guard let end = UntrustedInteger(requested.upperBound).within(0...HTTPByteRange.maxLength),
            let start = UntrustedInteger(requested.lowerBound).within(0...HTTPByteRange.maxLength)
        else { return nil }
        let maxCount = Int(end - start)
        switch status {
        case 206:
            guard let range = ContentRange(header("content-range")), range.first == start else { return nil }
            return ByteRangeContent(bytes: Array(body.prefix(min(maxCount, Int(range.count)))), length: range.length)
        case 200:
            // A 200 has the whole resource, which the fetcher limits.
            return ByteRangeContent(
                bytes: Array(body.dropFirst(Int(start)).prefix(maxCount)), length: Int64(body.count))
        case 416:
            return ByteRangeContent(bytes: [], length: ContentRange.unsatisfiedLength(header("content-range")) ?? 0)
        default: return nil
        }
    }
}
