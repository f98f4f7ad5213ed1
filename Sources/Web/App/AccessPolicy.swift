import Foundation

/// The addresses and trusted proxies of the server, and the clients that need no sign-in (decision 0012).
public struct AccessPolicy: Sendable {
    /// The clients that need no session.
    public enum AnonymousAccess: Sendable {
        /// All clients until a password is set, except those behind a proxy; for servers on loopback.
        case untilPasswordSet
        /// Clients on this machine; for the demonstration when phones have access.
        case localOnly
        /// No client.
        case never
    }

    /// The clients that need no session.
    public var anonymousAccess: AnonymousAccess
    /// The public URL (`https://news.example`, no path); its host is accepted as a Host header too.
    public var publicOrigin: String?
    /// True if all addresses of the machine are accepted as Host.
    public var listensOnAllAddresses: Bool
    /// True if the server itself uses TLS.
    public var isTLS: Bool
    /// The proxies whose forwarded headers are trusted.
    public var trustedProxies: [CIDRBlock]
    /// Returns the origins by which other devices reach this server, the most likely first; asked anew each time, as the
    /// machine's addresses change.
    public var reachableOrigins: @Sendable () -> [String]
    /// The command that starts this server so that other devices reach it.
    public var listenCommand: String
    /// A hint shown on the sign-in page of the demonstration.
    public var signInHint: String?
    /// The sign-in by a header of the trusted proxies; nil without one.
    public var proxySignIn: ProxySignIn?

    public init(
        anonymousAccess: AnonymousAccess = .untilPasswordSet, publicOrigin: String? = nil,
        listensOnAllAddresses: Bool = false,
        isTLS: Bool = false,
        trustedProxies: [CIDRBlock] = [], listenCommand: String = "tidings serve --listen 0.0.0.0:8480",
        signInHint: String? = nil,
        proxySignIn: ProxySignIn? = nil, reachableOrigins: @escaping @Sendable () -> [String] = { [] }
    ) {
        self.anonymousAccess = anonymousAccess
        self.publicOrigin = publicOrigin
        self.listensOnAllAddresses = listensOnAllAddresses
        self.isTLS = isTLS
        self.trustedProxies = trustedProxies
        self.listenCommand = listenCommand
        self.signInHint = signInHint
        self.proxySignIn = proxySignIn
        self.reachableOrigins = reachableOrigins
    }

    /// Returns the address and port as in a Host header; an IPv6 address in brackets, without its zone.
    public static func authority(_ address: String, port: Int) -> String {
        var bare = address.lowercased().prefix { $0 != "%" }
        // An IPv4 peer of a dual-stack socket has an IPv4-mapped IPv6 address.
        if bare.hasPrefix("::ffff:"), bare.contains(".") { bare = bare.dropFirst(7) }
        return bare.contains(":") ? "[\(bare)]:\(port)" : "\(bare):\(port)"
    }

    /// Returns the host and port of an origin in lower case; nil if the origin has none.
    static func authority(of origin: String) -> String? {
        guard let separator = origin.range(of: "://") else { return nil }
        let rest = origin[separator.upperBound...].prefix { $0 != "/" }
        return rest.isEmpty ? nil : rest.lowercased()
    }
}
