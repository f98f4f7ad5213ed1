/// What an origin answered: a whole body within the limits, unpacked.
public struct FetchAnswer: Sendable {
    /// The HTTP status: 200 and its kin, or 304; any other only with `FetchRequest.acceptsRefusals` or for a
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
    public let validators: Validators
    /// True for a 304: what we have is still what the origin has.
    public let isUnmodified: Bool
    /// How long the answer stays fresh from now (RFC 9111 §4.2): max-age or Expires minus Date, less its Age.
    /// Zero when the origin forbids reuse; nil when it says nothing (for a 304: what held before still holds).
    public let freshFor: Duration?
    /// False when the origin asked that the answer be kept nowhere (`no-store`).
    public let mayBeKept: Bool
    /// Bytes of the body as they came, still packed, of the last hop.
    public let bytesOnWire: Int
    /// From the first question to the last byte, redirects and waiting for a turn included.
    public let elapsed: Duration
    /// Every header field of the answer, in order. Characters stand for bytes one to one, as in `Validators`.
    public let headers: [(name: String, value: String)]

    /// The first value of a header field; its name in any case.
    public func header(_ name: String) -> String? { values(of: name).first }

    /// Every value of a header field, in order, not split at commas.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}
