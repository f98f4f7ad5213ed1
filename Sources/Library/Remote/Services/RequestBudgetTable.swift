import Foundation

/// The requests to one service that its plan counts, of every process, and whether the service said that it is spent.
struct RequestBudgetTable {
    let transaction: Transaction
    let plan: RequestPlan
    let now: Date
    /// Its host key.
    let service: String

    /// Seconds of a block after a 429 without an end; doubled while it repeats.
    private static let firstBlock: TimeInterval = 3600
    private static let longestBlock: TimeInterval = 12 * 3600
    /// An erroneous end must not block for ever.
    private static let longestStatedBlock: TimeInterval = 7 * 86_400
    /// Requests that the service had time to refuse; later ones may be under way.
    private static let responseTime: TimeInterval = 60

    private struct Block {
        var waitUntil: Date
        var blockedAt: Date
        var repeats: Int
    }

    // MARK: Claiming

    /// Counts a request, or returns when one is possible.
    func claim(_ purpose: RequestPlan.RequestPurpose) throws -> Date? {
        try prepare()
        if let until = try retryAt(purpose) { return until }
        try insert(at: now, isEstimated: false)
        return nil
    }

    /// Nil for now.
    func retryAt(_ purpose: RequestPlan.RequestPurpose) throws -> Date? {
        var waits = try plan.windows(for: purpose).compactMap { try end(of: $0) }
        if let until = try blockedUntil() { waits.append(until) }
        return waits.max()
    }

    /// Whether the service is one whose requests are counted, and what is on screen may be fetched from it.
    func isOpenOnScreen() throws -> Bool {
        guard try transaction.exists("select 1 from service_request where service = ? limit 1", [.text(service)])
        else { return false }
        return try retryAt(.onScreen) == nil
    }

    func blockedUntil() throws -> Date? { try block().flatMap { $0.waitUntil > now ? $0.waitUntil : nil } }

    /// When enough of the oldest requests have left a full window; nil unless it is full.
    private func end(of window: RequestPlan.Window) throws -> Date? {
        let (used, limit) = (try used(in: window), window.limit)
        guard used >= limit else { return nil }
        let oldest = try transaction.date(
            "select at from service_request where service = ? and at > ? order by at limit 1 offset ?",
            [.text(service), .date(now.addingTimeInterval(-window.length)), .number(Int64(used - limit))])
        return min(oldest ?? now, now).addingTimeInterval(window.length)
    }

    func used(in window: RequestPlan.Window) throws -> Int {
        try transaction.count(
            "select count(*) from service_request where service = ? and at > ?",
            [.text(service), .date(now.addingTimeInterval(-window.length))])
    }

    private func insert(at moment: Date, isEstimated: Bool) throws {
        try transaction.insert(
            into: "service_request",
            ["service": .text(service), "at": .date(moment), "is_estimated": .bool(isEstimated)])
    }

    // MARK: The clock

    /// Forgets old requests. After the clock was set back, what lies in the future counts from now on: so it neither
    /// blocks for ever nor is forgotten. A clock set forward cannot be known; the service's 429 corrects it.
    private func prepare() throws {
        try transaction.run(
            "delete from service_request where service = ? and at <= ?",
            [.text(service), .date(now.addingTimeInterval(-RequestPlan.longestWindow))])
        try transaction.run(
            "update service_request set at = ? where service = ? and at > ?", [.date(now), .text(service), .date(now)])
        guard var block = try storedBlock(), block.blockedAt > now else { return }
        block.waitUntil = now.addingTimeInterval(block.waitUntil.timeIntervalSince(block.blockedAt))
        block.blockedAt = now
        try store(block)
    }

    /// Forgets what a former key has used and been refused: another one has a plan of its own.
    /// - Returns: whether nothing was left of the former plan.
    func startAnew() throws -> Bool {
        let wasSpent = try retryAt(.onScreen) != nil
        for table in ["service_request", "service_block"] {
            try transaction.run("delete from \(table) where service = ?", [.text(service)])
        }
        return wasSpent
    }

    // MARK: Exhaustion

    /// The service says that the plan is spent: blocks it, and raises the count to what that means.
    /// - Parameter end: when the service says that it ends, if it does.
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
        // Several requests were under way, and each was refused.
        if let former, isSame { until = stated.map { max($0, former.waitUntil) } ?? former.waitUntil }
        try store(Block(waitUntil: until, blockedAt: now, repeats: repeats))
        try raiseCount(until: until)
    }

    /// Whether nothing has succeeded since a block ended.
    private func isRepeated(_ former: Block) throws -> Bool {
        guard now.timeIntervalSince(former.waitUntil) < RequestPlan.longestWindow else { return false }
        return try !transaction.exists(
            "select 1 from service_request where service = ? and at >= ? and at < ? and is_estimated = 0",
            [.text(service), .date(former.waitUntil), .date(now.addingTimeInterval(-Self.responseTime))])
    }

    /// Others use the key too, or the clock was wrong: the shortest window is full until the block ends. In longer
    /// windows what was added still counts then, and leaves room for one request.
    private func raiseCount(until: Date) throws {
        try transaction.run(
            "delete from service_request where service = ? and is_estimated = 1", [.text(service)])
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
        // Read before the clock's step is repaired.
        if found.blockedAt > now {
            found.waitUntil = now.addingTimeInterval(found.waitUntil.timeIntervalSince(found.blockedAt))
        }
        return found
    }

    private func storedBlock() throws -> Block? {
        try transaction.first(
            "select wait_until, blocked_at, repeats from service_block where service = ?", [.text(service)]
        ) { row in
            Block(waitUntil: row.date("wait_until"), blockedAt: row.date("blocked_at"), repeats: row.int("repeats"))
        }
    }

    private func store(_ block: Block) throws {
        try transaction.run(
            """
            insert into service_block (service, wait_until, blocked_at, repeats) values (?, ?, ?, ?)
            on conflict (service) do update set wait_until = excluded.wait_until, blocked_at = excluded.blocked_at,
              repeats = excluded.repeats
            """,
            [.text(service), .date(block.waitUntil), .date(block.blockedAt), .number(Int64(block.repeats))])
    }
}
