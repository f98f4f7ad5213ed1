public import Foundation
import Untrusted

/// A response with its whole decoded body.
public struct FetchResponse: Sendable {
    /// 2xx or 304; others with `acceptsErrorStatuses`, or as a redirect of other methods than `get` and `head`.
    public let status: Int
    /// The final address, after redirects.
    public let address: String
    /// Set if every redirect was permanent (301, 308); adopt it once it proved stable.
    public let permanentAddress: String?
    /// Decoded; empty for a 304.
    public let body: [UInt8]
    /// Lower case, without parameters: `application/rss+xml`.
    public let contentType: String?
    /// Without quotes.
    public let charset: String?
    /// For the next request; a 304 updates those sent.
    public let validators: HTTPValidators
    /// True for 304.
    public let isNotModified: Bool
    /// From now (RFC 9111 §4.2): max-age, or Expires minus Date, less Age. Zero forbids reuse; nil is unknown (after
    /// 304: unchanged).
    public let freshnessLifetime: Duration?
    /// False for `no-store`.
    public let isStorable: Bool
    /// The end of the Retry-After, within `FetchLimits.maxBackoff`; nil without one.
    public let retryAfter: Date?
    /// Of the last hop, still compressed.
    public let bytesOnWire: Int
    /// In order; characters stand for bytes, as in `HTTPValidators`.
    public let headers: [(name: String, value: String)]

    /// The first value of a field; its name in any case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// All values of a field, not split at commas.
    public func values(of name: String) -> [String] {
        let lowercasedName = name.lowercased()
        return headers.filter { $0.name.lowercased() == lowercasedName }.map(\.value)
    }
}

/// Part of a resource, from a range request (RFC 9110 §14).
public struct ByteRangeContent: Sendable, Hashable {
    /// From the requested start; fewer at the end.
    public let bytes: [UInt8]
    /// Of the whole: 0 to `HTTPByteRange.maxLength`.
    public let length: Int64

    public init(bytes: [UInt8], length: Int64) {
        self.bytes = bytes
        self.length = length
    }
}

extension FetchResponse {
    /// For 206, 200 and 416.
    /// - Parameter requested: within 0 to `HTTPByteRange.maxLength`.
    /// - Returns: nil for other statuses, another start, impossible numbers.
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
            // The whole, which the fetcher limits.
            return ByteRangeContent(
                bytes: Array(body.dropFirst(Int(start)).prefix(maxCount)), length: Int64(body.count))
        case 416:
            return ByteRangeContent(bytes: [], length: ContentRange.unsatisfiedLength(header("content-range")) ?? 0)
        default: return nil
        }
    }
}
