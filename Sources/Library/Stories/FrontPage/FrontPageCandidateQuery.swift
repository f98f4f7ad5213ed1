import News

/// A query for the candidates of `FrontPageRanking`, with a bounded number of statements per section.
struct FrontPageCandidateQuery {
    let transaction: Transaction
    let reader: Int64
    /// The scope of the whole page, whose sources are counted.
    let page: StoryScope
    /// The start of the slot in milliseconds (`FrontPageRanking.slotStart`).
    let slotStart: Int64
    /// The time in milliseconds from which read marks do not count yet (`FrontPageBuilder.readBefore`).
    let readBefore: Int64
    /// The highest ID of the stories that had arrived when the slot began.
    let newestStanding: Int64

    /// The maximum number of a section's channels whose stories are weighed. They are chosen from at most
    /// `maxActiveChannels`, by the dates of their newest stories before the slot.
    private static let maxChannels = 10
    private static let maxActiveChannels = 64
    /// The number of newest stories weighed among those that arrived before the slot, independent of later arrivals;
    /// and again among all stories.
    private static let storyCount = 20
    private static let week: Int64 = 7 * 24 * 3600 * 1000

    private typealias Candidate = FrontPageRanking.Candidate
    private typealias Weights = FrontPageRanking.Weights

    /// Returns the fresh stories of a section, without purged and muted ones.
    func candidates(in section: StoryScope) throws -> [FrontPageRanking.Candidate] {
        let fresh = try freshStories(in: section)
        guard !fresh.isEmpty else { return [] }
        let frequencies = try storiesPerWeek(of: Set(fresh.map(\.ref.channel)).sorted())
        let details = try details(of: Set(fresh.map(\.ref.story)).sorted())
        // Voices are counted within the section, so that many feeds of one subject do not outvote few of another.
        let voices = try ClusterVoiceQuery(transaction: transaction, reader: reader, scope: section)
            .voices(of: Set(fresh.compactMap(\.ref.group)).sorted())
        return fresh.compactMap { story in
            let isStanding = isStanding(story.ref.story)
            let voices = story.ref.group.flatMap { voices[$0] }?.through(isStanding ? newestStanding : .max)
            return details[story.ref.story].map { details in
                Candidate(
                    ref: story.ref, isStanding: isStanding, picture: details.picture,
                    wordCount: details.wordCount, sourceCount: voices?.independent.count ?? details.sourceCount,
                    publishers: voices?.independent ?? [],
                    lastVoiceAt: voices?.lastAt, isClusterLead: voices?.lead == story.ref.story,
                    storiesPerWeek: frequencies[story.ref.channel] ?? 0,
                    isRead: details.isMarkedRead ?? (story.ref.story <= story.readThrough),
                    isExternal: details.isExternal, language: details.language)
            }
        }
    }

    // MARK: Stories

    private struct FreshStory {
        var ref: StoryReference
        var readThrough: Int64
    }

    private var oldest: Int64 { slotStart - Weights.freshFor }

    /// Returns the stories that arrived before the slot, which are the same until the slot ends, and the newest ones.
    private func freshStories(in section: StoryScope) throws -> [FreshStory] {
        let channels = try FollowedChannel.page(
            transaction, reader: reader, scope: section, after: (.max, .max), size: Self.maxActiveChannels
        ).filter { $0.newestAt >= oldest }
        let active = Array(channels.prefix(Self.maxChannels))
        let newest = try active.map { try newestStories(of: $0, through: .max) }
        let listOfChannel = Dictionary(
            zip(active.map(\.channel), newest), uniquingKeysWith: { first, _ in first })
        let standing = try standingChannels(among: channels).map { channel in
            if isStanding(channel.newestStory), let list = listOfChannel[channel.channel] { return list }
            return try newestStories(of: channel, through: newestStanding)
        }
        let stories = Self.inTurn(standing)
        let known = Set(stories.map(\.ref))
        return stories + Self.inTurn(newest).filter { !known.contains($0.ref) }
    }

    private func isStanding(_ story: Int64) -> Bool { story <= newestStanding }

    /// Returns the channels that had the newest stories when the slot began.
    private func standingChannels(among channels: [FollowedChannel]) throws -> [FollowedChannel] {
        let changed = channels.filter { !isStanding($0.newestStory) }
        var standingAt = Dictionary(
            channels.map { ($0.channel, $0.newestAt) }, uniquingKeysWith: { first, _ in first })
        if !changed.isEmpty {
            let list = SQLList(changed.map(\.channel))
            let found = try transaction.all(
                """
                select c.id, (
                  select cs.shown_at from channel_story cs
                  where cs.channel_id = c.id and cs.shown_at >= ? and cs.story_id <= ?
                  order by cs.shown_at desc limit 1) as standing_at
                from channel c where c.id in \(list.sql)
                """, [.number(oldest), .number(newestStanding)] + list.arguments
            ) { ($0.number("id"), $0.number("standing_at")) }
            for (channel, at) in found { standingAt[channel] = at }
        }
        let standing = channels.filter { standingAt[$0.channel, default: 0] > 0 }.sorted { a, b in
            (standingAt[a.channel, default: 0], a.channel) > (standingAt[b.channel, default: 0], b.channel)
        }
        return Array(standing.prefix(Self.maxChannels))
    }

