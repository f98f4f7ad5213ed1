public import Failures
public import URLs
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
        if isException(address, port) { return nil }
        if let purpose = plain.reservedPurpose { return .reserved(address: "\(address)", purpose: purpose) }
        // Mail and file servers on low ports can be tricked by text that looks like HTTP.
        if port < 1024, port != 80, port != 443 { return .port(port) }
        return nil
    }

    private func isException(_ address: IPAddress, _ port: Int) -> Bool {
        exceptions.contains { $0.port == port && $0.address.unmapped == address.unmapped }
    }
}

extension AddressPolicy {
    /// The ports on which mail servers take messages (RFC 6409, RFC 8314); rejected for HTTP.
    private static let mailPorts: Set = [25, 465, 587]

    /// Returns true if the operator has listed the numeric address itself, so that it may be reached without TLS.
    public func lists(_ address: WebAddress) -> Bool {
        guard case .numeric(let number)? = HostName(address.host) else { return false }
        return isException(number, address.port)
    }

    /// Returns the reason to reject a numeric host; nil for one that is allowed, and for names, which are checked when
    /// connecting.
    public func rejection(of address: WebAddress) -> AddressRejection? {
        guard case .numeric(let number)? = HostName(address.host) else { return nil }
        return rejection(of: number, port: address.port)
    }

    /// Resolves the host of a mail server, for a client that connects itself.
    /// - Returns: the allowed addresses as text, IPv6 without brackets.
    /// - Throws: `FetchError` for an unknown host, or if no address is allowed.
    public func mailServerAddresses(of host: String, port: Int) async throws(FetchError) -> [String] {
        guard let name = HostName(host) else { throw .badAddress(host) }
        var rejected = FetchError.unreachable(.noAddress)
        var allowed: [String] = []
        for address in try await DNSResolver().addresses(of: name) {
            // A mail server's port is checked as one that every address may have.
            let checked = Self.mailPorts.contains(port) && !isException(address, port) ? 443 : port
            if let rejection = rejection(of: address, port: checked) {
                rejected = .notAllowed(rejection)
            } else {
                allowed.append("\(address)")
            }
        }
        guard !allowed.isEmpty else { throw rejected }
        return allowed
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
