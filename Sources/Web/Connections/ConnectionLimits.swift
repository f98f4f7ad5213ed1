/// The limits and timeouts of connections.
///
/// Admitted connections, on which a request was authorized, have longer timeouts. Others need little time and few
/// bytes, so theirs are seconds; without them slow heads and slow bodies ("Slowloris", "R.U.D.Y.") would hold
/// connections for ever.
public struct ConnectionLimits: Sendable, Equatable {
    /// All connections. Beyond it `ConnectionLimiter` evicts unadmitted ones.
    public var total: Int
    /// Connections of one IPv4 address or one IPv6 /64; trusted proxies have no such limit.
    public var perAddress: Int
    /// From the first byte of a request, or from the opening of the connection, to the end of the request's head, with
    /// the TLS handshake. Also the longest idle time of an unadmitted connection.
    public var headTimeout: Duration = .seconds(10)
    /// The whole request, head and body, of an unadmitted connection; also how long it may leave a response unread.
    public var requestTimeout: Duration = .seconds(20)
    /// The whole body on an admitted connection: 8 MB at 30 KB/s.
    public var uploadTimeout: Duration = .seconds(300)
    /// The longest idle time of an admitted connection.
    public var idleTimeout: Duration = .seconds(75)

    public init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// Limits for a number of file descriptors: at most 2,048 connections, and few enough to leave descriptors for the
    /// database, images and outgoing requests.
    /// - Parameter descriptors: the soft limit of `RLIMIT_NOFILE`.
    public init(descriptors: Int) {
        let total = min(2048, max(16, (descriptors - Self.reservedDescriptors) / 4 * 3))
        self.init(total: total, perAddress: Self.perAddressShare(of: total))
    }

    /// Descriptors for everything but incoming connections.
    public static let reservedDescriptors = 128

    /// An eighth, at most 128: a browser opens six connections, a household or an office a few times that.
    public static func perAddressShare(of total: Int) -> Int { min(128, max(6, total / 8)) }

    /// Beyond this, connections are not accepted and wait in the listen backlog. It is above `total` because evicted
    /// connections take a moment to close, and use descriptors until then.
    public var acceptCeiling: Int { total + max(16, total / 8) }

    /// How long an admitted connection may leave a response unread: a paused player reads nothing.
    var stalledReadTimeout: Duration { uploadTimeout * 2 }
    /// How long an unadmitted connection may take to read one response.
    var unadmittedReadTimeout: Duration { requestTimeout * 6 }
    /// The longest gap in a body on an admitted connection.
    var uploadIdleTimeout: Duration { .seconds(60) }
    /// The shortest of all timeouts.
    public var shortestTimeout: Duration {
        min(min(headTimeout, requestTimeout), min(min(uploadTimeout, idleTimeout), uploadIdleTimeout))
    }
}
