import Untrusted

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
