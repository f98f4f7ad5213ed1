import Foundation

/// The repair of stored times after the clock was ahead and was then set back. Events in the future are set to now.
/// Deadlines (of waits, leases and freshness) are moved so that they last as long as they would have. Without the
/// repair, feeds would not be fetched until the clock reaches those times again.
struct ClockRepair {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// The accepted difference in seconds; processes read the clock at slightly different times.
    static let tolerance: TimeInterval = 60

    /// The columns with times of past events, by table.
    private static let events: KeyValuePairs = [
        "channel": ["last_attempt_at", "last_success_at", "last_full_fetch_at", "last_changed_at"],
        "fetch_state": ["last_attempt_at"],
        "digest_schedule": ["chosen_at"], "member_account": ["replies_checked_at"], "outbox": ["claimed_at"],
        "reader_session": ["last_seen_at"],
    ]

    /// The columns with deadlines (the ends of waits, leases, freshness and offers), by table. Keyed APIs, password
    /// attempts and the log of arrivals have their own rules.
    private static let deadlines: KeyValuePairs = [
        "channel": ["due_at", "claimed_until", "backoff_until", "fresh_until"],
        "fetch_state": ["due_at", "claimed_until", "fresh_until"], "host_backoff": ["backoff_until"],
        "picture": ["retry_at", "claimed_until"], "member_account": ["replies_due_at"], "undo": ["expires_at"],
        "one_time_link": ["expires_at"], "outgoing_delivery": ["due_at", "claimed_until"],
        "channel_hub": ["due_at", "claimed_until"],
    ]

    /// The columns with deadlines of fetches, by table. No such deadline is further ahead than `horizon`, whatever the
    /// clock was.
    private static let bounded: KeyValuePairs = [
        "channel": ["due_at", "claimed_until", "backoff_until"], "fetch_state": ["claimed_until"],
        "host_backoff": ["backoff_until"], "member_account": ["replies_due_at"],
    ]

    /// The upper bound of a fetch's deadline in seconds from now: above the longest wait that an origin, a crash or the
    /// policy can cause.
    private var horizon: TimeInterval { max(policy.maxBackoff, policy.maximum).seconds * 1.2 }

    /// The longest lease (that of pictures) in seconds. A lease that ends by then belongs to a running fetch, or ends
    /// soon by itself.
    private static let longestLease: TimeInterval = 600

    /// Returns the hosts' back-offs by the former clock if this clock is behind the latest stored event; nil otherwise.
    /// The clock may be corrected at any moment, as on a machine that starts without the time.
    func earlierBackoffs() throws -> HostBackoffs.Earlier? {
        let latest = Date(milliseconds: try latestEvent())
        guard latest.timeIntervalSince(now) > Self.tolerance else { return nil }
        let waits = try transaction.all(
            "select host, backoff_until from host_backoff where backoff_until > ?", [.date(latest)]
        ) { ($0.text("host"), $0.date("backoff_until")) }
        return waits.isEmpty ? nil : HostBackoffs.Earlier(clock: latest, waits: Dictionary(waits) { $1 })
    }

    /// Repairs the stored times, and writes only if a repair is needed.
    /// - Returns: true if something was repaired.
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

    /// Moves deadlines back, and sets events in the future to now.
    /// - Parameter step: the difference of the clocks in milliseconds.
    /// - Returns: the number of repaired values.
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
            // On failure, the next start repairs the times.
            return
        }
    }
}
