import Foundation

/// Repairs the times that a clock which was ahead has left. What has happened in the future counts as of now, and what
/// waits, is leased or holds until then does so for as long as it would have: else feeds stand still until the clock is
/// there again.
struct ClockRepair {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// In seconds; processes read the clock at slightly different times.
    static let tolerance: TimeInterval = 60

    /// Times of what has happened, by table.
    private static let events: KeyValuePairs = [
        "channel": ["asked_at", "answered_at", "whole_at", "changed_at"], "fetch_state": ["asked_at"],
        "member_account": ["replies_checked_at"], "outbox": ["claimed_at"], "reader_session": ["seen_at"],
    ]

    /// Times until which something waits, is leased, is fresh or is offered, by table. Services with a key, guesses at the
    /// password and the log of arrivals have rules of their own.
    private static let deadlines: KeyValuePairs = [
        "channel": ["due_at", "claimed_until", "wait_until", "fresh_until"],
        "fetch_state": ["due_at", "claimed_until", "fresh_until"], "host_backoff": ["wait_until"],
        "picture": ["failed_until", "claimed_until"], "member_account": ["replies_due_at"], "undo": ["expires_at"],
        "one_time_link": ["expires_at"],
    ]

    /// Deadlines of fetches. None is further ahead than `horizon`, whatever the clock was.
    private static let bounded: KeyValuePairs = [
        "channel": ["due_at", "claimed_until", "wait_until"], "fetch_state": ["claimed_until"],
        "host_backoff": ["wait_until"], "member_account": ["replies_due_at"],
    ]

    /// In seconds: above the longest wait that an origin, a crash or the policy can cause.
    private var horizon: TimeInterval { max(HostBackoffTable.maxBackoff, policy.maximum.seconds) * 1.2 }

    /// The longest lease (pictures'), in seconds. One that ends by then is held by a fetch that is running, or ends soon by itself.
    private static let longestLease: TimeInterval = 600

    /// Hosts' back-offs of the clock as it was, if this one is behind it: it may be set right at any moment, as on a machine that
    /// starts without the time.
    func earlierBackoffs() throws -> HostBackoffs.Earlier? {
        let latest = Date(milliseconds: try latestEvent())
        guard latest.timeIntervalSince(now) > Self.tolerance else { return nil }
        let waits = try transaction.all(
            "select host, wait_until from host_backoff where wait_until > ?", [.date(latest)]
        ) { ($0.text("host"), $0.date("wait_until")) }
        return waits.isEmpty ? nil : HostBackoffs.Earlier(clock: latest, waits: Dictionary(waits) { $1 })
    }

    /// Writes only if something is to be repaired.
    /// - Returns: whether something was.
    @discardableResult
    func run() throws -> Bool {
        var count = 0
        let latest = try latestEvent()
        let step = latest - now.milliseconds
        if Double(step) > Self.tolerance * 1000 { count += try shift(by: step) }
        let limit = now.addingTimeInterval(horizon)
        for (table, columns) in Self.bounded {
            for column in columns {
                count += try transaction.run(
                    "update \(table) set \(column) = ? where \(column) > ?", [.date(now), .date(limit)])
            }
        }
        return count > 0
    }

    private func latestEvent() throws -> Int64 {
        var latest: Int64 = 0
        for (table, columns) in Self.events {
            for column in columns {
                latest = max(latest, try transaction.number("select max(\(column)) from \(table)") ?? 0)
            }
        }
        return latest
    }

    /// - Parameter step: in milliseconds.
    private func shift(by step: Int64) throws -> Int {
        var count = 0
        for (table, columns) in Self.deadlines {
            for column in columns {
                let limit = column == "claimed_until" ? now.addingTimeInterval(Self.longestLease) : now
                count += try transaction.run(
                    """
                    update \(table) set \(column) = case when \(column) - ? > ? then \(column) - ? else ? end
                    where \(column) > ?
                    """, [.number(step), .date(now), .number(step), .date(now), .date(limit)])
            }
        }
        for (table, columns) in Self.events {
            for column in columns {
                count += try transaction.run(
                    "update \(table) set \(column) = ? where \(column) > ?", [.date(now), .date(now)])
            }
        }
        return count
    }
}

extension LibraryContext {
    /// Repairs stored times after the clock was set back while the library is open.
    func repairTimes() async {
        let moment = now()
        hostBackoffs.reset()
        do {
            let done = try await database.write(.refetchable) {
                [pollingPolicy] transaction -> (earlier: HostBackoffs.Earlier?, isChanged: Bool) in
                let repair = ClockRepair(transaction: transaction, now: moment, policy: pollingPolicy)
                return (try repair.earlierBackoffs(), try repair.run())
            }
            if let earlier = done.earlier { hostBackoffs.keep(earlier) }
            if done.isChanged { notifier.notify() }
        } catch {
            // The next start repairs them.
            return
        }
    }
}
