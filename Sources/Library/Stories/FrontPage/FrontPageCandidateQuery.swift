import News

/// Reads what `FrontPageRanking` weighs, with a bounded number of statements for each section.
struct FrontPageCandidateQuery {
    let transaction: Transaction
    let reader: Int64
    /// The whole page's: whose sources are counted.
    let page: StoryScope
    /// `FrontPageRanking.slotStart`.
    let slotStart: Int64

    /// Channels of a section whose stories are weighed. Which had the newest ones before the slot is asked of more.
    private static let maxChannels = 10
    private static let maxActiveChannels = 64
    /// Stories that came before the slot, the newest ones: however many come later, these are weighed.
    private static let standingCount = 20
    /// Newest stories, whenever they came.
    private static let newerCount = 20
    private static let week: Int64 = 7 * 24 * 3600 * 1000

    private typealias Candidate = FrontPageRanking.Candidate
    private typealias Weights = FrontPageRanking.Weights

    /// A section's fresh stories, without purged and muted ones.
    func candidates(in section: StoryScope) throws -> [FrontPageRanking.Candidate] {
        let fresh = try freshStories(in: section)
        guard !fresh.isEmpty else { return [] }
        let frequencies = try storiesPerWeek(of: Set(fresh.map(\.ref.channel)).sorted())
        let details = try details(of: Set(fresh.map(\.ref.story)).sorted())
        return fresh.compactMap { story in
            details[story.ref.story].map { details in
                Candidate(
                    ref: story.ref, arrivedAt: details.arrivedAt, picture: details.picture,
                    wordCount: details.wordCount, sourceCount: details.sourceCount,
                    storiesPerWeek: frequencies[story.ref.channel] ?? 0,
                    isRead: details.isMarkedRead ?? (story.ref.story <= story.readThrough),
                    isExternal: details.isExternal, language: details.language)
            }
        }
    }

    // MARK: Stories

    private struct FreshStory {
        var ref: StoryRef
        var readThrough: Int64
    }

    private var oldest: Int64 { slotStart - Weights.freshFor }

    /// What came before the slot, which is the same until it ends, and the newest.
    private func freshStories(in section: StoryScope) throws -> [FreshStory] {
        let channels = try FollowedChannel.page(
            transaction, reader: reader, scope: section, after: (.max, .max), size: Self.maxActiveChannels
        ).filter { $0.newestAt >= oldest }
        let standing = try stories(
            of: standingChannels(among: channels), arrivedBy: slotStart, count: Self.standingCount)
        let newest = try stories(
            of: Array(channels.prefix(Self.maxChannels)), arrivedBy: .max, count: Self.newerCount)
        let known = Set(standing.map(\.ref))
        return standing + newest.filter { !known.contains($0.ref) }
    }

    /// Those with the newest stories when the slot began.
    private func standingChannels(among channels: [FollowedChannel]) throws -> [FollowedChannel] {
        guard !channels.isEmpty else { return [] }
        let found = try transaction.all(
            """
            select c.id, (
              select cs.shown_at from channel_story cs cross join story s
              where cs.channel_id = c.id and s.id = cs.story_id and cs.shown_at >= ? and s.arrived_at <= ?
              order by cs.shown_at desc limit 1) as standing_at
            from channel c where c.id in (\(Self.placeholders(channels.count)))
            """, [.number(oldest), .number(slotStart)] + channels.map { SQLValue.number($0.channel) }
        ) { ($0.number("id"), $0.number("standing_at")) }
        let standingAt = Dictionary(found, uniquingKeysWith: { first, _ in first })
        let standing = channels.filter { standingAt[$0.channel, default: 0] > 0 }.sorted { a, b in
            (standingAt[a.channel, default: 0], a.channel) > (standingAt[b.channel, default: 0], b.channel)
        }
        return Array(standing.prefix(Self.maxChannels))
    }

    /// From the channels in turn, so that a busy one leaves room.
    private func stories(of channels: [FollowedChannel], arrivedBy moment: Int64, count: Int) throws -> [FreshStory] {
        let lists = try channels.map { try newestStories(of: $0, arrivedBy: moment, count: count) }
        var found: [FreshStory] = []
        for turn in 0..<count {  // bounded: a constant of ours
            for list in lists where turn < list.count && found.count < count { found.append(list[turn]) }
        }
        return found
    }

