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
    public static let defaultBodyLimit = 15 * 1024 * 1024

    /// The most questions that are ever under way at one host.
    public static let maxConcurrentPerHostLimit = 6

    /// The address as the reader or the origin wrote it; it is read leniently.
    public var address: String
    /// The value of `Accept`.
    public var accept: String
    /// What the last answer gave to ask with; nil asks for the whole thing.
    public var validators: HTTPValidators?
    /// The address whose answer gave `validators` (`FetchResponse.address`), where it was not `address` itself: they
    /// belong to one representation (RFC 9110 §8.8) and are shown to no other address on the way.
    public var validatorsAddress: String?
    /// The most bytes of the answer, packed as well as unpacked; `FetchLimits.size` when that is less. More is
    /// `FetchError.tooLarge`.
    public var bodyLimit: Int
    /// The longest time spent asking, when it is less than `FetchLimits.timeout`.
    public var timeout: Duration?
    /// `get`, unless something is sent. Redirects are followed for `get` and `head` only; others return them.
    public var method: Method = .get
    /// Asks for these bytes alone (RFC 9110 §14.2), unpacked, also where redirects lead; what comes may be the whole.
    public var range: Range<Int64>?
    /// More header fields (a key, a token, a content type). They go to the address asked and are left out when a
    /// redirect leads to another scheme, host or port.
    public var headers: [(name: String, value: String)] = []
    /// What is sent with `post` and `put`.
    public var body: [UInt8] = []
    /// How many questions of this kind may be under way at the host at once, this one included; 1 is the house's rule, and
    /// more than `mostAtOnce` is never heeded.
    ///
    /// For interfaces only that are made to be asked for one small thing at a time (a list of numbers, and then each
    /// number's item). What a host wishes (Retry-After, 429) binds these questions like all others.
    public var maxConcurrentPerHost = 1
    /// How long its host is left in peace before this question, counted from the end of the last one there: for pages of
    /// sites that ask readers to go slowly.
    public var minimumSpacing = Duration.zero
    /// Statuses that mean at this host what 429 means everywhere: that it wants to be left alone for a while.
    public var backoffStatuses: Set<Int> = []
    /// With true every answered status returns a `FetchResponse` with its body, also 4xx and 5xx, for origins that
    /// explain their refusals in JSON. A 429, or a 503 with Retry-After, is still `FetchError.busy`.
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
