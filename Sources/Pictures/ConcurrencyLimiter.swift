/// Lets so many through at once and the others after them, in their order.
///
/// Invariant: nobody waits while a place is free.
actor ConcurrencyLimiter {
    private var available: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        available = places
    }

    /// Returns when there is a place; `leave` gives it back.
    func acquire() async {
        if available > 0 {
            available -= 1
        } else {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    func release() {
        if waiters.isEmpty {
            available += 1
        } else {
            waiters.removeFirst().resume()
        }
    }
}
