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
    func objection(to address: IPAddress, port: Int) -> String? {
        let plain = address.unmapped
        if exceptions.contains(where: { $0.port == port && $0.address.unmapped == plain }) { return nil }
        if let kind = plain.privateKind { return "its address \(address) is \(kind)" }
        // Below 1024 live mail, file and login servers that can be talked into mischief by what looks like HTTP.
        if port < 1024, port != 80, port != 443 { return "port \(port) does not belong to the web" }
        return nil
    }
}
