import Foundation

/// How the house stands on the street: under which addresses it answers, by which way, and who may pass the door.
public struct Frontage: Sendable {
    /// Who is let in without a session.
    public enum Door: Sendable {
        /// Everybody who comes by no proxy, until a password is set: for a house that answers on loopback only.
        case openUntilPassword
        /// Who sits at the machine; the demonstration, when a phone may come too.
        case openHere
        /// Nobody.
        case closed
    }

    public var door: Door
    /// The address others know it by (`https://news.example`, without a path); its Host is answered too.
    public var publicOrigin: String?
    /// Whether it listens on every address of the machine, so that each of those may be named as Host.
    public var isEverywhere: Bool
    /// Whether its own connections are https.
    public var isTLS: Bool
    /// Whose forwarded headers count.
    public var trustedProxies: [AddressRange]
    /// What who stands before the closed door can do beside giving the password; for the demonstration.
    public var doorHint: String?

    public init(
        door: Door = .openUntilPassword, publicOrigin: String? = nil, isEverywhere: Bool = false, isTLS: Bool = false,
        trustedProxies: [AddressRange] = [], doorHint: String? = nil
    ) {
        self.door = door
        self.publicOrigin = publicOrigin
        self.isEverywhere = isEverywhere
        self.isTLS = isTLS
        self.trustedProxies = trustedProxies
        self.doorHint = doorHint
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
