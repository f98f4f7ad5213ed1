import Untrusted

/// Decides which numeric addresses Tidings connects to: public ones and those an operator lists.
///
/// A feed, page or redirect may name any address, and a host name may resolve to any. Without this check its author
/// could make the server read its own network (SSRF).
public struct AddressPolicy: Sendable {
    /// Allows public addresses only.
    public static let publicOnly = AddressPolicy(allowing: [])

    private let exceptions: Set<AllowedAddress>

    /// Allows public addresses, and the given pairs of address and port.
    public init(allowing exceptions: [AllowedAddress]) {
        self.exceptions = Set(exceptions)
    }

    /// Returns why a connection is rejected, to follow "because"; nil when it is allowed.
    func rejectionReason(to address: IPAddress, port: Int) -> String? {
        let plain = address.unmapped
        if exceptions.contains(where: { $0.port == port && $0.address.unmapped == plain }) { return nil }
        if let kind = plain.reservedPurpose { return "its address \(address) is \(kind)" }
        // Mail, file and login servers below port 1024 can be tricked by text that looks like HTTP.
        if port < 1024, port != 80, port != 443 { return "port \(port) does not belong to the web" }
        return nil
    }
}

/// An exception to the address policy: a numeric address and a port, as in `network.allow`.
///
/// Written `192.168.1.20:8080` or `[::1]:8080`. Host names are not accepted, because what they resolve to can change.
public struct AllowedAddress: Sendable, Hashable, CustomStringConvertible {
    let address: IPAddress
    let port: Int

    /// Returns nil unless the text is a numeric address, a colon and a port from 1 to 65535.
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
