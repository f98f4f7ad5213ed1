import Failures
import Untrusted

/// A policy that allows connections to public addresses and to those that an operator lists. Without it, a feed, link
/// or host name could make the server read its own network (SSRF).
public struct AddressPolicy: Sendable {
    /// The policy that allows public addresses only.
    public static let publicOnly = AddressPolicy(allowing: [])

    private let exceptions: Set<AllowedAddress>

    /// Creates a policy that allows public addresses and `exceptions`.
    public init(allowing exceptions: [AllowedAddress]) {
        self.exceptions = Set(exceptions)
    }

    /// Returns the reason to reject an address and port; nil if they are allowed.
    func rejection(of address: IPAddress, port: Int) -> AddressRejection? {
        let plain = address.unmapped
        if exceptions.contains(where: { $0.port == port && $0.address.unmapped == plain }) { return nil }
        if let purpose = plain.reservedPurpose { return .reserved(address: "\(address)", purpose: purpose) }
        // Mail and file servers on low ports can be tricked by text that looks like HTTP.
        if port < 1024, port != 80, port != 443 { return .port(port) }
        return nil
    }
}

/// A permitted address and port: `192.168.1.20:8080` or `[::1]:8080`. Host names are not permitted, because they may
/// resolve to anything.
public struct AllowedAddress: Sendable, Hashable, CustomStringConvertible {
    let address: IPAddress
    let port: Int

    /// Parses address, colon and port; nil for other text and for port 0.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UntrustedInteger(digits: text[text.index(after: colon)...])?.int(in: 1...65535)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard let address = IPAddress(text: String(host)) else { return nil }
        self.address = address
        self.port = port
    }

    public var description: String { address.isVersion6 ? "[\(address)]:\(port)" : "\(address):\(port)" }
}
