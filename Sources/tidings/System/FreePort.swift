import Foundation

enum FreePort {
    /// Returns the wanted port, or the next free one of 49.
    ///
    /// - Parameter onAllInterfaces: true to check all interfaces instead of loopback.
    static func find(_ wanted: Int, _ onAllInterfaces: Bool = false) throws -> Int {
        guard (1...65_535).contains(wanted) else {
            throw CLIError(.usage, "A port is a number from 1 to 65535, not \(wanted).")
        }
        for port in wanted..<min(65_536, wanted + 50)  // bounded: a port, checked above
        where isFree(port, onAllInterfaces) { return port }
        throw CLIError(.unavailable, "Ports \(wanted) to \(wanted + 49) are all taken. Use another: --port 9000")
    }

    /// Returns true if a server can listen on the port; if not, `errno` has the reason.
    ///
    /// - Parameter onAllInterfaces: true to check all interfaces instead of loopback.
    static func isFree(_ port: Int, _ onAllInterfaces: Bool = false) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(onAllInterfaces ? 0 : 0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
