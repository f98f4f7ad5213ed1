/// Lets so many through at once and the others after them, in their order.
///
/// Invariant: nobody waits while a place is free.
actor Turnstile {
    private var free: Int
    private var line: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        free = places
    }

    /// Returns when there is a place; `leave` gives it back.
    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { line.append($0) }
        }
    }

    func leave() {
        if line.isEmpty {
            free += 1
        } else {
            line.removeFirst().resume()
        }
    }
}
