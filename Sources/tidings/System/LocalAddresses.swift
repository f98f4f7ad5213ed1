import Foundation

enum LocalAddresses {
    /// Returns the IPv4 addresses that a phone can reach, private networks first.
    static func privateIPv4() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [(name: String, address: String)] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee, let address = entry.ifa_addr else { continue }
            let flags = Int32(entry.ifa_flags)
            guard address.pointee.sa_family == sa_family_t(AF_INET), flags & Int32(IFF_UP) != 0,
                flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isNamed = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            guard isNamed == 0 else { continue }
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            found.append((String(cString: entry.ifa_name), String(decoding: bytes, as: UTF8.self)))
        }
        return found.filter { !isVirtualInterface($0.name) }.sorted { rank($0.address) < rank($1.address) }.map(
            \.address)
    }

    /// Returns true if the interface belongs to a container, virtual machine or tunnel.
    private static func isVirtualInterface(_ name: String) -> Bool {
        ["docker", "br-", "veth", "virbr", "cni", "podman", "lxc", "tun", "tap", "wg", "zt", "tailscale"].contains {
            name.hasPrefix($0)
        }
    }

    /// Returns the rank in the order of addresses: private ranges (RFC 1918) first, link-local last.
    private static func rank(_ address: String) -> Int {
        if address.hasPrefix("192.168.") { return 0 }
        if address.hasPrefix("10.") { return 1 }
        if address.hasPrefix("172.") { return 2 }
        return address.hasPrefix("169.254.") ? 4 : 3
    }
}
