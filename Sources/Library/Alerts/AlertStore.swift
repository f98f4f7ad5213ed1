import Foundation
import News

/// Rules, settings and alerts in the database.
struct AlertStore {
    let transaction: Transaction
    let now: Date

    static let maxRules = 100
    /// The seconds for which alerts are kept.
    private static let retention: TimeInterval = 90 * 86_400

    // MARK: Rules

    func rules(of reader: Int64) throws -> [AlertRule] {
        try transaction.all(
            """
            select r.id, r.kind, r.value, r.target_id, r.publisher_count, r.window_minutes, r.has_follow_ups, r.created_at,
              case r.kind when 'section' then (select f.title from folder f where f.id = r.target_id)
                when 'feed' then (select coalesce(u.title, c.title) from subscription u join channel c on c.id = u.channel_id
                  where u.reader_id = r.reader_id and u.channel_id = r.target_id) end as target_name
            from alert_rule r where r.reader_id = ? order by r.id
            """, [.number(reader)], Self.rule
        ).compactMap(\.self)
    }

    private static func rule(_ row: SQLRow) -> AlertRule? {
        let (value, target) = (row.text("value"), row.number("target_id"))
        let great = GreatNews(
            publisherCount: row.int("publisher_count"), windowMinutes: row.int("window_minutes"))
        var name: String? = row.optionalText("target_name")
        let subject: AlertSubject
        switch AlertSubject.Kind(rawValue: row.text("kind")) {
        case .words: (subject, name) = (.words(value), value)
        case .place:
            guard let place: PlaceName = JSONColumn.decodeIfReadable(value) else { return nil }
            (subject, name) = (.place(place), place.name)
        case .section: subject = .section(SectionID(rawValue: target))
        case .feed: subject = .feed(ChannelID(rawValue: target))
        case .site: (subject, name) = (.site(value), value)
        case .greatNews: (subject, name) = (.greatNews(great), "")
        case nil: return nil
        }
        return AlertRule(
            id: .init(rawValue: row.number("id")), subject: subject, hasFollowUps: row.bool("has_follow_ups"),
            name: name, createdAt: row.date("created_at"))
    }

    /// Saves a rule, in place of the one that it changes, or of the one with the same subject.
    func save(
        _ subject: AlertSubject, hasFollowUps: Bool, replacing former: Int64?, reader: Int64
    ) throws -> Int64 {
        let known = try rules(of: reader)
        if let former, !known.contains(where: { $0.id.rawValue == former }) { throw LibraryError.notThere }
        let same = known.first { $0.subject.key == subject.key }?.id.rawValue
        if let former, let same, former != same { try remove(same, reader: reader) }
        let values = try Self.columns(of: subject) + ["has_follow_ups": .bool(hasFollowUps)]
        if let id = former ?? same {
            try transaction.update(
                "alert_rule", set: values, where: "id = ? and reader_id = ?", [.number(id), .number(reader)])
            return id
        }
        guard known.count < Self.maxRules else {
            throw LibraryError.invalid(why: "There are \(Self.maxRules) alerts already. Remove one first.")
        }
        return try transaction.insertReturningID(
            into: "alert_rule", ["reader_id": .number(reader), "created_at": .date(now)] + values)
    }

    private static func columns(of subject: AlertSubject) throws -> SQLAssignments {
        var (value, target, great): (String, Int64, GreatNews?) = ("", 0, nil)
        switch subject {
        case .words(let text), .site(let text): value = text
        case .place(let place): value = try JSONColumn.encode(place)
        case .section(let id): target = id.rawValue
        case .feed(let id): target = id.rawValue
        case .greatNews(let rule): great = rule
        }
        return [
            "kind": .text(subject.kind.rawValue), "value": .text(value), "target_id": .number(target),
            "publisher_count": .number(great?.publisherCount ?? 0),
            "window_minutes": .number(great?.windowMinutes ?? 0),
        ]
    }

    /// Removes a rule. What it sent stays in the list.
    /// - Returns: false if the reader has no such rule.
    @discardableResult
    func remove(_ rule: Int64, reader: Int64) throws -> Bool {
        try transaction.run(
            "delete from alert_rule where id = ? and reader_id = ?", [.number(rule), .number(reader)]) > 0
    }

    /// Lets the rules for a feed follow its move to another address.
    func moveFeed(_ channel: Int64, to target: Int64) throws {
        try transaction.run(
            """
            delete from alert_rule where kind = 'feed' and target_id = ? and reader_id in
              (select o.reader_id from alert_rule o where o.kind = 'feed' and o.target_id = ?)
            """, [.number(channel), .number(target)])
        try transaction.run(
            "update alert_rule set target_id = ? where kind = 'feed' and target_id = ?",
            [.number(target), .number(channel)])
    }

    // MARK: Settings

    /// Returns the reader's settings; nil if nothing was chosen.
    func settings(of reader: Int64) throws -> AlertSettings? {
        try transaction.first(
            """
            select quiet_from_minute, quiet_to_minute, zone, daily_limit, excluded_ways from alert_settings
            where reader_id = ?
            """, [.number(reader)]
        ) { row in
            AlertSettings(
                quietHours: QuietHours(
                    start: row.optionalNumber("quiet_from_minute"), end: row.optionalNumber("quiet_to_minute")),
                zone: TimeZone(identifier: row.text("zone")) ?? .gmt,
                dailyLimit: min(max(row.int("daily_limit"), AlertSettings.dailyLimits.lowerBound), 100),
                excludedWays: Set(JSONColumn.decodeList(row.text("excluded_ways")).map { .init(rawValue: $0) }))
        }
    }

