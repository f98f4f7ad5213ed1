/// Why an address is not connected to.
public enum AddressRejection: Sendable, Hashable, Codable {
    case reserved(address: String, purpose: AddressPurpose)
    /// Of another protocol than HTTP.
    case port(Int)
    /// The connection led elsewhere than the name was looked up.
    case changedAddress

    /// Follows "because ". A host that is an address itself is not named again.
    func clause(about host: String) -> String {
        switch self {
        case .reserved(_, let purpose) where Self.isAddress(host): "that address is \(purpose.description)"
        case .reserved(let address, let purpose): "its address \(address) is \(purpose.description)"
        case .port(let port): "port \(port) does not belong to the web"
        case .changedAddress: "the connection led to another address than looked up"
        }
    }

    /// As `WebAddress` writes hosts: four decimal numbers, or IPv6 in brackets.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return host.hasSuffix("]") }
        return host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || ($0.isASCII && $0.isNumber) }
    }
}

/// What a block of addresses outside the public internet is for (IANA, RFC 6890).
public enum AddressPurpose: String, Sendable, Hashable, Codable, CaseIterable {
    case unspecified, privateNetwork, carrierNetwork, loopback, linkLocal, reserved, documentation, benchmarking
    case multicast, uniqueLocal, siteLocal, relay6to4, tunnel6to4, tunnelOrReserved

    /// Follows "is ".
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
