import Untrusted

/// An origin's response: the whole decoded body, within the limits.
public struct FetchResponse: Sendable {
    /// The HTTP status: 2xx or 304; another only with `FetchRequest.acceptsErrorStatuses`, or for a redirect of a
    /// request that is not `get` or `head`.
    public let status: Int
    /// The final address: the request's own, or where its redirects led.
    public let address: String
    /// The new address, when every redirect was permanent (301 or 308). Adopt it only after it has proved stable.
    public let permanentAddress: String?
    /// The decoded body; empty for a 304.
    public let body: [UInt8]
    /// The media type without parameters, in lower case: `application/rss+xml`.
    public let contentType: String?
    /// The `charset` parameter as given, without quotes.
    public let charset: String?
    /// Validators for the next request. After a 304: those sent, updated by those in the 304.
    public let validators: HTTPValidators
    /// True for a 304.
    public let isNotModified: Bool
    /// How long the response stays fresh from now (RFC 9111 §4.2): max-age, or Expires minus Date, less its Age. Zero
    /// when the origin forbids reuse; nil when it says nothing (after a 304 the earlier value still holds).
    public let freshnessLifetime: Duration?
    /// False for `no-store`.
    public let isStorable: Bool
    /// Body bytes as received, still compressed, of the last hop.
    public let bytesOnWire: Int
    /// The time from the start to the last byte, including redirects and waiting for a slot.
    public let elapsed: Duration
    /// Every header field of the response, in order. Characters stand for bytes one to one, as in `HTTPValidators`.
    public let headers: [(name: String, value: String)]

    /// Returns the first value of a header field; its name in any case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Returns every value of a header field, in order, not split at commas.
    public func values(of name: String) -> [String] {
        let lowercasedName = name.lowercased()
        return headers.filter { $0.name.lowercased() == lowercasedName }.map(\.value)
    }
}

/// Part of a larger resource, from the response to a range request (RFC 9110 §14).
public struct ByteRangeContent: Sendable, Hashable {
    /// The bytes from the requested start; fewer than requested at the end, none beyond it.
    public let bytes: [UInt8]
    /// The length of the whole: 0 to `HTTPByteRange.maxLength`.
    public let length: Int64

    public init(bytes: [UInt8], length: Int64) {
        self.bytes = bytes
        self.length = length
    }
}

extension FetchResponse {
    /// Returns the requested bytes from a 206, 200 or 416. Rejects a part that begins elsewhere or has impossible
    /// numbers.
    /// - Parameter asked: the requested range, within 0 to `HTTPByteRange.maxLength`.
    /// - Returns: nil where the response covers other bytes, and for any other status.
    public func byteRange(_ asked: Range<Int64>) -> ByteRangeContent? {
        guard let end = UntrustedInteger(asked.upperBound).within(0...HTTPByteRange.maxLength),
            let start = UntrustedInteger(asked.lowerBound).within(0...HTTPByteRange.maxLength)
        else { return nil }
        let maxCount = Int(end - start)
        switch status {
        case 206:
            guard let range = ContentRange(header("content-range")), range.first == start else { return nil }
            return ByteRangeContent(bytes: Array(body.prefix(min(maxCount, Int(range.count)))), length: range.length)
        case 200:
            // An origin without range support sends the whole, which the fetcher limits.
            return ByteRangeContent(
                bytes: Array(body.dropFirst(Int(start)).prefix(maxCount)), length: Int64(body.count))
        case 416:
            return ByteRangeContent(bytes: [], length: ContentRange.unsatisfiedLength(header("content-range")) ?? 0)
        default: return nil
        }
    }
}
