import Foundation
public import News
import Untrusted

/// A service for digests: finite issues of the topics of a period, made at the reader's hours and kept.
public struct DigestService: Sendable {
    let context: LibraryContext

    /// The time for which the service waits at most, as clocks may be set.
    private static let longestWait: TimeInterval = 600

    // MARK: - Settings

    /// Returns a reader's choice for an edition; nil if none was made.
    public func settings(
        of edition: EditionID = .mine, for reader: ReaderID
    ) async throws(LibraryError) -> DigestSettings? {
        try await context.database.read { transaction in
            let store = DigestStore(transaction: transaction)
            guard let known = try store.schedule(reader.rawValue, edition) else { return nil }
            var settings = DigestSettings(
                isOn: known.isOn, schedule: known.schedule,
                ways: Set(try store.ways(reader.rawValue, edition).map { DeliveryWayRecord.ID(rawValue: $0) }))
            settings.hasFeed = known.hasFeed
            return settings
        }
    }

    /// Stores a reader's choice for an edition. Nothing that was due before is made. Ways of other readers are left out.
    public func choose(
        _ settings: DigestSettings, of edition: EditionID = .mine, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) {
            try DigestStore(transaction: $0).save(settings, reader.rawValue, edition, at: now)
        }
    }

    // MARK: - The feed

    /// Makes the secret of the feed's address, which replaces the one before.
    /// - Throws: `.notThere` without settings.
    public func makeFeed(of edition: EditionID = .mine, for reader: ReaderID) async throws(LibraryError) -> SecretToken
    {
        let token = SecretToken()
        try await setFeed(token, edition, reader)
        return token
    }

    /// Ends the feed.
    /// - Throws: `.notThere` without settings.
    public func endFeed(of edition: EditionID = .mine, for reader: ReaderID) async throws(LibraryError) {
        try await setFeed(nil, edition, reader)
    }

    private func setFeed(
        _ token: SecretToken?, _ edition: EditionID, _ reader: ReaderID
    ) async throws(LibraryError) {
        let isKnown = try await context.writeAndNotify(for: reader) {
            try DigestStore(transaction: $0).setFeedToken(token, reader.rawValue, edition)
        }
        guard isKnown else { throw .notThere }
    }

    /// Returns the newest issues of the feed with a token, and a name that stays when the token changes.
    /// - Throws: `.notThere` for an unknown token.
    public func feed(
        with token: SecretToken, limit: Int = 30
    ) async throws(LibraryError) -> (edition: EditionID, name: String, issues: [DigestIssue]) {
        let found = try await context.database.read { transaction in
            let store = DigestStore(transaction: transaction)
            return try store.feed(token).map {
                ($0.edition, $0.name, try store.newest($0.reader, $0.edition, limit: limit))
            }
        }
        guard let found else { throw .notThere }
        return found
    }

    // MARK: - Issues

    /// Returns an issue with what surrounds it.
    /// - Parameter slug: its day in addresses; nil for the newest.
    /// - Throws: `.notThere` if the reader has no such issue.
    public func issue(
        _ slug: String? = nil, of edition: EditionID = .mine, for reader: ReaderID
    ) async throws(LibraryError) -> ShownDigest {
        let now = context.now()
        let found = try await context.database.read { transaction -> ShownDigest? in
            let (store, id) = (DigestStore(transaction: transaction), reader.rawValue)
            let issue = try slug.map { try store.issue($0, id, edition) } ?? store.newest(id, edition, limit: 1).first
            guard let issue else { return nil }
            let number: [SQLValue] = [.number(issue.number)]
            return ShownDigest(
                issue: issue, rows: try Self.rows(of: issue, now, transaction),
                previous: try store.summaries(id, edition, " and d.number < ?", number, limit: 1).first,
                next: try store.summaries(id, edition, " and d.number > ?", number, order: "asc", limit: 1).first)
        }
        guard let found else { throw .notThere }
        return found
    }

    /// Returns the issue that would be made now. It is not kept.
    public func preview(of edition: EditionID = .mine, for reader: ReaderID) async throws(LibraryError) -> ShownDigest {
        let now = context.now()
        return try await context.database.read { transaction in
            let zone = try DigestStore(transaction: transaction).schedule(reader.rawValue, edition)?.schedule.zone
            let draft = try DigestDraft(
                of: edition, for: reader, due: now, in: zone ?? .current, now: now, transaction)
            return ShownDigest(
                issue: draft.preview, rows: try Self.rows(of: draft.preview, now, transaction), previous: nil,
                next: nil)
        }
    }

    private static func rows(
        of issue: DigestIssue, _ now: Date, _ transaction: Transaction
    ) throws -> [StoryID: StoryRow] {
        let stories = (issue.content.topics + issue.content.sections.flatMap(\.stories)).map(\.story.rawValue)
        let query = StoryRowQuery(transaction: transaction, reader: issue.reader.rawValue, now: now)
        return Dictionary(try query.rows(of: stories).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the reader's issues in short, the newest first.
    public func archive(
        of edition: EditionID = .mine, for reader: ReaderID, limit: Int = DigestService.maxArchive
    ) async throws(LibraryError) -> [DigestSummary] {
        try await context.database.read {
            try DigestStore(transaction: $0).summaries(reader.rawValue, edition, limit: limit)
        }
    }

    /// The number of issues that are kept of an edition; the oldest go.
    public static var maxArchive: Int { DigestStore.maxIssues }

    /// Returns the editions of which the reader has issues, or will have.
    public func editions(for reader: ReaderID) async throws(LibraryError) -> Set<EditionID> {
        try await context.database.read { transaction in
            Set(
                try transaction.texts(
                    """
                    select edition from digest_schedule where reader_id = ? and is_on = 1
                    union select edition from digest where reader_id = ?
                    """, [.number(reader.rawValue), .number(reader.rawValue)]
                ).map { EditionID(rawValue: $0) })
        }
    }

    /// Notes that the reader has opened an issue; the first time counts.
    public func recordOpening(of issue: DigestIssue, for reader: ReaderID) async throws(LibraryError) {
        guard issue.openedAt == nil, !issue.isPreview else { return }
        let now = context.now()
        _ = try await context.writeAndNotify(for: reader) {
            try DigestStore(transaction: $0).recordOpening(issue.id.rawValue, reader.rawValue, at: now)
        }
    }

    // MARK: - Making issues

    /// Makes the issues that are due. Each is made once, with the message that sends it, in one transaction: over any crash
    /// there are both or neither. After a downtime only the last one is made.
    /// - Parameter message: makes the message that sends an issue; nil to send nothing.
    /// - Returns: the issues that were made.
    @discardableResult
    public func makeDue(
        _ message: @escaping @Sendable (DigestIssue) -> OutgoingMessage?
    ) async throws(LibraryError) -> [DigestIssue] {
        let now = context.now()
        let due = try await context.database.read { transaction in
            let store = DigestStore(transaction: transaction)
            return try store.schedules().compactMap { scheduled in
                try scheduled.due(at: now).flatMap {
                    try store.isMade(scheduled, due: $0) ? nil : (scheduled: scheduled, at: $0)
                }
            }
        }
        guard !due.isEmpty else { return [] }
        // The last stories may not be gathered yet.
        try await StoryClusterService(context: context).update()
        var made: [DigestIssue] = []
        for (scheduled, dueAt) in due {
            let reader = ReaderID(rawValue: scheduled.reader)
            let draft = try await context.database.read { transaction in
                try DigestDraft(
                    of: scheduled.edition, for: reader, due: dueAt, in: scheduled.schedule.zone, now: now, transaction)
            }
            if let issue = try await store(draft, now, message) { made.append(issue) }
        }
        return made
    }

    private func store(
        _ draft: DigestDraft, _ now: Date, _ message: @escaping @Sendable (DigestIssue) -> OutgoingMessage?
    ) async throws(LibraryError) -> DigestIssue? {
        try await context.writeAndNotify(for: draft.reader) { transaction in
            let store = DigestStore(transaction: transaction)
            // Another process may have made it meanwhile.
            guard let issue = try store.insert(draft) else { return nil }
            if let message = message(issue) {
                let ways = try store.ways(draft.reader.rawValue, draft.edition)
                _ = try DeliveryStore(transaction: transaction, now: now).enqueue(
                    message, reader: draft.reader.rawValue, only: ways)
            }
            return issue
        }
    }

    /// Waits until an issue may be due, at most ten minutes.
    public func waitForDue() async {
        let changes = context.notifier.changes()
        var pause = Self.longestWait
        do {
            let now = context.now()
            let next = try await context.database.read { transaction in
                try DigestStore(transaction: transaction).schedules().compactMap { $0.schedule.next(after: now) }.min()
            }
            if let next { pause = min(pause, max(0.05, next.timeIntervalSince(now))) }
        } catch {
            // The database is closed or busy; the next round finds out.
            pause = 5
        }
        await ChangeNotifier.wait(.milliseconds(Int(saturating: pause * 1_000)), orUntil: changes)
    }
}
