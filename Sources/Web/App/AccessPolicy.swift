import Foundation

/// How the house stands on the street: under which addresses it answers, by which way, and who may pass the door.
public struct AccessPolicy: Sendable {
    /// Who is let in without a session.
    public enum AnonymousAccess: Sendable {
        /// Everybody who comes by no proxy, until a password is set: for a house that answers on loopback only.
        case untilPasswordSet
        /// Who sits at the machine; the demonstration, when a phone may come too.
        case localOnly
        /// Nobody.
        case never
    }

    public var anonymousAccess: AnonymousAccess
    /// The address others know it by (`https://news.example`, without a path); its Host is answered too.
    public var publicOrigin: String?
    /// Whether it listens on every address of the machine, so that each of those may be named as Host.
    public var listensOnAllAddresses: Bool
    /// Whether its own connections are https.
    public var isTLS: Bool
    /// Whose forwarded headers count.
    public var trustedProxies: [CIDRBlock]
    /// What who stands before the closed door can do beside giving the password; for the demonstration.
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

    /// Address and port as they stand in a Host header: IPv6 in brackets.
    public static func authority(_ address: String, port: Int) -> String {
        var bare = address.lowercased().prefix { $0 != "%" }
        // IPv4 that came in by a socket for both.
        if bare.hasPrefix("::ffff:"), bare.contains(".") { bare = bare.dropFirst(7) }
        return bare.contains(":") ? "[\(bare)]:\(port)" : "\(bare):\(port)"
    }

    /// The host, with its port, of an origin; nil for what is none.
    static func authority(of origin: String) -> String? {
        guard let mark = origin.range(of: "://") else { return nil }
        let rest = origin[mark.upperBound...].prefix { $0 != "/" }
        return rest.isEmpty ? nil : rest.lowercased()
    }
}
