public import Foundation
public import News
import Untrusted

/// A service that tells readers at once of what they asked to be told of.
public struct AlertService: Sendable {
    let context: LibraryContext

    /// The hours after publication in which a story may alert.
    public static let maxAgeHours = Int(AlertJudge.maxAge / 3600)

    /// A topic that a rule for great news would have alerted of.
    public struct PastGreatNews: Sendable {
        /// The time at which the last of the publishers told of it.
        public let at: Date
        /// The title of the story that leads, and the ID that names the topic in addresses.
        public let title: String
        /// The story that leads.
        public let story: StoryID
        /// The number of publishers and the minutes that they took.
        public let reach: GreatNews
    }

    // MARK: - Rules and settings

    /// Returns a reader's rules, the oldest first.
    public func rules(for reader: ReaderID) async throws(LibraryError) -> [AlertRule] {
        let now = context.now()
        return try await context.database.read {
            try AlertStore(transaction: $0, now: now).rules(of: reader.rawValue)
        }
    }

    /// Saves a rule. A reader has one rule for each subject.
    /// - Parameter former: the rule that it changes; nil for a new one.
    /// - Throws: `.invalid` with a sentence; `.notThere` for an unknown rule, section or feed.
    @discardableResult
    public func save(
        _ subject: AlertSubject, hasFollowUps: Bool = false, replacing former: AlertRule.ID? = nil,
        for reader: ReaderID
    ) async throws(LibraryError) -> AlertRule {
        let (subject, now) = (try subject.normalized(), context.now())
        let soonest = context.pollingPolicy.minimum.milliseconds / 1000
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = AlertStore(transaction: transaction, now: now)
            let id = try store.save(
                subject, hasFollowUps: hasFollowUps, replacing: former?.rawValue, reader: reader.rawValue)
            let rule = try store.rules(of: reader.rawValue).first { $0.id.rawValue == id }
            // A section or feed that the reader does not have has no name.
            guard let rule, rule.name != nil else { throw LibraryError.notThere }
            try AlertFeedQuery(transaction: transaction).hasten(soonest)
            return rule
        }
    }

    /// Removes a rule.
    /// - Throws: `.notThere` if the reader has no such rule.
    public func remove(_ rule: AlertRule.ID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isRemoved = try await context.writeAndNotify(for: reader) {
            try AlertStore(transaction: $0, now: now).remove(rule.rawValue, reader: reader.rawValue)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Returns a reader's settings; nil if nothing was chosen.
    public func settings(for reader: ReaderID) async throws(LibraryError) -> AlertSettings? {
        let now = context.now()
        return try await context.database.read {
            try AlertStore(transaction: $0, now: now).settings(of: reader.rawValue)
        }
    }

    /// Stores a reader's settings.
    public func save(_ settings: AlertSettings, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        try await context.writeAndNotify(for: reader) {
            try AlertStore(transaction: $0, now: now).save(settings, of: reader.rawValue)
        }
    }

    // MARK: - What was sent

    /// Returns a reader's alerts, the newest first.
    public func alerts(for reader: ReaderID, limit: Int = 200) async throws(LibraryError) -> [Alert] {
        let now = context.now()
        return try await context.database.read {
            try AlertStore(transaction: $0, now: now).alerts(of: reader.rawValue, limit: limit)
        }
    }

    /// Sends nothing more of an alert's topic, or takes that back.
    /// - Throws: `.notThere` if the reader has no such alert.
    public func silence(
        _ alert: Alert.ID, _ isSilenced: Bool, for reader: ReaderID
    ) async throws(LibraryError) {
        let isKnown = try await context.writeAndNotify(for: reader) { transaction in
            // An alert that waits is not sent, also if that is taken back.
            try transaction.run(
                """
                update alert set is_silenced = ?,
                  held_reason = case when state = 'waiting' and ? = 1 then 'silenced' else held_reason end,
                  state = case when state = 'waiting' and ? = 1 then 'held' else state end
                where id = ? and reader_id = ?
                """,
                [
                    .bool(isSilenced), .bool(isSilenced), .bool(isSilenced), .number(alert.rawValue),
                    .number(reader.rawValue),
                ]) > 0
        }
        guard isKnown else { throw .notThere }
    }

    /// Returns what a rule for great news would have alerted of in the days before now, the newest first.
    public func pastGreatNews(
        _ rule: GreatNews, days: Int = 7, for reader: ReaderID
    ) async throws(LibraryError) -> [PastGreatNews] {
        _ = try AlertSubject.greatNews(rule).normalized()
        let since = context.now().addingTimeInterval(-86_400 * Double(days))
        return try await context.database.read { transaction in
            let query = GreatNewsQuery(transaction: transaction, reader: reader.rawValue)
            return try query.topics(since: since, rule).map { topic in
                let title = try transaction.text("select title from story where id = ?", [.number(topic.lead)])
                return PastGreatNews(
                    at: topic.at, title: title ?? "", story: StoryID(rawValue: topic.lead), reach: topic.reach)
            }
        }
    }

    /// Returns the longest and the shortest pause between two fetches of a feed that an alert follows.
    public var pollingInterval: ClosedRange<Duration> {
        // bounded: the first is a part of the second
        context.pollingPolicy.alertMinimum...context.pollingPolicy.minimum
    }

    // MARK: - Judging

    private static let batchSize = 20

    /// Judges all stories whose topics are known, and sends what waited.
    /// - Returns: true if there was anything.
    @discardableResult
    public func judge(with formatter: any AlertMessageFormatter) async throws(LibraryError) -> Bool {
        var hasChanged = false
        while !Task.isCancelled {
            let now = context.now()
            // Most rounds have nothing to write.
            let isDue = try await context.database.read { transaction in
                try !AlertQueue(transaction: transaction).next(limit: 1, now: now).isEmpty
                    || AlertStore(transaction: transaction, now: now).nextDueAt().map { $0 <= now } ?? false
            }
            guard isDue else { break }
            let readers = try await context.database.write(.readerAction) { transaction in
                let judge = AlertJudge(transaction: transaction, now: now, formatter: formatter)
                let stories = try AlertQueue(transaction: transaction).next(limit: Self.batchSize, now: now)
                return Set(try stories.flatMap { try judge.judge($0) } + judge.sendDue())
            }
            for reader in readers { context.notifier.notify(for: ReaderID(rawValue: reader)) }
            hasChanged = true
        }
        return hasChanged
    }

    /// Judges stories as they come, until cancelled; returns the error, if any.
    public func run(with formatter: any AlertMessageFormatter) async -> LibraryError? {
        while !Task.isCancelled {
            let changes = context.notifier.changes()
            var pause = Duration.seconds(600)
            do {
                try await judge(with: formatter)
                let now = context.now()
                let next = try await context.database.read { try AlertStore(transaction: $0, now: now).nextDueAt() }
                if let next {
                    pause = min(pause, .milliseconds(max(50, Int(saturating: next.timeIntervalSince(now) * 1000))))
                }
            } catch {
                guard error == .busy else { return error }
                pause = .seconds(1)
            }
            await ChangeNotifier.wait(pause, orUntil: changes)
        }
        return nil
    }
}
