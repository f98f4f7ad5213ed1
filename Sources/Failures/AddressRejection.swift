/// A reason why the client does not connect to an address.
public enum AddressRejection: Sendable, Hashable, Codable {
    /// An address outside the public internet.
    case reserved(address: String, purpose: AddressPurpose)
    /// A port of another protocol than HTTP.
    case port(Int)
    /// The connected address differs from the one that DNS returned.
    case changedAddress

    /// Returns the clause after "because ". A host that is itself an IP address is not repeated.
    func clause(about host: String) -> String {
        switch self {
        case .reserved(_, let purpose) where Self.isAddress(host): "that address is \(purpose.description)"
        case .reserved(let address, let purpose): "its address \(address) is \(purpose.description)"
        case .port(let port): "port \(port) does not belong to the web"
        case .changedAddress: "the connection led to another address than looked up"
        }
    }

    /// Returns true for a host in the form of `WebAddress`: four decimal numbers, or IPv6 in brackets.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return host.hasSuffix("]") }
        return host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || ($0.isASCII && $0.isNumber) }
    }
}

/// The purpose of an address block outside the public internet (IANA, RFC 6890).
public enum AddressPurpose: String, Sendable, Hashable, Codable, CaseIterable {
    case unspecified, privateNetwork, carrierNetwork, loopback, linkLocal, reserved, documentation, benchmarking
    case multicast, uniqueLocal, siteLocal, relay6to4, tunnel6to4, tunnelOrReserved

    /// The words after "is ".
    var description: String {
        switch self {
        case .unspecified: "no address of a host"
        case .privateNetwork: "private"
        case .carrierNetwork: "inside a provider's network"
        case .loopback: "this machine itself"
        case .linkLocal: "link-local"
        case .reserved: "reserved"
        case .documentation: "reserved for examples"
        case .benchmarking: "reserved for measurements"
        case .multicast: "multicast"
        case .uniqueLocal: "private (unique local)"
        case .siteLocal: "private (site-local)"
        case .relay6to4: "a 6to4 relay"
        case .tunnel6to4: "a 6to4 tunnel"
        case .tunnelOrReserved: "a tunnel or reserved"
        }
    }
}
