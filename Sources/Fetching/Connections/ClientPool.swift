/// A pool of clients with open connections.
///
/// Invariant: a client is in the pool or in use; the pool has at most `capacity` origins with
/// `FetchRequest.maxConcurrentPerHostLimit` clients each.
actor ClientPool {
    private let capacity: Int
    private var clients: [String: [PinnedClient]] = [:]
    private var recentOrigins: [String] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The age after which a client is dropped, so that its host name is resolved and checked again.
    private static let maxClientAge = Duration.seconds(300)

    /// Removes a client and returns it; the caller puts it back or drops it. Returns nil if there is none, or if it is
    /// too old.
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
