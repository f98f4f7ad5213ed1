import Untrusted

/// Which numeric addresses Tidings connects to: public ones, and those an operator names.
///
/// A feed, a page or a redirect may hold any address at all, and a name may mean any address at all. Without this
/// rule whoever writes them could make the server read what only its own network should (architecture, decision 13).
public struct AddressPolicy: Sendable {
    /// The public internet only.
    public static let publicOnly = AddressPolicy(allowing: [])

    private let exceptions: Set<AllowedAddress>

    /// Public addresses, and these pairs of address and port whatever they are.
    public init(allowing exceptions: [AllowedAddress]) {
        self.exceptions = Set(exceptions)
    }

    /// Nil when a connection may be made, otherwise the reason why not, to stand after "because".
    func rejectionReason(to address: IPAddress, port: Int) -> String? {
        let plain = address.unmapped
        if exceptions.contains(where: { $0.port == port && $0.address.unmapped == plain }) { return nil }
        if let kind = plain.reservedPurpose { return "its address \(address) is \(kind)" }
        // Below 1024 live mail, file and login servers that can be talked into mischief by what looks like HTTP.
        if port < 1024, port != 80, port != 443 { return "port \(port) does not belong to the web" }
        return nil
    }
}

/// One exception to the address policy: a numeric address and a port, as in `network.allow`.
///
/// Written `192.168.1.20:8080` or `[::1]:8080`. Names are not accepted, because what a name means can change.
public struct AllowedAddress: Sendable, Hashable, CustomStringConvertible {
    let address: IPAddress
    let port: Int

    /// Nil when the text is not a numeric address, a colon and a port from 1 to 65535.
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
