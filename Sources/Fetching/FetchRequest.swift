/// One request to an origin.
public struct FetchRequest: Sendable {
    /// An HTTP method.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The largest body that is ever accepted, compressed as well as decoded: 15 MiB.
    public static let defaultBodyLimit = 15 * 1024 * 1024

    /// The most concurrent requests to one host, whatever a request asks for.
    public static let maxConcurrentPerHostLimit = 6

    /// The address as the reader or origin wrote it, parsed leniently.
    public var address: String
    /// The value of `Accept`.
    public var accept: String
    /// Validators of the last response; nil makes an unconditional request.
    public var validators: HTTPValidators?
    /// The address whose response gave `validators` (`FetchResponse.address`), where it is not `address`. Validators
    /// belong to one representation (RFC 9110 §8.8) and are sent to no other address of a redirect chain.
    public var validatorsAddress: String?
    /// The most bytes of the body, compressed as well as decoded, capped by `FetchLimits.size`. More is
    /// `FetchError.tooLarge`.
    public var bodyLimit: Int
    /// The time limit, capped by `FetchLimits.timeout`.
    public var timeout: Duration?
    /// The method. Redirects are followed for `get` and `head` only; others return them.
    public var method: Method = .get
    /// Requests these bytes only (RFC 9110 §14.2), uncompressed, also after redirects; the response may still be the
    /// whole.
    public var range: Range<Int64>?
    /// More header fields (a key, a token, a content type), left out after a redirect to another scheme, host or port.
    public var headers: [(name: String, value: String)] = []
    /// The body of `post` and `put`.
    public var body: [UInt8] = []
    /// How many requests of this kind may run at the host at once, this one included; the default is 1, and
    /// `maxConcurrentPerHostLimit` caps it.
    ///
    /// For APIs only that are made for many small requests (a list of ids, then each item). Retry-After and 429 apply
    /// to them as to all others.
    public var maxConcurrentPerHost = 1
    /// The pause between the end of the last request to the host and this one, for sites that ask for a slow crawl.
    public var minimumSpacing = Duration.zero
    /// Statuses that this host uses like 429, as a request to back off.
    public var backoffStatuses: Set<Int> = []
    /// True returns a `FetchResponse` with its body for every status, also 4xx and 5xx, for origins that explain errors
    /// in JSON. A 429, or a 503 with Retry-After, is still `FetchError.busy`.
    public var acceptsErrorStatuses = false

    public init(
        address: String, accept: String = "*/*", validators: HTTPValidators? = nil, bodyLimit: Int = defaultBodyLimit,
        timeout: Duration? = nil
    ) {
        self.address = address
        self.accept = accept
        self.validators = validators
        self.bodyLimit = bodyLimit
        self.timeout = timeout
    }
}