    /// Returns stories from the channels in turn, so that a busy channel leaves room for others.
    private static func inTurn(_ lists: [[FreshStory]]) -> [FreshStory] {
        var found: [FreshStory] = []
        for turn in 0..<storyCount {  // bounded: a constant of ours
            for list in lists where turn < list.count && found.count < storyCount { found.append(list[turn]) }
        }
        return found
    }

    private func newestStories(of followed: FollowedChannel, through newest: Int64) throws -> [FreshStory] {
        let group = StoryFilter(joinsClusters: true).group
        return try transaction.all(
            """
            select cs.story_id, cs.shown_at, \(group.column)
            from channel_story cs \(group.join)
            where cs.channel_id = ? and cs.shown_at >= ? and cs.story_id <= ?
              \(page.storyCondition("cs.story_id"))
            order by cs.shown_at desc, cs.story_id desc limit ?
            """,
            [
                .number(followed.channel), .number(oldest), .number(newest), .number(reader),
                .number(Self.storyCount),
            ]
        ) { row in
            FreshStory(
                ref: StoryReference(
                    story: row.number("story_id"), channel: followed.channel, sortKey: row.number("shown_at"),
                    group: row.optionalNumber("group_id")),
                readThrough: followed.readThrough)
        }
    }

    // MARK: What is weighed

    /// Returns the number of stories in the week before the slot by channel, counted up to `Weights.busyChannel`.
    private func storiesPerWeek(of channels: [Int64]) throws -> [Int64: Int] {
        let list = SQLList(channels)
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
            from channel c where c.id in \(list.sql)
            """, arguments + list.arguments
        ) { ($0.number("id"), $0.int("story_count")) }
        return Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }

    private struct CandidateDetails {
        var picture: FrontPageRanking.Candidate.Picture
        var wordCount: Int
        var sourceCount: Int
        /// True if the story is marked read; nil without a mark. A mark made in this slot and visit does not count yet,
        /// because the page would move.
        var isMarkedRead: Bool?
        var isExternal: Bool
        var language: String?
    }

    private func details(of stories: [Int64]) throws -> [Int64: CandidateDetails] {
        // Sources that joined a group since the slot began count only for stories that arrived since then; otherwise
        // the page would move.
        let arguments: [SQLValue] =
            [.number(newestStanding), .number(newestStanding), .number(reader)] + page.arguments + [.number(reader)]
        let list = SQLList(stories)
        let details = try transaction.all(
            """
            select s.id, sp.picture_id, sp.added_from_full_text_at, p.retry_at, p.width, s.word_count, (
                select count(distinct t.source_id) from story_group o join story t on t.id = o.story_id
                where o.group_id = g.group_id and (o.story_id <= ? or s.id > ?) and exists (
                  select 1 from channel_story cs
                  join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
                  where cs.story_id = o.story_id\(page.condition))) as source_count,
              m.is_set, m.at, s.is_external, s.language
            from story s
            left join story_group g on g.story_id = s.id
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.story_id = s.id
            left join story_picture sp on sp.story_id = s.id and sp.position = 0
            left join picture p on p.id = sp.picture_id
            where s.id in \(list.sql) and s.purged_at is null
            """, arguments + list.arguments
        ) { ($0.number("id"), decode($0)) }
        return Dictionary(details, uniquingKeysWith: { first, _ in first })
    }

    private func decode(_ row: SQLRow) -> CandidateDetails {
        CandidateDetails(
            picture: picture(row), wordCount: row.int("word_count"), sourceCount: max(1, row.int("source_count")),
            isMarkedRead: row.optionalNumber("is_set").map { $0 != 0 && row.number("at") < readBefore },
            isExternal: row.bool("is_external"),
            language: row.optionalText("language").flatMap { $0.split(separator: "-").first?.lowercased() })
    }

    private func picture(_ row: SQLRow) -> FrontPageRanking.Candidate.Picture {
        // A picture that came with the full text, when the story was opened, does not count in this slot, because the
        // page would move.
        guard row.optionalNumber("picture_id") != nil, row.number("retry_at") <= slotStart,
            (row.optionalNumber("added_from_full_text_at") ?? 0) <= slotStart
        else { return .none }
        return row.int("width") >= PictureDetails.largeWidth ? .large : .small
    }
}
