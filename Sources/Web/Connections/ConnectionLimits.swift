/// How many connections the server keeps, and how long each may take over what it does.
///
/// Two kinds are told apart: those on which the door has let somebody in, and strangers. Before the door nothing needs
/// much time or many bytes, so a stranger's patience is counted in seconds (slow heads and slow bodies, "Slowloris" and
/// "R.U.D.Y.", would else hold connections for ever).
public struct ConnectionLimits: Sendable, Equatable {
    /// All connections together. Beyond it strangers' give way, see `ConnectionLimiter`.
    public var total: Int
    /// Those of one IPv4 address or one IPv6 /64; trusted proxies have no such limit.
    public var perAddress: Int
    /// From the first byte of a request, or from the connection's beginning, to the end of the request's head; the
    /// handshake of https is part of it. Also how long a stranger's connection may rest between requests.
    public var headTimeout: Duration = .seconds(10)
    /// A stranger's whole request, head and body; also how long a stranger may leave a response unread.
    public var requestTimeout: Duration = .seconds(20)
    /// The whole body of a request that the door has let in: 8 MB at 30 KB/s.
    public var uploadTimeout: Duration = .seconds(300)
    /// How long a connection may rest between requests once the door has let somebody in on it.
    public var idleTimeout: Duration = .seconds(75)

    public init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// What a process that may open so many files affords: at most 2,048 connections, and never so many that the
    /// database, pictures and outgoing fetches go without.
    /// - Parameter descriptors: the soft limit of `RLIMIT_NOFILE`.
    public init(descriptors: Int) {
        let total = min(2048, max(16, (descriptors - Self.reservedDescriptors) / 4 * 3))
        self.init(total: total, perAddress: Self.perAddressShare(of: total))
    }

    /// Files that are kept for everything but connections of visitors.
    public static let reservedDescriptors = 128

    /// An eighth, at most 128: a browser opens six connections, a household or an office a few times that.
    public static func perAddressShare(of total: Int) -> Int { min(128, max(6, total / 8)) }

    /// Beyond this nothing more is accepted and who comes waits in the system's queue: connections that give way take a
    /// moment to be closed, and are open files until then.
    public var acceptCeiling: Int { total + max(16, total / 8) }

    /// How long a response may stand still because nobody reads it, once the door has let somebody in: a player that was
    /// paused asks for nothing.
    var stalledReadTimeout: Duration { uploadTimeout * 2 }
    /// The most time that a stranger has for reading one response.
    var unadmittedReadTimeout: Duration { requestTimeout * 6 }
    /// The longest gap in a body that the door has let in.
    var uploadIdleTimeout: Duration { .seconds(60) }
    /// No deadline is nearer than this when it arises.
    public var shortestTimeout: Duration {
        min(min(headTimeout, requestTimeout), min(min(uploadTimeout, idleTimeout), uploadIdleTimeout))
    }
}
