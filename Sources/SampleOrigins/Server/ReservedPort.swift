import Glibc

/// A port on 127.0.0.1 that belongs to one server of a test, also while it does not listen: connections are then refused
/// (`ECONNREFUSED`), and no other program gets the port.
///
/// A socket that is bound and never listens holds it. Linux lets a second socket with `SO_REUSEADDR` bind and listen
/// there, and gives the port to nobody who asks for any port.
final class ReservedPort: Sendable {
    private let descriptor: Int32
    /// The number of the port.
    let number: Int

    /// Reserves a port that nobody uses.
    /// - Throws: `ReservationFailed` if the system has none.
    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var isReused: Int32 = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let address else { return false }
            return bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
        }
        guard descriptor >= 0, isBound else {
            let failure = ReservationFailed(reason: String(cString: strerror(errno)))
            if descriptor >= 0 { close(descriptor) }
            throw failure
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// An error for a machine that gave no port.
    struct ReservationFailed: Error { let reason: String }
}
