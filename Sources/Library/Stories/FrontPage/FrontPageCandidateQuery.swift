import News

/// Reads what `FrontPageRanking` weighs, with a bounded number of statements for each section.
struct FrontPageCandidateQuery {
    let transaction: Transaction
    let reader: Int64
    /// The whole page's: whose sources are counted.
    let page: StoryScope
    /// `FrontPageRanking.slotStart`.
    let slotStart: Int64

    /// Channels of a section that are looked into, those with the newest stories.
    private static let maxChannels = 10
    private static let maxCandidates = 20
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
                    isExternal: details.isExternal)
            }
        }
    }

    // MARK: Stories

    private struct FreshStory {
        var ref: StoryRef
        var readThrough: Int64
    }

    /// From the channels in turn, so that a busy one leaves room.
    private func freshStories(in section: StoryScope) throws -> [FreshStory] {
        let oldest = slotStart - Weights.freshFor
        var channels = try FollowedChannel.page(
            transaction, reader: reader, scope: section, after: (.max, .max), size: Self.maxChannels
        ).filter { $0.newestAt >= oldest }.map { followed in
            let cursor = ChannelCursor(reader: reader, followed: followed, filter: StoryFilter(), below: .top)
            return (cursor: cursor, readThrough: followed.readThrough)
        }
        var found: [FreshStory] = []
        while !channels.isEmpty {
            var remaining: [(cursor: ChannelCursor, readThrough: Int64)] = []
            for var channel in channels where found.count < Self.maxCandidates {
                guard let ref = try channel.cursor.peek(transaction), ref.shownAt >= oldest else { continue }
                channel.cursor.advance()
                found.append(FreshStory(ref: ref, readThrough: channel.readThrough))
                remaining.append(channel)
            }
            channels = remaining
        }
        return found
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
        /// Nil without a mark. A mark made in this slot does not count yet: the page would move.
        var isMarkedRead: Bool?
        var isExternal: Bool
    }

    private func details(of stories: [Int64]) throws -> [Int64: CandidateDetails] {
        let arguments: [SQLValue] = [.number(reader)] + page.arguments + [.number(reader)]
        let details = try transaction.all(
            """
            select s.id, s.arrived_at, sp.picture_id, sp.full_text_at, p.failed_until, p.width, s.words, (
                select count(distinct t.source_id) from story_group o join story t on t.id = o.story_id
                where o.group_id = g.group_id and exists (
                  select 1 from channel_story cs
                  join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
                  where cs.story_id = o.story_id\(page.condition))) as source_count,
              m.value, m.at, s.is_elsewhere
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
            isExternal: row.bool("is_elsewhere"))
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
