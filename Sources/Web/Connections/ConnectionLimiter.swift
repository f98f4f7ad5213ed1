import NIOCore
import Synchronization

/// A limiter of connections in total and per address, to protect file descriptors.
///
/// At a limit, a new connection evicts another one: from the address with most connections, the oldest unadmitted idle
/// connection, or else the oldest unadmitted one. Addresses that had an admitted connection come last, so that readers
/// get through a flood; their idle admitted connections may be evicted too (browsers reopen them). If all connections
/// are admitted and being served, the new one is refused.
///
/// Invariant: counts the connections that are neither closed nor told to close.
public final class ConnectionLimiter: Sendable {
    /// The NIO channel of an open connection.
    typealias ID = ObjectIdentifier

    private struct Connection: Sendable {
        let address: String
        let isExempt: Bool
        let close: @Sendable () -> Void
        var isAdmitted = false
        var isServing = false
        var lastActiveAt: NIODeadline
        let sequence: UInt64
    }

    /// The order of eviction; connections without a rank are never evicted.
    private enum EvictionRank: Int, Comparable {
        case unadmitted, unadmittedServing, admittedIdle
        static func < (a: EvictionRank, b: EvictionRank) -> Bool { a.rawValue < b.rawValue }
    }

    private struct State: Sendable {
        var connections: [ID: Connection] = [:]
        var byAddress: [String: Set<ID>] = [:]
        /// The addresses that had an admitted connection, with the value of `admissions` at the last one.
        var knownAddresses: [String: UInt64] = [:]
        var admissions: UInt64 = 0
        var opened: UInt64 = 0
    }

    /// The limits and timeouts.
    public let limits: ConnectionLimits
    private let exempt: [CIDRBlock]
    private let state = Mutex(State())

    /// Creates a limiter without connections.
    /// - Parameter exempt: the trusted proxies, which have no limit per address.
    public init(_ limits: ConnectionLimits, exempt: [CIDRBlock] = []) {
        self.limits = limits
        self.exempt = exempt
    }

    /// The number of counted connections.
    var count: Int { state.withLock { $0.connections.count } }

    /// Counts a new connection and evicts others if needed.
    /// - Parameters:
    ///   - address: the peer's address; IPv6 counts by /64.
    ///   - close: the thread-safe closure that closes the connection.
    /// - Returns: false if the limit is reached and no connection can be evicted.
    func open(
        _ id: ID, from address: String, at now: NIODeadline, close: @escaping @Sendable () -> Void
    ) -> Bool {
        let isExempt = exempt.contains { $0.contains(address) }
        let key = CIDRBlock.rateLimitKey(of: address)
        var closing: [@Sendable () -> Void] = []
        let isOpen = state.withLock { state in
            let own = state.byAddress[key] ?? []
            if !isExempt, own.count >= limits.perAddress {
                guard let victim = Self.evictionCandidate(among: own, in: state) else { return false }
                closing += [Self.remove(victim, from: &state)?.close].compactMap(\.self)
            }
            if state.connections.count >= limits.total {
                guard let victim = Self.evictionCandidate(in: state) else { return false }
                closing += [Self.remove(victim, from: &state)?.close].compactMap(\.self)
            }
            state.opened += 1
            state.connections[id] = Connection(
                address: key, isExempt: isExempt, close: close, lastActiveAt: now, sequence: state.opened)
            state.byAddress[key, default: []].insert(id)
            return true
        }
        for close in closing { close() }
        return isOpen
    }

    /// Removes a closed connection from the count.
    func close(_ id: ID) { state.withLock { _ = Self.remove(id, from: &$0) } }

    /// Records that a request on the connection was authorized.
    func admit(_ id: ID) {
        state.withLock { state in
            guard let address = state.connections[id]?.address else { return }
            state.connections[id]?.isAdmitted = true
            state.admissions += 1
            state.knownAddresses[address] = state.admissions
            guard state.knownAddresses.count > 256, let oldest = state.knownAddresses.min(by: { $0.value < $1.value })
            else { return }
            state.knownAddresses[oldest.key] = nil
        }
    }

    /// Records that a complete request on the connection is being served.
    func markServing(_ id: ID) { state.withLock { $0.connections[id]?.isServing = true } }

    /// Records that the connection is idle. A trusted proxy's connection is then unadmitted, as the next request may be
    /// from any client.
    func markIdle(_ id: ID, at now: NIODeadline) {
        state.withLock { state in
            guard let isExempt = state.connections[id]?.isExempt else { return }
            state.connections[id]?.isServing = false
            state.connections[id]?.lastActiveAt = now
            if isExempt { state.connections[id]?.isAdmitted = false }
        }
    }

    /// Returns true if the longer timeouts apply; they apply to idle connections of a trusted proxy too.
    func isAdmitted(_ id: ID, isIdle: Bool = false) -> Bool {
        state.withLock { state in
            guard let connection = state.connections[id] else { return false }
            return connection.isAdmitted || isIdle && connection.isExempt
        }
    }

    // MARK: - Eviction

    private static func remove(_ id: ID, from state: inout State) -> Connection? {
        guard let connection = state.connections.removeValue(forKey: id) else { return nil }
        state.byAddress[connection.address]?.remove(id)
        if state.byAddress[connection.address]?.isEmpty == true { state.byAddress[connection.address] = nil }
        return connection
    }

    private static func evictionRank(_ connection: Connection) -> EvictionRank? {
        switch (connection.isAdmitted, connection.isServing) {
        case (false, false): .unadmitted
        case (false, true): .unadmittedServing
        case (true, false): .admittedIdle
        case (true, true): nil
        }
    }

    private static func evictionCandidate(among ids: Set<ID>, in state: State) -> ID? {
        var found: (rank: EvictionRank, sequence: UInt64, lastActiveAt: NIODeadline, id: ID)?
        for id in ids {
            guard let connection = state.connections[id], let rank = evictionRank(connection) else { continue }
            let candidate = (rank, connection.sequence, connection.lastActiveAt, id)
            guard let best = found else {
                found = candidate
                continue
            }
            if (rank, connection.lastActiveAt, connection.sequence) < (best.rank, best.lastActiveAt, best.sequence) {
                found = candidate
            }
        }
        return found?.id
    }

    /// Returns an eviction candidate from the unknown, unexempt address with most connections, else from all
    /// connections; nil if all are being served.
    private static func evictionCandidate(in state: State) -> ID? {
        var largest: Set<ID> = []
        for (address, ids) in state.byAddress where ids.count > largest.count && state.knownAddresses[address] == nil {
            if let first = ids.first, state.connections[first]?.isExempt == false { largest = ids }
        }
        return evictionCandidate(among: largest, in: state)
            ?? evictionCandidate(among: Set(state.connections.keys), in: state)
    }
}
