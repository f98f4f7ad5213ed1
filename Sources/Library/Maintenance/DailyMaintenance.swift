import Foundation
import News

/// The maintenance jobs that run once a day.
struct DailyMaintenance {
    let context: LibraryContext
    private var lastRunAt: Date?

    private static let interval: TimeInterval = 86400

    init(context: LibraryContext) { self.context = context }

    /// Runs the jobs if they are due; returns the error, if any.
    mutating func runIfDue() async -> LibraryError? {
        let now = context.now()
        // The absolute interval is compared, because the clock may have been set back.
        if let lastRunAt, abs(now.timeIntervalSince(lastRunAt)) < Self.interval { return nil }
        do {
            try await context.purge()
            try await context.compactReadThrough()
            try await context.removeUnusedPacks()
            try await context.removeOrphanedMedia()
            try await context.removeOldOutboxEntries()
            try await context.removeOldArrivals()
            try await context.forgetOldTerms()
            try await context.database.emptyLog()
            lastRunAt = now
            return nil
        } catch { return error }
    }
}

extension LibraryContext {
    /// Removes readers' actions that ended at least 30 days ago, except those that must be kept, and guests' names and
    /// addresses from ended ones.
    func removeOldOutboxEntries() async throws(LibraryError) {
        let moment = now()
        let count = try await database.write(.refetchable) { transaction in
            try OutboxStore(transaction: transaction, now: moment).removeAuthors()
            return try OutboxStore(transaction: transaction, now: moment).removeOld()
        }
        if count > 0 { notifier.notify() }
    }

    func removeOldArrivals() async throws(LibraryError) {
        let moment = now()
        try await database.write(.refetchable) { transaction in
            try ArrivalLog(transaction: transaction, now: moment).removeOld()
        }
    }

    /// Purges expired stories in small transactions, and returns their number.
    @discardableResult
    func purge() async throws(LibraryError) -> Int {
        let moment = now()
        let channels = try await database.read { transaction in
            // Pages of packs stay until a new version of the pack lacks them.
            try transaction.numbers(
                """
                select c.id from channel c join source s on s.id = c.source_id where s.kind <> ? order by c.id
                """, [.text(SourceKind.pack.rawValue)])
        }
        var purged = 0
        for channel in channels {
            var after = ListCursor.bottom
            while !Task.isCancelled {
                let start = after
                let retention = retention
                let batch = try await database.write(.refetchable) { transaction in
                    try StoryPurger(transaction: transaction, retention: retention, now: moment).batch(
                        of: channel, above: start)
                }
                purged += batch.purged
                guard let next = batch.next else { break }
                after = next
            }
        }
        if purged > 0 { notifier.notify() }
        return purged
    }
}
