import Crypto
import Foundation
import News
import Untrusted

/// One transaction's work on alerts: judging new stories, and sending what waited for the end of quiet hours. A message
/// is queued in the transaction that decides it, so that none is lost or sent twice, whenever the process ends.
struct AlertJudge {
    let transaction: Transaction
    let now: Date
    let formatter: any AlertMessageFormatter

    /// The seconds after publication in which a story may alert.
    static let maxAge: TimeInterval = 12 * 3600
    /// The least number of seconds between an alert and one that follows it up.
    static let followUpPause: TimeInterval = 3600
    /// The seconds for which an alert may wait.
    private static let maxWait: TimeInterval = 86_400

    private var store: AlertStore { AlertStore(transaction: transaction, now: now) }
    private var deliveries: DeliveryStore { DeliveryStore(transaction: transaction, now: now) }

    // MARK: New stories

    /// Decides whom a story alerts.
    /// - Returns: the readers whose alerts have changed.
    func judge(_ story: Int64) throws -> [Int64] {
        try AlertQueue(transaction: transaction).remove(story)
        guard
            try transaction.exists(
                "select 1 from story where id = ? and purged_at is null and shown_at >= ?",
                [.number(story), .date(now.addingTimeInterval(-Self.maxAge))])
        else { return [] }
        let readers = try transaction.numbers(
            """
            select distinct u.reader_id from channel_story cs join subscription u on u.channel_id = cs.channel_id
            where cs.story_id = ? and exists (select 1 from alert_rule r where r.reader_id = u.reader_id)
            order by u.reader_id
            """, [.number(story)])
        guard !readers.isEmpty else { return [] }
        let topic = try AlertTopic(of: story, transaction)
        return try readers.filter { try judge(topic, for: $0) }
    }

    private func judge(_ topic: AlertTopic, for reader: Int64) throws -> Bool {
        let matcher = AlertMatcher(transaction: transaction, reader: reader, topic: topic)
        let known = try store.alerts(of: reader, stories: topic.stories)
        let told = known.first(where: \.countsAsTold)
        // The topic's later stories belong to it even if the cluster falls apart.
        if let told { try store.add([topic.story], to: told.id.rawValue) }
        if known.contains(where: \.isSilenced) { return false }
        var matches = try matcher.matches(try store.rules(of: reader))
        if let told {
            matches = try isFollowUp(topic, to: told, reader) ? matches.filter(\.rule.hasFollowUps) : []
        }
        guard let match = matches.first,
            let row = try StoryRowQuery(transaction: transaction, reader: reader, now: now).rows(of: [topic.story])
                .first
        else { return false }
        let edition = try matcher.edition()
        let reason = AlertReason(
            kind: match.reason.kind, name: match.reason.name, voices: match.reason.voices, isFollowUp: told != nil)
        var hidden: Alert.HeldReason?
        if edition == nil { hidden = try matcher.editionWithKeptBack() == nil ? .muted : .keptBack }
        if row.isRead { hidden = .read }
        // A topic is listed once for each reason.
        if let hidden, known.contains(where: { $0.state == .held(hidden) }) { return false }
        try insert(
            row, edition ?? .mine, match.rule, reason, topic, hidden, told: told, reader: reader)
        return true
    }

    /// Returns true if a story goes on with a topic that was told: a new voice or another day, and not at once.
    private func isFollowUp(_ topic: AlertTopic, to told: Alert, _ reader: Int64) throws -> Bool {
        if case .waiting = told.state { return false }
        guard now.timeIntervalSince(told.createdAt) >= Self.followUpPause else { return false }
        let settings = try settings(of: reader)
        if settings.dayStart(told.createdAt) < settings.dayStart(now) { return true }
        guard let cluster = topic.cluster else { return false }
        let voices = ClusterVoiceQuery(
            transaction: transaction, reader: reader, scope: .all, excludesMuted: true)
        return try voices.voices(of: [cluster])[cluster]?.first.contains { $0.story == topic.story } ?? false
    }

