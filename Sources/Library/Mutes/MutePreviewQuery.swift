import Foundation
import News

/// A query for the stories that a rule would hide.
struct MutePreviewQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// Finds the stories that a rule would hide.
    /// - Parameter size: the number of newest stories to return.
    func preview(of rule: MuteRule, showing size: Int) throws -> MutePreview {
        var (count, refs, candidates) = (0, [StoryReference](), [Int64: StoryMatchCandidate]())
        let isPartial = try forEachMatch(of: rule) { story, channel, candidate in
            count += 1
            guard refs.count < size else { return }
            refs.append(StoryReference(story: story, channel: channel, sortKey: 0))
            candidates[story] = candidate
        }
        let matcher = MuteMatcher(rule)
        let newest = try StoryRowQuery(transaction: transaction, reader: reader, now: now).rows(of: refs).map { row in
            let found = candidates[row.id.rawValue].map(matcher.explanation)
            return MutePreviewStory(
                row: row, title: found?.title ?? [SnippetPart(text: row.title, isMatch: false)],
                excerpt: found?.excerpt ?? [])
        }
        return MutePreview(rule: rule, count: BoundedCount(counted: count), newest: newest, isPartial: isPartial)
    }

    /// Calls `found` for each matching story; returns true if more stories remain unchecked.
    private func forEachMatch(
        of rule: MuteRule, _ found: (_ story: Int64, _ channel: Int64, StoryMatchCandidate?) throws -> Void
    ) throws -> Bool {
        if let channel = rule.channel?.rawValue {
            let stories = try transaction.numbers(
                """
                select story_id from channel_story where channel_id = ?
                order by shown_at desc, story_id desc limit \(BoundedCount.limit + 1)
                """, [.number(channel)])
            for story in stories { try found(story, channel, nil) }
            return false
        }
        let matcher = MuteMatcher(rule)
        var (below, checked) = (Int64.max, 0)
        while checked < MuteService.previewLimit {
            let stories = try StoryMatchCandidate.newest(
                transaction, below: below, size: 2000, withText: rule.inText)
            let matches = stories.filter { matcher.matches($0.story) }
            let channels = try followedChannels(of: matches.map(\.id))
            for (id, story) in matches {
                if let channel = channels[id] { try found(id, channel, story) }
            }
            guard let last = stories.last, stories.count == 2000 else { return false }
            below = last.id
            checked += stories.count
        }
        return true
    }

    private func followedChannels(of stories: [Int64]) throws -> [Int64: Int64] {
        let list = SQLList(stories)
        let found = try transaction.all(
            """
            select cs.story_id, min(cs.channel_id) as channel_id from channel_story cs
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id in \(list.sql) group by cs.story_id
            """, [.number(reader)] + list.arguments
        ) { ($0.number("story_id"), $0.number("channel_id")) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

/// The effect of a rule before it is saved.
public struct MutePreview: Sendable {
    /// The previewed rule.
    public var rule: MuteRule
    /// The number of matches among the checked stories.
    public var count: BoundedCount
    /// The newest matches.
    public var newest: [MutePreviewStory]
    /// True if `MuteService.previewLimit` was reached.
    public var isPartial: Bool

    public init(rule: MuteRule, count: BoundedCount, newest: [MutePreviewStory], isPartial: Bool = false) {
        self.rule = rule
        self.count = count
        self.newest = newest
        self.isPartial = isPartial
    }
}

/// A story that a rule would hide, with the reason.
public struct MutePreviewStory: Sendable {
    /// The row of the story.
    public var row: StoryRow
    /// The parts of the title, matching or not.
    public var title: [SnippetPart]
    /// The text around a match outside the title (in the summary, the text, the byline or the link); otherwise empty.
    public var excerpt: [SnippetPart]

    public init(row: StoryRow, title: [SnippetPart], excerpt: [SnippetPart]) {
        self.row = row
        self.title = title
        self.excerpt = excerpt
    }
}
