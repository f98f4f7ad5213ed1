/// Keeps HTTP clients of recently used hosts, so that the next request finds an open connection.
///
/// Invariant: a client is either here or with the one request that took it, never both; there are clients of at most
/// `capacity` origins, and at most `FetchRequest.maxConcurrentPerHostLimit` of each.
actor ClientPool {
    private let capacity: Int
    private var clients: [String: [PinnedClient]] = [:]
    private var recentOrigins: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// After this time a host name is resolved and checked again.
    private static let maxClientAge = Duration.seconds(300)

    /// Takes a client of an origin (scheme, host and port) out of the pool, or nil. The caller puts it back or drops
    /// it.
    func take(_ origin: String) -> PinnedClient? {
        guard let client = clients[origin]?.popLast() else { return nil }
        if clients[origin]?.isEmpty == true {
            clients[origin] = nil
            recentOrigins.removeAll { $0 == origin }
        }
        return ContinuousClock.now - client.createdAt < Self.maxClientAge ? client : nil
    }

    func put(_ client: PinnedClient, for origin: String) {
        guard !isClosed, clients[origin, default: []].count < FetchRequest.maxConcurrentPerHostLimit else { return }
        recentOrigins.removeAll { $0 == origin }
        recentOrigins.append(origin)
        clients[origin, default: []].append(client)
        if recentOrigins.count > capacity { clients[recentOrigins.removeFirst()] = nil }
    }

    func clear(forGood: Bool) {
        clients.removeAll()
        recentOrigins.removeAll()
        if forGood { isClosed = true }
    }
}
