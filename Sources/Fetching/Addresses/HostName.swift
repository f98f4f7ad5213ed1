import URLs
import Untrusted

/// A canonical host, as `RequestURL` and the HTTP client use it.
enum HostName: Sendable, Hashable {
    case name(String)
    case numeric(IPAddress)

    /// The host as text, IPv6 addresses in brackets.
    var text: String {
        switch self {
        case .name(let name): name
        case .numeric(let address): address.isVersion6 ? "[\(address)]" : "\(address)"
        }
    }

    /// Normalises the host with `HostParser` and drops the final dot; nil if invalid. Labels have 1 to 63 letters,
    /// digits, hyphens and underscores.
    init?(_ text: String) {
        guard var host = HostParser.normalized(text) else { return nil }
        if let address = IPAddress(text: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host) {
            self = .numeric(address)
            return
        }
        if host.hasSuffix(".") { host.removeLast() }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(Self.isAllowed) }) else { return nil }
        self = .name(host)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
