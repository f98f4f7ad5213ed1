/// Keeps clients of hosts that were asked a moment ago, so that the next request finds the connection open.
///
/// Invariant: a client is either here or with the one request that took it, never both; at most `room` are here.
actor ClientShelf {
    private let room: Int
    private var clients: [String: PinnedClient] = [:]
    private var order: [String] = []
    private var isClosed = false

    init(room: Int) {
        self.room = room
    }

    /// Names are looked up and vetted anew after this long.
    private static let pinLasts = Duration.seconds(300)

    /// The client kept for an origin (scheme, host and port), or nil. Whoever takes it puts it back or drops it.
    func take(_ origin: String) -> PinnedClient? {
        order.removeAll { $0 == origin }
        guard let client = clients.removeValue(forKey: origin) else { return nil }
        return ContinuousClock.now - client.since < Self.pinLasts ? client : nil
    }

    func put(_ client: PinnedClient, for origin: String) {
        guard !isClosed else { return }
        order.removeAll { $0 == origin }
        order.append(origin)
        clients[origin] = client
        if order.count > room { clients[order.removeFirst()] = nil }
    }

    func clear(forGood: Bool) {
        clients.removeAll()
        order.removeAll()
        if forGood { isClosed = true }
    }
}