    func save(_ settings: AlertSettings, of reader: Int64) throws {
        let ways = settings.excludedWays.map(\.rawValue).sorted()
        try transaction.insert(
            into: "alert_settings",
            [
                "reader_id": .number(reader), "quiet_from_minute": .number(settings.quietHours?.start),
                "quiet_to_minute": .number(settings.quietHours?.end), "zone": .text(settings.zone.identifier),
                "daily_limit": .number(settings.dailyLimit), "excluded_ways": .text(try JSONColumn.encode(ways)),
            ],
            onConflict: """
                (reader_id) do update set quiet_from_minute = excluded.quiet_from_minute,
                  quiet_to_minute = excluded.quiet_to_minute, zone = excluded.zone, daily_limit = excluded.daily_limit,
                  excluded_ways = excluded.excluded_ways
                """)
    }

    // MARK: Alerts

    private static let columns =
        """
        a.id, a.rule_id, a.story_id, a.edition, a.title, a.publisher, a.reason, a.message_id, a.state, a.held_reason,
          a.is_silenced, a.created_at, a.due_at, a.sent_at
        """

    private static func alert(_ row: SQLRow) -> Alert? {
        guard let reason: AlertReason = JSONColumn.decodeIfReadable(row.text("reason")) else { return nil }
        let state: Alert.State =
            switch row.text("state") {
            case "sent": .sent(row.date("sent_at"))
            case "waiting": .waiting(until: row.date("due_at"))
            default: .held(Alert.HeldReason(rawValue: row.text("held_reason")) ?? .late)
            }
        return Alert(
            id: .init(rawValue: row.number("id")), rule: .init(rawValue: row.number("rule_id")),
            story: StoryID(rawValue: row.number("story_id")), edition: EditionID(rawValue: row.text("edition")),
            title: row.text("title"), publisher: row.text("publisher"), reason: reason, state: state,
            isSilenced: row.bool("is_silenced"), createdAt: row.date("created_at"), messageID: row.text("message_id"))
    }

    /// Returns a reader's alerts, the newest first.
    func alerts(of reader: Int64, limit: Int) throws -> [Alert] {
        try transaction.all(
            "select \(Self.columns) from alert a where a.reader_id = ? order by a.created_at desc, a.id desc limit ?",
            [.number(reader), .number(Int64(limit))], Self.alert
        ).compactMap(\.self)
    }

    /// Returns the alerts of any of the stories, the newest first.
    func alerts(of reader: Int64, stories: [Int64]) throws -> [Alert] {
        let list = SQLList(stories)
        return try transaction.all(
            """
            select \(Self.columns) from alert a where a.reader_id = ? and a.id in
              (select s.alert_id from alert_story s where s.story_id in \(list.sql)) order by a.created_at desc, a.id desc
            """, [.number(reader)] + list.arguments, Self.alert
        ).compactMap(\.self)
    }

    /// Returns the alerts whose quiet hours have ended, by reader.
    func due() throws -> [(reader: Int64, alerts: [Alert])] {
        let readers = try transaction.numbers(
            "select distinct reader_id from alert where state = 'waiting' and due_at <= ? order by reader_id",
            [.date(now)])
        return try readers.map { reader in
            let alerts = try transaction.all(
                """
                select \(Self.columns) from alert a where a.reader_id = ? and a.state = 'waiting' and a.due_at <= ?
                order by a.id
                """, [.number(reader), .date(now)], Self.alert)
            return (reader, alerts.compactMap(\.self))
        }
    }

    func nextDueAt() throws -> Date? {
        try transaction.date("select min(due_at) from alert where state = 'waiting'")
    }

    /// Returns the number of messages that were sent since a time.
    func sentCount(of reader: Int64, since time: Date) throws -> Int {
        try transaction.count(
            "select count(distinct message_id) from alert where reader_id = ? and state = 'sent' and sent_at >= ?",
            [.number(reader), .date(time)])
    }

    func insert(_ values: SQLAssignments, stories: [Int64]) throws -> Alert.ID {
        let expired = try transaction.numbers(
            "select id from alert where created_at < ?", [.date(now.addingTimeInterval(-Self.retention))])
        for id in expired {
            try transaction.run("delete from alert_story where alert_id = ?", [.number(id)])
            try transaction.run("delete from alert where id = ?", [.number(id)])
        }
        let id = try transaction.insertReturningID(
            into: "alert", ["created_at": .date(now), "is_silenced": .bool(false)] + values)
        try add(stories, to: id)
        return Alert.ID(rawValue: id)
    }

    /// Adds stories to the topic of an alert.
    func add(_ stories: [Int64], to alert: Int64) throws {
        for story in stories {
            try transaction.run(
                "insert into alert_story (story_id, alert_id) values (?, ?) on conflict (story_id, alert_id) do nothing",
                [.number(story), .number(alert)])
        }
    }

    func set(_ values: SQLAssignments, of alert: Alert.ID) throws {
        try transaction.update("alert", set: values, where: "id = ?", [.number(alert.rawValue)])
    }
}
