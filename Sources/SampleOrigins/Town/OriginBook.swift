/// What an origin remembers: its requests, how it is told to behave, its pages and its listener.
///
/// Invariant: `underWay` is the number of requests begun and not yet answered; `mostAtOnce` is never below it.
struct OriginBook {
    struct Order {
        var behaviour: Behaviour
        /// The path it holds for, or a path with its query; nil for all.
        var path: String?
        /// How many more requests it holds for; nil for all.
        var times: Int?
    }

    var hits: [Hit] = []
    var orders: [Order] = []
    var pages: [String: SamplePage] = [:]
    var underWay = 0
    var mostAtOnce = 0
    var listener: Task<Void, Never>?

    /// Notes a request and says how it is to be treated. The newest order that fits wins.
    mutating func begin(_ hit: Hit) -> Behaviour? {
        hits.append(hit)
        underWay += 1
        mostAtOnce = max(mostAtOnce, underWay)
        guard let place = orders.lastIndex(where: { $0.path == nil || $0.path == hit.path || $0.path == hit.target })
        else { return nil }
        let behaviour = orders[place].behaviour
        if let times = orders[place].times {
            orders[place].times = times - 1
            if times <= 1 { orders.remove(at: place) }
        }
        return behaviour
    }

    mutating func end() {
        underWay -= 1
    }
}
