import Untrusted

/// A search for the stories that had arrived by a moment. IDs ascend with arrival, but stories of refreshes that overlap
/// may be a little out of order.
struct ArrivalBound {
    let transaction: Transaction

    /// The milliseconds by which arrivals may be out of order.
    private static let disorder: Int64 = 10 * 60_000

    /// Returns the lowest ID of the stories that arrived after `moment`, in milliseconds; nil if none did.
    func firstStory(after moment: Int64) throws -> Int64? {
        let start = try lowestID(arrivedFrom: moment.subtracting(saturating: Self.disorder))
        return try transaction.number(
            "select id from story where id >= ? and arrived_at > ? order by id limit 1",
            [.number(start), .number(moment)])
    }

    /// Returns an ID below which no story arrived at `moment` or later: a binary search, as arrivals have no index.
    private func lowestID(arrivedFrom moment: Int64) throws -> Int64 {
        var (low, high) = (Int64(0), try transaction.number("select max(id) from story") ?? 0)
        while low < high {
            let middle = low + (high - low) / 2
            let found = try transaction.first(
                "select id, arrived_at from story where id >= ? order by id limit 1", [.number(middle)]
            ) { (id: $0.number("id"), at: $0.number("arrived_at")) }
            guard let found, found.at < moment else {
                high = middle
                continue
            }
            low = found.id + 1
        }
        return low
    }
}
