/// The limits and timeouts of connections.
///
/// Connections without an authorized request have only seconds, against slow heads and bodies ("Slowloris",
/// "R.U.D.Y.").
public struct ConnectionLimits: Sendable, Equatable {
    /// The limit of all connections.
    public var total: Int
    /// The limit per IPv4 address or IPv6 /64; trusted proxies are exempt.
    public var perAddress: Int
    /// The time from a request's first byte, or from the opening of the connection, to the end of the head, including
    /// the TLS handshake; also the idle timeout of unadmitted connections.
    public var headTimeout: Duration = .seconds(10)
    /// The time for a whole unadmitted request; also the time for which its response may be left unread.
    public var requestTimeout: Duration = .seconds(20)
    /// The time for a whole request on an admitted connection: 8 MB at 30 KB/s.
    public var uploadTimeout: Duration = .seconds(300)
    /// The idle timeout of admitted connections.
    public var idleTimeout: Duration = .seconds(75)

    public init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// Creates limits for the descriptors of the process: at most 2,048 connections, leaving descriptors for other
    /// uses.
    /// - Parameter descriptors: the soft limit of `RLIMIT_NOFILE`.
    public init(descriptors: Int) {
        let total = min(2048, max(16, (descriptors - Self.reservedDescriptors) / 4 * 3))
        self.init(total: total, perAddress: Self.perAddressShare(of: total))
    }

    /// The descriptors reserved for the database, images and outgoing requests.
    static let reservedDescriptors = 128

    /// Returns the limit per address, from 6 to 128: a browser opens six connections, an office a few times that.
    public static func perAddressShare(of total: Int) -> Int { min(128, max(6, total / 8)) }

    /// The number of accepted connections above which new ones wait in the listen backlog. It is above `total`, as
    /// evicted connections hold descriptors until closed.
    public var acceptCeiling: Int { total + max(16, total / 8) }

    /// The time for which an admitted peer may leave a response unread: a paused player reads nothing.
    var stalledReadTimeout: Duration { uploadTimeout * 2 }
    /// The time in which an unadmitted connection must read one response.
    var unadmittedReadTimeout: Duration { requestTimeout * 6 }
    /// The time between two parts of a body on an admitted connection.
    var uploadIdleTimeout: Duration { .seconds(60) }
    /// The shortest of the timeouts.
    var shortestTimeout: Duration {
        min(min(headTimeout, requestTimeout), min(min(uploadTimeout, idleTimeout), uploadIdleTimeout))
    }
}
