import Foundation

/// The server's addresses and proxies, and who needs no sign-in (decision 0012).
public struct AccessPolicy: Sendable {
    /// Who needs no session.
    public enum AnonymousAccess: Sendable {
        /// Everybody, except through a proxy, until a password is set; for servers on loopback.
        case untilPasswordSet
        /// Requests from this machine; for the demonstration when phones have access.
        case localOnly
        /// Nobody.
        case never
    }

    public var anonymousAccess: AnonymousAccess
    /// The public URL (`https://news.example`, no path); its host is accepted too.
    public var publicOrigin: String?
    /// Whether all addresses of the machine are accepted as Host.
    public var listensOnAllAddresses: Bool
    /// Whether the server itself uses TLS.
    public var isTLS: Bool
    /// Proxies whose forwarded headers are trusted.
    public var trustedProxies: [CIDRBlock]
    /// Shown on the sign-in page of the demonstration.
    public var signInHint: String?

    public init(
        anonymousAccess: AnonymousAccess = .untilPasswordSet, publicOrigin: String? = nil,
        listensOnAllAddresses: Bool = false,
        isTLS: Bool = false,
        trustedProxies: [CIDRBlock] = [], signInHint: String? = nil
    ) {
        self.anonymousAccess = anonymousAccess
        self.publicOrigin = publicOrigin
        self.listensOnAllAddresses = listensOnAllAddresses
        self.isTLS = isTLS
        self.trustedProxies = trustedProxies
        self.signInHint = signInHint
    }

    /// Address and port as in a Host header.
    public static func authority(_ address: String, port: Int) -> String {
        var bare = address.lowercased().prefix { $0 != "%" }
        // An IPv4 peer of a dual-stack socket.
        if bare.hasPrefix("::ffff:"), bare.contains(".") { bare = bare.dropFirst(7) }
        return bare.contains(":") ? "[\(bare)]:\(port)" : "\(bare):\(port)"
    }

    /// The host and port of an origin, or nil.
    static func authority(of origin: String) -> String? {
        guard let separator = origin.range(of: "://") else { return nil }
        let rest = origin[separator.upperBound...].prefix { $0 != "/" }
        return rest.isEmpty ? nil : rest.lowercased()
    }
}
