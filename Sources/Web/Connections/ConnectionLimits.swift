/// Limits and timeouts of connections.
///
/// Connections without an authorized request have seconds, against slow heads and bodies ("Slowloris", "R.U.D.Y.").
public struct ConnectionLimits: Sendable, Equatable {
    /// All connections.
    public var total: Int
    /// Per IPv4 address or IPv6 /64; not for trusted proxies.
    public var perAddress: Int
    /// From a request's first byte or the opening to the end of the head, with the TLS handshake; also the idle timeout
    /// of unadmitted connections.
    public var headTimeout: Duration = .seconds(10)
    /// A whole unadmitted request; also how long its response may be left unread.
    public var requestTimeout: Duration = .seconds(20)
    /// A body on an admitted connection: 8 MB at 30 KB/s.
    public var uploadTimeout: Duration = .seconds(300)
    /// The idle timeout of admitted connections.
    public var idleTimeout: Duration = .seconds(75)

    public init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// At most 2,048 connections, leaving descriptors for other uses.
    /// - Parameter descriptors: the soft limit of `RLIMIT_NOFILE`.
    public init(descriptors: Int) {
        let total = min(2048, max(16, (descriptors - Self.reservedDescriptors) / 4 * 3))
        self.init(total: total, perAddress: Self.perAddressShare(of: total))
    }

    /// For the database, images and outgoing requests.
    public static let reservedDescriptors = 128

    /// At most 128: a browser opens six, an office a few times that.
    public static func perAddressShare(of total: Int) -> Int { min(128, max(6, total / 8)) }

    /// Beyond it, connections wait in the listen backlog. Above `total`, as evicted ones hold descriptors until closed.
    public var acceptCeiling: Int { total + max(16, total / 8) }

    /// For an unread response: a paused player reads nothing.
    var stalledReadTimeout: Duration { uploadTimeout * 2 }
    /// For an unadmitted connection to read one response.
    var unadmittedReadTimeout: Duration { requestTimeout * 6 }
    /// Between two parts of a body on an admitted connection.
    var uploadIdleTimeout: Duration { .seconds(60) }
    /// The shortest timeout.
    public var shortestTimeout: Duration {
        min(min(headTimeout, requestTimeout), min(min(uploadTimeout, idleTimeout), uploadIdleTimeout))
    }
}
