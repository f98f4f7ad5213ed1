import Markup

/// By what requests are kept apart: one at a time for each host and port.
enum Hosts {
    static func key(of address: WebAddress) -> String {
        let isUsual = address.port == (address.isSecure ? 443 : 80)
        return isUsual ? address.host.lowercased() : "\(address.host.lowercased()):\(address.port)"
    }
}
