/// Keeps clients of hosts that were asked a moment ago, so that the next request finds the connection open.
///
/// Invariant: a client is either here or with the one request that took it, never both; clients of at most `room`
/// origins are here, and at most `FetchRequest.mostAtOnce` of each.
actor ClientShelf {
    private let room: Int
    private var clients: [String: [PinnedClient]] = [:]
    private var order: [String] = []
    private var isClosed = false

    init(room: Int) {
        self.room = room
    }

    /// Names are looked up and vetted anew after this long.
    private static let pinLasts = Duration.seconds(300)

    /// The client kept for an origin (scheme, host and port), or nil. Whoever takes it puts it back or drops it.
    func take(_ origin: String) -> PinnedClient? {
        guard let client = clients[origin]?.popLast() else { return nil }
        if clients[origin]?.isEmpty == true {
            clients[origin] = nil
            order.removeAll { $0 == origin }
        }
        return ContinuousClock.now - client.since < Self.pinLasts ? client : nil
    }

    func put(_ client: PinnedClient, for origin: String) {
        guard !isClosed, clients[origin, default: []].count < FetchRequest.mostAtOnce else { return }
        order.removeAll { $0 == origin }
        order.append(origin)
        clients[origin, default: []].append(client)
        if order.count > room { clients[order.removeFirst()] = nil }
    }

    func clear(forGood: Bool) {
        clients.removeAll()
        order.removeAll()
        if forGood { isClosed = true }
    }
}
