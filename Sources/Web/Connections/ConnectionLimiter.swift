public import NIOCore
import Synchronization

/// Keeps the number of connections within bounds, in all and for each address, so that nobody outside can use up what the
/// process may open.
///
/// When there is no room for one more, another gives way instead of the newcomer being turned away: of the address that
/// has most, the oldest of the strangers that are not being served, then of those that are. Addresses from which somebody
/// has come in give way after all others, so that a reader's next connection outlasts a flood from anywhere; of theirs
/// also those on which somebody inside rests (a browser opens them again unnoticed), never one on which somebody inside
/// is being served. If there are only such, the newcomer is refused.
///
/// Invariant: counts what was opened and neither closed nor told to close.
public final class ConnectionLimiter: Sendable {
    /// Names a connection while it lasts: its channel.
    public typealias ID = ObjectIdentifier

    private struct Connection: Sendable {
        let address: String
        let isExempt: Bool
        let close: @Sendable () -> Void
        var isAdmitted = false
        var isServing = false
        /// When it came, or was last served.
        var lastActiveAt: NIODeadline
        /// Those that came earlier in the same instant.
        let sequence: UInt64
    }

    /// In which order connections give way; those that have no rank never do.
    private enum EvictionRank: Int, Comparable {
        case unadmitted, unadmittedServing, admittedIdle
        static func < (a: EvictionRank, b: EvictionRank) -> Bool { a.rawValue < b.rawValue }
    }

    private struct State: Sendable {
        var connections: [ID: Connection] = [:]
        var byAddress: [String: Set<ID>] = [:]
        /// Addresses from which the door has let somebody in, and the count of admissions at the last time.
        var knownAddresses: [String: UInt64] = [:]
        var admissions: UInt64 = 0
        var opened: UInt64 = 0
    }

    public let limits: ConnectionLimits
    private let exempt: [CIDRBlock]
    private let state = Mutex(State())

    /// - Parameter exempt: trusted proxies, on whose connections many visitors come: the share of an address is not for
    ///   them.
    public init(_ limits: ConnectionLimits, exempt: [CIDRBlock] = []) {
        self.limits = limits
        self.exempt = exempt
    }

    /// How many there are.
    public var count: Int { state.withLock { $0.connections.count } }

    /// Counts a new connection, if need be at the cost of another, which is told to close.
    /// - Parameters:
    ///   - address: the peer's network address; of IPv6 the /64 counts.
    ///   - close: closes the connection from any thread.
    /// - Returns: false when there is no room and nothing can give way; nothing is counted then.
    public func open(
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

    /// The connection has ended.
    public func close(_ id: ID) { state.withLock { _ = Self.remove(id, from: &$0) } }

    /// The door has let in who asks on this connection.
    public func admit(_ id: ID) {
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

    /// A request is complete, and being answered.
    public func markServing(_ id: ID) { state.withLock { $0.connections[id]?.isServing = true } }

    /// The connection rests. On a proxy's the next request may be anybody's, so it is a stranger's again.
    public func markIdle(_ id: ID, at now: NIODeadline) {
        state.withLock { state in
            guard let isExempt = state.connections[id]?.isExempt else { return }
            state.connections[id]?.isServing = false
            state.connections[id]?.lastActiveAt = now
            if isExempt { state.connections[id]?.isAdmitted = false }
        }
    }

    /// Whether the connection has the patience that those inside have. A trusted proxy keeps connections at rest for
    /// whoever comes next.
    public func isAdmitted(_ id: ID, isResting: Bool = false) -> Bool {
        state.withLock { state in
            guard let connection = state.connections[id] else { return false }
            return connection.isAdmitted || isResting && connection.isExempt
        }
    }

    // MARK: - Who gives way

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

    /// Of the unknown address with most connections; only when no unknown one has any that may go, of all.
    private static func evictionCandidate(in state: State) -> ID? {
        var largest: Set<ID> = []
        for (address, ids) in state.byAddress where ids.count > largest.count && state.knownAddresses[address] == nil {
            if let first = ids.first, state.connections[first]?.isExempt == false { largest = ids }
        }
        return evictionCandidate(among: largest, in: state)
            ?? evictionCandidate(among: Set(state.connections.keys), in: state)
    }
}
