import Untrusted

/// What an origin answered: a whole body within the limits, unpacked.
public struct FetchResponse: Sendable {
    /// The HTTP status: 200 and its kin, or 304; any other only with `FetchRequest.acceptsErrorStatuses` or for a
    /// redirect of something that was sent.
    public let status: Int
    /// Where the answer came from: the request's own address, or where its redirects led.
    public let address: String
    /// The new address, when there were redirects and every one of them said "for good" (301 or 308).
    /// Adopt it only after it has proved stable.
    public let permanentAddress: String?
    /// The unpacked body; empty for a 304.
    public let body: [UInt8]
    /// The media type without parameters, in lower case: `application/rss+xml`.
    public let contentType: String?
    /// The `charset` parameter as given, without quotes.
    public let charset: String?
    /// What to ask with the next time. After a 304: the ones sent, with those the 304 itself brought put over them.
    public let validators: HTTPValidators
    /// True for a 304: what we have is still what the origin has.
    public let isNotModified: Bool
    /// How long the answer stays fresh from now (RFC 9111 §4.2): max-age or Expires minus Date, less its Age.
    /// Zero when the origin forbids reuse; nil when it says nothing (for a 304: what held before still holds).
    public let freshnessLifetime: Duration?
    /// False when the origin asked that the answer be kept nowhere (`no-store`).
    public let isStorable: Bool
    /// Bytes of the body as they came, still packed, of the last hop.
    public let bytesOnWire: Int
    /// From the first question to the last byte, redirects and waiting for a turn included.
    public let elapsed: Duration
    /// Every header field of the answer, in order. Characters stand for bytes one to one, as in `HTTPValidators`.
    public let headers: [(name: String, value: String)]

    /// The first value of a header field; its name in any case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Every value of a header field, in order, not split at commas.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}

/// Some bytes of something larger, as an origin gave them in answer to a question for a range (RFC 9110 §14).
public struct ByteRangeContent: Sendable, Hashable {
    /// From where they were asked on; fewer than were asked for at the end, none beyond it.
    public let bytes: [UInt8]
    /// How long the whole is: 0 to `HTTPByteRange.longest`.
    public let length: Int64

    public init(bytes: [UInt8], length: Int64) {
        self.bytes = bytes
        self.length = length
    }
}

extension FetchResponse {
    /// The bytes that were asked for, as a 206, 200 or 416 gives them. Nothing that the head says is believed further than it
    /// can be: a part that begins elsewhere, or whose numbers cannot be, is none.
    /// - Parameter asked: the range of the question, within 0 to `HTTPByteRange.longest`.
    /// - Returns: nil where the answer is about other bytes than were asked for, and for any other status.
    public func byteRange(_ asked: Range<Int64>) -> ByteRangeContent? {
        guard let wanted = UntrustedInteger(asked.upperBound).within(0...HTTPByteRange.maxLength),
            let start = UntrustedInteger(asked.lowerBound).within(0...HTTPByteRange.maxLength)
        else { return nil }
        let most = Int(wanted - start)
        switch status {
        case 206:
            guard let range = ContentRange(header("content-range")), range.first == start else { return nil }
            return ByteRangeContent(bytes: Array(body.prefix(min(most, Int(range.count)))), length: range.length)
        case 200:
            // An origin that knows no ranges sends the whole, which the fetcher bounds.
            return ByteRangeContent(bytes: Array(body.dropFirst(Int(start)).prefix(most)), length: Int64(body.count))
        case 416:
            return ByteRangeContent(bytes: [], length: ContentRange.unsatisfiedLength(header("content-range")) ?? 0)
        default: return nil
        }
    }
}
