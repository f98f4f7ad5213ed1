public import Foundation
public import News

/// A service that gathers the stories of several publishers about one event.
public struct StoryClusterService: Sendable {
    let context: LibraryContext

    /// Returns the clusters of an edition that have a story since `since`, by rank; those of one story too.
    public func clusters(
        of edition: EditionID = .mine, since: Date, for reader: ReaderID
    ) async throws(LibraryError) -> [StoryCluster] {
        let now = context.now()
        return try await context.database.read { transaction in
            let scope = try Self.scope(of: edition, for: reader, transaction)
            return try StoryClusterQuery(transaction: transaction, reader: reader.rawValue, now: now, scope: scope)
                .clusters(since: since)
        }
    }

    /// Returns the scope of an edition's clusters, without the stories that are kept back in it.
    static func scope(
        of edition: EditionID, for reader: ReaderID, _ transaction: Transaction
    ) throws -> StoryScope {
        (edition == .mine ? StoryScope.followed : .edition(edition, reader: reader.rawValue))
            .keepingBack(try KeptBackFilter(of: edition, for: reader.rawValue, transaction))
    }

    /// Returns the cluster that a story is in, or was in when it was removed; nil if no other story that the reader could
    /// see is in it. In `mine` these are the stories of followed channels, in other editions all that the reader has.
    public func cluster(
        of story: StoryID, in edition: EditionID = .mine, for reader: ReaderID
    ) async throws(LibraryError) -> StoryCluster? {
        let now = context.now()
        return try await context.database.read { transaction in
            var current = story.rawValue
            for _ in 0..<8 {
                guard
                    let other = try transaction.number(
                        "select other_id from cluster_alias where story_id = ?", [.number(current)])
                else { break }
                current = other
            }
            let scope: StoryScope = edition == .mine ? .followed : .all
            return try StoryClusterQuery(transaction: transaction, reader: reader.rawValue, now: now, scope: scope)
                .cluster(of: current)
        }
    }

    /// Notes that a reader sees a cluster. Visits within half an hour are one.
    public func recordVisit(to cluster: StoryCluster, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.database.write(.refetchable) { transaction in
            _ = try transaction.run(
                """
                insert into cluster_visit (reader_id, story_id, visited_at) values (?, ?, ?)
                on conflict (reader_id, story_id) do update set previous_visit_at = cluster_visit.visited_at,
                  visited_at = excluded.visited_at where cluster_visit.visited_at < excluded.visited_at - 1800000
                """, [.number(reader.rawValue), .number(cluster.id.rawValue), .date(now)])
        }
    }

    /// Returns the time of the visit before the present one; nil if there was none. A cluster keeps the visits to those
    /// that became a part of it.
    public func previousVisit(to cluster: StoryCluster, for reader: ReaderID) async throws(LibraryError) -> Date? {
        let list = SQLList(cluster.members.map(\.row.id.rawValue))
        return try await context.database.read { transaction in
            try transaction.date(
                "select max(previous_visit_at) from cluster_visit where reader_id = ? and story_id in \(list.sql)",
                [.number(reader.rawValue)] + list.arguments)
        }
    }

    /// Finds the clusters of all stories that were added, changed or removed. Returns true if there were any.
    @discardableResult
    public func update() async throws(LibraryError) -> Bool {
        var hasChanged = false
        try await context.database.write(.refetchable) { [now = context.now().milliseconds] transaction in
            try ClusterUpdate(transaction: transaction, now: now).addOlderStories()
        }
        while !Task.isCancelled, try await step() {
            hasChanged = true
            // Another process that wants to write asks again and again, and needs a moment in which nobody does.
            do { try await Task.sleep(for: Self.pause) } catch { break }
        }
        if hasChanged { context.notifier.notify() }
        return hasChanged
    }

    private static let pause = Duration.milliseconds(3)

    private func step() async throws(LibraryError) -> Bool {
        let now = context.now().milliseconds
        return try await context.database.write(.refetchable) { transaction in
            try ClusterUpdate(transaction: transaction, now: now).step()
        }
    }

    /// Keeps clusters up to date until cancelled; returns the error, if any.
    public func run() async -> LibraryError? {
        var (waiting, hasBegun) = (0, false)
        while !Task.isCancelled {
            do {
                // While stories arrive, the update waits for the last of them, but not for long, and not if one of them
                // may alert somebody.
                let (count, isUrgent) = try await context.database.read {
                    (try ClusterQueue(transaction: $0).count(), try !AlertQueue(transaction: $0).isEmpty)
                }
                let isGrowing = count != waiting
                waiting = count
                if !hasBegun || count > 0 && (!isGrowing || isUrgent || count > Self.maxWaiting) {
                    try await update()
                    hasBegun = true
                }
            } catch { if error != .busy { return error } }
            do { try await Task.sleep(for: .seconds(1)) } catch { return nil }
        }
        return nil
    }

    private static let maxWaiting = 2000
}

extension LibraryContext {
    /// Forgets the terms of stories with which no new story is compared any more.
    func forgetOldTerms() async throws(LibraryError) {
        let before = now().milliseconds - ClusterUpdate.termsLifetime
        while !Task.isCancelled {
            let hasMore = try await database.write(.refetchable) { transaction in
                try ClusterTermStore(transaction: transaction).forget(before: before, limit: 200)
            }
            guard hasMore else { return }
        }
    }
}
