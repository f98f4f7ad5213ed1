/// One question to an origin.
public struct FetchRequest: Sendable {
    /// What is done at the address.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The most bytes of an answer that are ever taken, packed as well as unpacked: 15 MiB.
    public static let standardLimit = 15 * 1024 * 1024

    /// The address as the reader or the origin wrote it; it is read leniently.
    public var address: String
    /// The value of `Accept`.
    public var accept: String
    /// What the last answer from this address gave; nil asks for the whole thing.
    public var validators: Validators?
    /// The most bytes of the answer, packed as well as unpacked. More is `FetchError.tooLarge`.
    public var limit: Int
    /// The longest time spent asking, over all redirects. Waiting for one's turn at a host does not count.
    public var timeout: Duration
    /// `get`, unless something is sent. Redirects are followed for `get` and `head` only; others return them.
    public var method: Method = .get
    /// More header fields (a key, a token, a content type). They go to the address asked and are left out when a
    /// redirect leads to another scheme, host or port.
    public var headers: [(name: String, value: String)] = []
    /// What is sent with `post` and `put`.
    public var body: [UInt8] = []
    /// With true every answered status returns a `FetchAnswer` with its body, also 4xx and 5xx, for origins that
    /// explain their refusals in JSON. A 429, or a 503 with Retry-After, is still `FetchError.busy`.
    public var acceptsRefusals = false

    public init(
        address: String, accept: String = "*/*", validators: Validators? = nil, limit: Int = standardLimit,
        timeout: Duration = .seconds(20)
    ) {
        self.address = address
        self.accept = accept
        self.validators = validators
        self.limit = limit
        self.timeout = timeout
    }
}