    private func newestStories(of followed: FollowedChannel, arrivedBy moment: Int64, count: Int) throws -> [FreshStory]
    {
        try transaction.all(
            """
            select cs.story_id, cs.shown_at, g.group_id
            from channel_story cs cross join story s left join story_group g on g.story_id = cs.story_id
            where cs.channel_id = ? and s.id = cs.story_id and cs.shown_at >= ? and s.arrived_at <= ?
              \(MuteSQL.storyCondition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """, [.number(followed.channel), .number(oldest), .number(moment), .number(reader), .number(count)]
        ) { row in
            FreshStory(
                ref: StoryRef(
                    story: row.number("story_id"), channel: followed.channel, shownAt: row.number("shown_at"),
                    group: row.optionalNumber("group_id")),
                readThrough: followed.readThrough)
        }
    }

    // MARK: What is weighed

    /// Counts up to what makes a channel busy.
    private func storiesPerWeek(of channels: [Int64]) throws -> [Int64: Int] {
        let arguments: [SQLValue] = [
            .number(slotStart - Self.week), .number(slotStart), .number(Weights.busyChannel),
        ]
        let counts = try transaction.all(
            """
            select c.id, (
              select count(*) from (
                select 1 from channel_story cs
                where cs.channel_id = c.id and cs.shown_at > ? and cs.shown_at <= ? limit ?
              ) as counted) as story_count
            from channel c where c.id in (\(Self.placeholders(channels.count)))
            """, arguments + channels.map { SQLValue.number($0) }
        ) { ($0.number("id"), $0.int("story_count")) }
        return Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }

    private struct CandidateDetails {
        var arrivedAt: Int64
        var picture: FrontPageRanking.Candidate.Picture
        var wordCount: Int
        var sourceCount: Int
        /// Nil without a mark. One made in this slot does not count yet: the page would move.
        var isMarkedRead: Bool?
        var isExternal: Bool
        var language: String?
    }

    private func details(of stories: [Int64]) throws -> [Int64: CandidateDetails] {
        // Sources that tell a story since the slot began count for what has come since alone: the page would move.
        let arguments: [SQLValue] =
            [.number(slotStart), .number(slotStart), .number(reader)] + page.arguments + [.number(reader)]
        let details = try transaction.all(
            """
            select s.id, s.arrived_at, sp.picture_id, sp.full_text_at, p.failed_until, p.width, s.words, (
                select count(distinct t.source_id) from story_group o join story t on t.id = o.story_id
                where o.group_id = g.group_id and (t.arrived_at <= ? or s.arrived_at > ?) and exists (
                  select 1 from channel_story cs
                  join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
                  where cs.story_id = o.story_id\(page.condition))) as source_count,
              m.value, m.at, s.is_elsewhere, s.language
            from story s
            left join story_group g on g.story_id = s.id
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.story_id = s.id
            left join story_picture sp on sp.story_id = s.id and sp.position = 0
            left join picture p on p.id = sp.picture_id
            where s.id in (\(Self.placeholders(stories.count))) and s.purged_at is null
            """, arguments + stories.map { SQLValue.number($0) }
        ) { ($0.number("id"), decode($0)) }
        return Dictionary(details, uniquingKeysWith: { first, _ in first })
    }

    private func decode(_ row: SQLRow) -> CandidateDetails {
        CandidateDetails(
            arrivedAt: row.number("arrived_at"), picture: picture(row), wordCount: row.int("words"),
            sourceCount: max(1, row.int("source_count")),
            isMarkedRead: row.optionalNumber("value").map { $0 != 0 && row.number("at") < slotStart },
            isExternal: row.bool("is_elsewhere"),
            language: row.optionalText("language").flatMap { $0.split(separator: "-").first?.lowercased() })
    }

    private func picture(_ row: SQLRow) -> FrontPageRanking.Candidate.Picture {
        // One that came with the full text, when the story was opened, does not count yet: the page would move.
        guard row.optionalNumber("picture_id") != nil, row.number("failed_until") <= slotStart,
            (row.optionalNumber("full_text_at") ?? 0) <= slotStart
        else { return .none }
        return row.int("width") >= PictureDetails.largeWidth ? .large : .small
    }

    private static func placeholders(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }
}
