import Foundation

/// The requests to one service that its plan counts, made by all processes, and the block after the service has
/// reported an exhausted plan.
struct RequestBudgetTable {
    let transaction: Transaction
    let plan: RequestQuota
    let now: Date
    /// The host key of the service.
    let service: String

    /// The duration, in seconds, of a block after a 429 that states no end; doubled with each repetition.
    private static let firstBlock: TimeInterval = 3600
    private static let longestBlock: TimeInterval = 12 * 3600
    /// The longest block, in seconds, that a service can state: an erroneous end must not block for ever.
    private static let longestStatedBlock: TimeInterval = 7 * 86_400
    /// The time, in seconds, within which the service responds. Younger requests may still be in progress.
    private static let responseTime: TimeInterval = 60

    private struct Block {
        var waitUntil: Date
        var blockedAt: Date
        var repeats: Int
    }

    // MARK: Claiming

    /// Counts a request, or returns the time at which one is possible.
    func claim(_ purpose: RequestQuota.RequestPurpose) throws -> Date? {
        try prepare()
        if let until = try retryAt(purpose) { return until }
        try insert(at: now, isEstimated: false)
        return nil
    }

    /// Returns the time of the next possible request; nil if one is possible now.
    func retryAt(_ purpose: RequestQuota.RequestPurpose) throws -> Date? {
        var waits = try plan.windows(for: purpose).compactMap { try end(of: $0) }
        if let until = try blockedUntil() { waits.append(until) }
        return waits.max()
    }

    /// Returns true if requests to the service are counted and a request for content on screen is possible now.
    func isOpenOnScreen() throws -> Bool {
        guard try transaction.exists("select 1 from keyed_api_request where host = ? limit 1", [.text(service)])
        else { return false }
        return try retryAt(.onScreen) == nil
    }

    func blockedUntil() throws -> Date? { try block().flatMap { $0.waitUntil > now ? $0.waitUntil : nil } }

    /// Returns the time at which enough of the oldest requests have left a full window; nil if the window is not full.
    private func end(of window: RequestQuota.Window) throws -> Date? {
        let (used, limit) = (try used(in: window), window.limit)
        guard used >= limit else { return nil }
        let oldest = try transaction.date(
            "select at from keyed_api_request where host = ? and at > ? order by at limit 1 offset ?",
            [.text(service), .date(now.addingTimeInterval(-window.length)), .number(Int64(used - limit))])
        return min(oldest ?? now, now).addingTimeInterval(window.length)
    }

    func used(in window: RequestQuota.Window) throws -> Int {
        try transaction.count(
            "select count(*) from keyed_api_request where host = ? and at > ?",
            [.text(service), .date(now.addingTimeInterval(-window.length))])
    }

    private func insert(at moment: Date, isEstimated: Bool) throws {
        try transaction.insert(
            into: "keyed_api_request",
            ["host": .text(service), "at": .date(moment), "is_estimated": .bool(isEstimated)])
    }

    // MARK: The clock

    /// Deletes old requests, and moves requests with a future time to the present: after the clock was set back, such
    /// requests neither block for ever nor are lost. A clock that was set forward cannot be detected; the service's 429
    /// corrects the count.
    private func prepare() throws {
        try transaction.run(
            "delete from keyed_api_request where host = ? and at <= ?",
            [.text(service), .date(now.addingTimeInterval(-RequestQuota.longestWindow))])
        try transaction.run(
            "update keyed_api_request set at = ? where host = ? and at > ?", [.date(now), .text(service), .date(now)])
        guard var block = try storedBlock(), block.blockedAt > now else { return }
        block.waitUntil = now.addingTimeInterval(block.waitUntil.timeIntervalSince(block.blockedAt))
        block.blockedAt = now
        try store(block)
    }

    /// Deletes the requests and the block of a former key, because another key has a plan of its own.
    /// - Returns: True if the former plan was exhausted.
    func startAnew() throws -> Bool {
        let wasSpent = try retryAt(.onScreen) != nil
        for table in ["keyed_api_request", "keyed_api_block"] {
            try transaction.run("delete from \(table) where host = ?", [.text(service)])
        }
        return wasSpent
    }

    // MARK: Exhaustion

    /// Blocks the service after it has reported an exhausted plan, and raises the count accordingly.
    /// - Parameter end: The end of the exhaustion; nil if the service did not state it.
    func recordExhaustion(until end: Date?) throws {
        try prepare()
        let former = try storedBlock()
        let isSame = former.map { $0.waitUntil > now } ?? false
        let repeats: Int
        if let former, isSame {
            repeats = former.repeats
        } else {
            repeats = try former.map { try isRepeated($0) ? $0.repeats + 1 : 0 } ?? 0
        }
        let doubled = min(Self.longestBlock, Self.firstBlock * pow(2, Double(min(repeats, 10))))
        let stated = end.flatMap { $0 > now ? min($0, now.addingTimeInterval(Self.longestStatedBlock)) : nil }
        var until = stated ?? now.addingTimeInterval(doubled)
        // Several requests may have been in progress, and each was refused.
        if let former, isSame { until = stated.map { max($0, former.waitUntil) } ?? former.waitUntil }
        try store(Block(waitUntil: until, blockedAt: now, repeats: repeats))
        try raiseCount(until: until)
    }

    /// Returns true if no request has succeeded since a block ended.
    private func isRepeated(_ former: Block) throws -> Bool {
        guard now.timeIntervalSince(former.waitUntil) < RequestQuota.longestWindow else { return false }
        return try !transaction.exists(
            "select 1 from keyed_api_request where host = ? and at >= ? and at < ? and is_estimated = 0",
            [.text(service), .date(former.waitUntil), .date(now.addingTimeInterval(-Self.responseTime))])
    }

    /// Fills the shortest window until the block ends, since others use the key too or the clock was wrong. Longer
    /// windows still count the added requests then, and keep room for one request.
    private func raiseCount(until: Date) throws {
        try transaction.run(
            "delete from keyed_api_request where host = ? and is_estimated = 1", [.text(service)])
        guard let shortest = plan.windows.first else { return }
        var missing = try shortest.limit - used(in: shortest)
        for window in plan.windows.dropFirst() { missing = try min(missing, window.limit - 1 - used(in: window)) }
        let moment = min(now, until.addingTimeInterval(-shortest.length))
        // bounded: from 0
        for _ in 0..<max(0, missing) { try insert(at: moment, isEstimated: true) }
    }

    // MARK: The block

    private func block() throws -> Block? {
        guard var found = try storedBlock() else { return nil }
        // The block may be read before `prepare` has corrected a step of the clock.
        if found.blockedAt > now {
            found.waitUntil = now.addingTimeInterval(found.waitUntil.timeIntervalSince(found.blockedAt))
        }
        return found
    }

    private func storedBlock() throws -> Block? {
        try transaction.first(
            "select blocked_until, blocked_at, repeat_count from keyed_api_block where host = ?", [.text(service)]
        ) { row in
            Block(
                waitUntil: row.date("blocked_until"), blockedAt: row.date("blocked_at"),
                repeats: row.int("repeat_count"))
        }
    }

    private func store(_ block: Block) throws {
        try transaction.run(
            """
            insert into keyed_api_block (host, blocked_until, blocked_at, repeat_count) values (?, ?, ?, ?)
            on conflict (host) do update set blocked_until = excluded.blocked_until, blocked_at = excluded.blocked_at,
              repeat_count = excluded.repeat_count
            """,
            [.text(service), .date(block.waitUntil), .date(block.blockedAt), .number(Int64(block.repeats))])
    }
}