    private func insert(
        _ row: StoryRow, _ edition: EditionID, _ rule: AlertRule, _ reason: AlertReason, _ topic: AlertTopic,
        _ hidden: Alert.HeldReason?, told: Alert?, reader: Int64
    ) throws {
        let messageID = try messageID(of: topic.story, reader: reader)
        let id = try store.insert(
            [
                "reader_id": .number(reader), "rule_id": .number(rule.id.rawValue),
                "story_id": .number(topic.story), "edition": .text(edition.rawValue), "title": .text(row.title),
                "publisher": .text(row.isExternal ? row.siteName ?? row.channelTitle : row.channelTitle),
                "reason": .text(try JSONColumn.encode(reason)), "message_id": .text(messageID),
                "state": .text("held"), "held_reason": .text(hidden?.rawValue),
            ], stories: topic.stories)
        guard hidden == nil,
            let alert = try store.alerts(of: reader, stories: [topic.story]).first(where: { $0.id == id })
        else { return }
        let settings = try settings(of: reader)
        if let end = settings.quietEnd(at: now) {
            return try store.set(["state": .text("waiting"), "held_reason": .null, "due_at": .date(end)], of: id)
        }
        try send([alert], settings, reader) {
            formatter.message(of: alert, id: messageID, badge: $0, at: now)
        }
    }

    /// Returns an ID that is the same whenever the same story is judged, also in a restored library.
    private func messageID(of story: Int64, reader: Int64) throws -> String {
        let key = try transaction.first(
            "select o.address, s.origin_key from story s join source o on o.id = s.source_id where s.id = ?",
            [.number(story)]
        ) { "\($0.text("address")) \($0.text("origin_key"))" }
        return Self.messageID("alert \(reader) \(key ?? String(story))")
    }

    private static func messageID(_ text: String) -> String {
        String(Hex.encode(SHA256.hash(data: Array(text.utf8))).prefix(32))
    }

    // MARK: Sending

    /// Sends what waited for the end of quiet hours: one message for each reader.
    /// - Returns: the readers whose alerts have changed.
    func sendDue() throws -> [Int64] {
        let due = try store.due()
        for (reader, alerts) in due {
            var (fresh, settings): ([Alert], AlertSettings) = ([], try settings(of: reader))
            let rows = try StoryRowQuery(transaction: transaction, reader: reader, now: now)
                .rows(of: alerts.map(\.story.rawValue))
            let read = Set(rows.filter(\.isRead).map(\.id))
            for alert in alerts {
                if read.contains(alert.story) {
                    try hold(alert, .read)
                } else if now.timeIntervalSince(alert.createdAt) > Self.maxWait {
                    try hold(alert, .late)
                } else {
                    fresh.append(alert)
                }
            }
            guard let first = fresh.first else { continue }
            settings.quietHours = nil
            try send(fresh, settings, reader) { badge in
                if fresh.count == 1 { return formatter.message(of: first, id: first.messageID, badge: badge, at: now) }
                let id = Self.messageID("summary \(first.messageID)")
                return formatter.summary(of: fresh, id: id, badge: badge, at: now)
            }
        }
        return due.map(\.reader)
    }

    /// Queues one message for alerts, or holds them back.
    private func send(
        _ alerts: [Alert], _ settings: AlertSettings, _ reader: Int64, _ message: (Int) -> OutgoingMessage
    ) throws {
        let ways = try deliveries.ways(of: reader).filter {
            $0.endedAt == nil && !settings.excludedWays.contains($0.id)
        }
        guard !ways.isEmpty else { return try alerts.forEach { try hold($0, .noWay) } }
        guard try store.sentCount(of: reader, since: settings.dayStart(now)) < settings.dailyLimit else {
            return try alerts.forEach { try hold($0, .dailyLimit) }
        }
        let unread = try UnreadCountQuery(transaction: transaction, reader: reader).count(in: .followed).value
        let message = message(unread)
        _ = try deliveries.enqueue(message, reader: reader, only: Set(ways.map(\.id.rawValue)))
        for alert in alerts {
            try store.set(
                [
                    "state": .text("sent"), "held_reason": .null, "due_at": .null, "sent_at": .date(now),
                    "message_id": .text(message.id),
                ], of: alert.id)
        }
    }

    private func hold(_ alert: Alert, _ reason: Alert.HeldReason) throws {
        try store.set(["state": .text("held"), "held_reason": .text(reason.rawValue), "due_at": .null], of: alert.id)
    }

    private func settings(of reader: Int64) throws -> AlertSettings {
        try store.settings(of: reader) ?? AlertSettings(zone: .current)
    }
}

extension Alert {
    /// True if the topic was told, or would have been.
    var countsAsTold: Bool {
        if case .held(let reason) = state { reason.countsAsTold } else { true }
    }
}
