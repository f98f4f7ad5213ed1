import Foundation

/// What is done once a day in the background.
struct Housekeeping {
    let house: House
    private var doneAt: Date?

    private static let interval: TimeInterval = 86400

    init(house: House) { self.house = house }

    /// Purges what retention no longer keeps, when a day has passed since the last time. Returns what went wrong.
    mutating func whenDue() async -> LibraryError? {
        let now = house.now()
        if let doneAt, now.timeIntervalSince(doneAt) < Self.interval { return nil }
        do {
            try await house.purge()
            try await house.settle()
            doneAt = now
            return nil
        } catch { return error }
    }
}

extension House {
    /// Purges in small batches, so that nobody waits for long. Returns how many stories went.
    @discardableResult
    func purge() async throws(LibraryError) -> Int {
        let moment = now()
        let channels = try await store.read { session in
            try session.all("select id from channel order by id", [], { $0.number() })
        }
        var gone = 0
        for channel in channels {
            var after = Place.bottom
            while !Task.isCancelled {
                let start = after
                let retention = retention
                let batch = try await store.write(.refetchable) { session in
                    try Purge(session: session, retention: retention, now: moment).batch(of: channel, above: start)
                }
                gone += batch.purged
                guard let next = batch.next else { break }
                after = next
            }
        }
        if gone > 0 { pulse.beat() }
        return gone
    }
}
