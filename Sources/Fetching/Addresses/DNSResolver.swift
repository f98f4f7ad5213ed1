import Failures
import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// A resolver of host names with threads of its own, because `getaddrinfo` may block for many seconds.
struct DNSResolver: Sendable {
    private let queue: OperationQueue

    init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 8
        queue.qualityOfService = .utility
    }

    /// Returns all addresses of a host, in the system's order of preference. Stops waiting on cancellation.
    func addresses(of host: HostName) async throws(FetchError) -> [IPAddress] {
        switch host {
        case .numeric(let address): return [address]
        case .name(let name):
            let (results, continuation) = AsyncStream<Result<[IPAddress], FetchError>>.makeStream()
            queue.addOperation {
                continuation.yield(Self.lookUp(name))
                continuation.finish()
            }
            for await result in results { return try result.get() }
            throw .cancelled
        }
    }

    private static func lookUp(_ name: String) -> Result<[IPAddress], FetchError> {
        if name == "localhost" || name.hasSuffix(".localhost") { return .success(loopback) }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else {
            let isUnknown = status == EAI_NONAME || status == EAI_NODATA
            return .failure(.unreachable(isUnknown ? .unknownHost(name) : .lookupFailed(name)))
        }
        var found: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = address(in: entry), !found.contains(address) { found.append(address) }
            next = entry.ai_next
        }
        return found.isEmpty ? .failure(.unreachable(.unknownHost(name))) : .success(found)
    }

    /// The addresses of `localhost` and its subdomains, which need no DNS (RFC 6761 §6.3).
    private static let loopback = ["127.0.0.1", "::1"].compactMap { IPAddress(text: $0) }

    private static let EAI_NODATA: Int32 = -5

    private static func address(in entry: addrinfo) -> IPAddress? {
        guard let socket = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
                IPAddress(bytes: withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) })
            }
        case AF_INET6:
            return socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
                IPAddress(bytes: withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) })
            }
        default: return nil
        }
    }
}
