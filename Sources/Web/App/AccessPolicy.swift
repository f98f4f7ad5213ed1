import Foundation

/// Under which addresses the server is reached, through which proxies, and who needs no sign-in (decision 0012).
public struct AccessPolicy: Sendable {
    /// Who needs no session.
    public enum AnonymousAccess: Sendable {
        /// Everybody without a proxy, until a password is set: for a server that listens on loopback only.
        case untilPasswordSet
        /// Requests from this machine: for the demonstration when phones have access.
        case localOnly
        /// Nobody.
        case never
    }

    public var anonymousAccess: AnonymousAccess
    /// The public URL (`https://news.example`, without a path); its host is accepted too.
    public var publicOrigin: String?
    /// Whether the server listens on all addresses of the machine, so that each is accepted as Host.
    public var listensOnAllAddresses: Bool
    /// Whether the server itself speaks https.
    public var isTLS: Bool
    /// Proxies whose forwarded headers are trusted.
    public var trustedProxies: [CIDRBlock]
    /// A hint on the sign-in page, for the demonstration: what to do other than give the password.
    public var signInHint: String?

    public init(
        door: AnonymousAccess = .untilPasswordSet, publicOrigin: String? = nil, isEverywhere: Bool = false,
        isTLS: Bool = false,
        trustedProxies: [CIDRBlock] = [], doorHint: String? = nil
    ) {
        self.anonymousAccess = door
        self.publicOrigin = publicOrigin
        self.listensOnAllAddresses = isEverywhere
        self.isTLS = isTLS
        self.trustedProxies = trustedProxies
        self.signInHint = doorHint
    }

    /// Address and port as in a Host header: IPv6 in brackets.
    public static func authority(_ address: String, port: Int) -> String {
        var bare = address.lowercased().prefix { $0 != "%" }
        // An IPv4 peer of a dual-stack socket.
        if bare.hasPrefix("::ffff:"), bare.contains(".") { bare = bare.dropFirst(7) }
        return bare.contains(":") ? "[\(bare)]:\(port)" : "\(bare):\(port)"
    }

    /// The host and port of an origin; nil for anything else.
    static func authority(of origin: String) -> String? {
        guard let mark = origin.range(of: "://") else { return nil }
        let rest = origin[mark.upperBound...].prefix { $0 != "/" }
        return rest.isEmpty ? nil : rest.lowercased()
    }
}
