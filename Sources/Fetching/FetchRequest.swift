/// A request to an origin.
public struct FetchRequest: Sendable {
    /// An HTTP method.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The default limit of a body in bytes, compressed and decoded.
    public static let defaultBodyLimit = 15 * 1024 * 1024

    /// The upper limit of `maxConcurrentPerHost`.
    public static let maxConcurrentPerHostLimit = 6

    /// The URL as written, parsed leniently.
    public var address: String
    /// The `Accept` header.
    public var accept: String
    /// The validators to send; nil makes the request unconditional.
    public var validators: HTTPValidators?
    /// The URL that `validators` came from, if not from `address`. Validators belong to one representation (RFC 9110
    /// §8.8) and are sent to no other URL.
    public var validatorsAddress: String?
    /// The limit of the body in bytes, compressed and decoded, capped by `FetchLimits.size`.
    public var bodyLimit: Int
    /// The time for the fetch, capped by `FetchLimits.timeout`; nil means that limit.
    public var timeout: Duration?
    /// The method. Redirects are followed for `get` and `head` only (but see `changesState`).
    public var method: Method = .get
    /// The bytes to request (RFC 9110 §14.2); the response may be whole.
    public var range: Range<Int64>?
    /// The headers to send; omitted after a redirect to another scheme, host or port.
    public var headers: [(name: String, value: String)] = []
    /// The body, for `post` and `put`.
    public var body: [UInt8] = []
    /// The number of concurrent requests to the host, this one included, up to `maxConcurrentPerHostLimit`. Larger
    /// values are for APIs made for many small requests only; Retry-After and 429 still apply.
    public var maxConcurrentPerHost = 1
    /// The time since the host's last request ended, for sites that ask for slow crawls.
    public var minimumSpacing = Duration.zero
    /// The statuses to treat like 429.
    public var backoffStatuses: Set<Int> = []
    /// True to return every status with its body, for errors explained in JSON. A 429, or 503 with Retry-After, remains
    /// `FetchError.busy` (but see `acceptsBackoffStatuses`).
    public var acceptsErrorStatuses = false
    /// True to return, with `acceptsErrorStatuses`, also a 429, or a 503 with Retry-After, for services that explain it
    /// in the body. The back-off still applies, so a `FetchError.busy` then means that nothing was sent.
    public var acceptsBackoffStatuses = false
    /// True if a 429 stops the caller but not all requests to the host, for services that count by key or by author.
    public var limitsCallerOnly = false
    /// The back-off after a 429 without Retry-After, instead of `FetchLimits.defaultBackoff`, for services with a known
    /// pause.
    public var defaultBackoff: Duration?
    var returnsBackoffs: Bool { acceptsErrorStatuses && acceptsBackoffStatuses }

    /// True if the request changes something at the origin, which a GET can do as well (a link that votes). Such a
    /// request is sent at most once, on a connection of its own, follows no redirect, and goes before requests that
    /// wait for its host.
    public var changesState = false

    /// The receiver of the body as it arrives; the response then has no body. `bodyLimit` and `timeout` are not capped,
    /// and no content coding is accepted.
    public var receiver: BodyReceiver?

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
