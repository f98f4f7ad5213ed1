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

    /// Bytes, compressed and decoded.
    public static let defaultBodyLimit = 15 * 1024 * 1024

    /// Upper limit of `maxConcurrentPerHost`.
    public static let maxConcurrentPerHostLimit = 6

    /// As written; parsed leniently.
    public var address: String
    /// The `Accept` header.
    public var accept: String
    /// nil makes the request unconditional.
    public var validators: HTTPValidators?
    /// Where `validators` came from, if not from `address`: they belong to one representation (RFC 9110 §8.8) and go to
    /// no other address.
    public var validatorsAddress: String?
    /// Bytes, compressed and decoded, capped by `FetchLimits.size`.
    public var bodyLimit: Int
    /// Capped by `FetchLimits.timeout`.
    public var timeout: Duration?
    /// Only `get` and `head` follow redirects (but see `changesState`).
    public var method: Method = .get
    /// Requests these bytes (RFC 9110 §14.2); the response may be whole.
    public var range: Range<Int64>?
    /// Omitted after a redirect to another scheme, host or port.
    public var headers: [(name: String, value: String)] = []
    /// For `post` and `put`.
    public var body: [UInt8] = []
    /// Requests to the host, this one included, up to `maxConcurrentPerHostLimit`. For APIs made for many small
    /// requests only; Retry-After and 429 still apply.
    public var maxConcurrentPerHost = 1
    /// Since the host's last request ended, for sites that ask for slow crawls.
    public var minimumSpacing = Duration.zero
    /// Statuses to be treated like 429.
    public var backoffStatuses: Set<Int> = []
    /// Returns every status with its body, for errors explained in JSON. A 429, or 503 with Retry-After, stays
    /// `FetchError.busy` (but see `acceptsBackoffStatuses`).
    public var acceptsErrorStatuses = false
    /// With `acceptsErrorStatuses`: also returns a 429, or a 503 with Retry-After, for services that say why in its
    /// body. The back-off holds all the same, so that a `FetchError.busy` then means that nothing was sent.
    public var acceptsBackoffStatuses = false
    /// A 429 silences the caller, not the whole host: for services that count by key or by author.
    public var limitsCallerOnly = false
    /// After a 429 without Retry-After, instead of `FetchLimits.defaultBackoff`, for services whose pause is known.
    public var defaultBackoff: Duration?
    var returnsBackoffs: Bool { acceptsErrorStatuses && acceptsBackoffStatuses }

    /// The request changes something at the origin, which a GET can do as well (a link that votes). It is sent at most once, on
    /// a connection of its own, follows no redirect, and goes before requests that wait for its host.
    public var changesState = false

    /// Takes the body as it arrives; the response then has none. `bodyLimit` and `timeout` are not capped, and no content
    /// coding is accepted.
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
