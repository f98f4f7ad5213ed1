import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// An IP address in network byte order.
struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    let bytes: [UInt8]

    var isVersion6: Bool { bytes.count == 16 }

    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses dotted decimal, or IPv6 without brackets and zone; nil for other text.
    init?(text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Takes a socket's address; nil for sockets other than IP.
    init?(_ socket: SocketAddress) {
        switch socket {
        case .v4(let four): bytes = withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six): bytes = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: return nil
        }
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes {
            inet_ntop(isVersion6 ? AF_INET6 : AF_INET, $0.baseAddress, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The IPv4 address if mapped to IPv6 (`::ffff:127.0.0.1`), else the address itself.
    var unmapped: IPAddress {
        let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        guard isVersion6, Array(bytes[..<12]) == mappedPrefix else { return self }
        return IPAddress(bytes: Array(bytes[12...])) ?? self
    }

    func begins(with prefix: [UInt8], _ length: Int) -> Bool {
        guard length <= bytes.count * 8 else { return false }
        for bit in 0..<length {  // bounded: the lengths are constants of our own tables
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            let expected = bit / 8 < prefix.count ? prefix[bit / 8] & mask : 0
            if bytes[bit / 8] & mask != expected { return false }
        }
        return true
    }
}
