import Foundation
import News

/// A query for the neighbours of a story in a list.
struct AdjacentStoriesQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    var options = StoryListOptions()

    func around(
        _ story: StoryReference, in list: StoryList
    ) throws -> (next: StoryReference?, previous: StoryReference?) {
        if case .search(let query, let list) = list { return try aroundFound(story, query, in: list) }
        let scope = try StoryScope(list, for: reader, transaction)
        let filter = StoryFilter(isUnreadOnly: list.isUnread || options.isUnreadOnly)
        let (older, newer): (StoryReference?, StoryReference?) =
            if let kind = list.markKind {
                try aroundMarked(story, kind, in: scope, filter: filter)
            } else {
                (try below(story, in: scope, filter: filter), try above(story, in: scope, filter: filter))
            }
        return options.order == .newestFirst ? (older, newer) : (newer, older)
    }

    private func below(_ story: StoryReference, in scope: StoryScope, filter: StoryFilter) throws -> StoryReference? {
        var cursor = try MergedStoryCursor(
            transaction, reader: reader, scope: scope, filter: filter, below: story.cursor)
        while let ref = try cursor.next() {
            if isOther(ref, than: story), try isShown(ref, in: scope) { return ref }
        }
        return nil
    }

    private func above(_ story: StoryReference, in scope: StoryScope, filter: StoryFilter) throws -> StoryReference? {
        var position = story.cursor
        let sortKey = try scope.sortKey(for: reader, transaction)
        while let ref = try nextAbove(position, in: scope, sortKey, filter: filter) {
            if isOther(ref, than: story), try isShown(ref, in: scope) { return ref }
            position = ref.cursor
        }
        return nil
    }

    /// Finds the next story above a position, with one lookup per channel whose newest story lies above it.
    private func nextAbove(
        _ position: ListCursor, in scope: StoryScope, _ sortKey: StorySortKey, filter: StoryFilter
    ) throws -> StoryReference? {
        var best: StoryReference?
        for followed in try channels(in: scope, newestFrom: sortKey == .date ? position.sortKey : .min) {
            let ref = try transaction.first(
                """
                select cs.story_id, \(sortKey.column) as sort_key, g.group_id
                from channel_story cs
                left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue)
                  and m.story_id = cs.story_id
                left join story_group g on g.story_id = cs.story_id
                where cs.channel_id = ? \(sortKey.indexCondition) and (\(sortKey.column), cs.story_id) > (?, ?)
                  and (? = 0 or coalesce(m.is_set, case when cs.story_id > ? then 0 else 1 end) = 0)
                  \(scope.storyCondition("cs.story_id"))
                order by \(sortKey.column), cs.story_id limit 1
                """,
                [.number(reader), .number(followed.channel)] + position.arguments
                    + [.bool(filter.isUnreadOnly), .number(followed.readThrough), .number(reader)]
            ) {
                StoryReference(
                    story: $0.number("story_id"), channel: followed.channel, sortKey: $0.number("sort_key"),
                    group: $0.optionalNumber("group_id"))
            }
            if let ref, best.map({ ref.cursor < $0.cursor }) ?? true { best = ref }
        }
        return best
    }

    private func channels(in scope: StoryScope, newestFrom shownAt: Int64) throws -> [FollowedChannel] {
        var channels: [FollowedChannel] = []
        var pageEnd = (newestAt: Int64.max, channel: Int64.max)
        while true {
            let page = try FollowedChannel.page(transaction, reader: reader, scope: scope, after: pageEnd, size: 64)
            channels += page.prefix { $0.newestAt >= shownAt }
            guard let last = page.last, page.count == 64, last.newestAt >= shownAt else { return channels }
            pageEnd = (last.newestAt, last.channel)
        }
    }

    private func isOther(_ ref: StoryReference, than story: StoryReference) -> Bool {
        ref.story != story.story && (ref.group == nil || ref.group != story.group)
    }

    /// Returns true if the list shows the story: lists show only the first story of a duplicate group.
    private func isShown(_ ref: StoryReference, in scope: StoryScope) throws -> Bool {
        guard let group = ref.group else { return true }
        let comparison = options.order == .newestFirst ? ">" : "<"
        let sortKey = try scope.sortKey(for: reader, transaction)
        return try transaction.count(
            """
            select count(*) from story_group g join channel_story cs on cs.story_id = g.story_id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where g.group_id = ? and (\(sortKey.column), cs.story_id) \(comparison) (?, ?)\(scope.condition)
              \(scope.storyCondition("cs.story_id", reader: "u.reader_id"))
            """, [.number(reader), .number(group)] + ref.cursor.arguments + scope.arguments) == 0
    }

    /// Returns the neighbours among the results of a search. A story that has just left them, as it is no longer unread, has
    /// its neighbours by date.
    private func aroundFound(
        _ story: StoryReference, _ typed: String, in list: StoryList
    ) throws -> (StoryReference?, StoryReference?) {
        let query = SearchQuery(typed, now: now)
        let found = try SearchListQuery(transaction: transaction, reader: reader).find(query, in: list).references
        if let index = found.firstIndex(where: { !isOther($0, than: story) }) {
            return (index + 1 < found.count ? found[index + 1] : nil, index > 0 ? found[index - 1] : nil)
        }
        guard query.order == .newest else { return (nil, nil) }
        return (found.first { $0.cursor < story.cursor }, found.last { $0.cursor > story.cursor })
    }

    private func aroundMarked(
        _ story: StoryReference, _ kind: MarkKind, in scope: StoryScope, filter: StoryFilter
    ) throws -> (StoryReference?, StoryReference?) {
        let query = MarkedStoriesQuery(transaction: transaction, reader: reader, kind: kind, scope: scope)
        let marked = try query.first(StoryService.maxDepth, filter: StoryFilter())
        guard let index = marked.firstIndex(where: { $0.story == story.story }) else { return (nil, nil) }
        guard filter.isUnreadOnly else {
            return (index + 1 < marked.count ? marked[index + 1] : nil, index > 0 ? marked[index - 1] : nil)
        }
        // The story itself has just been read, so its position comes from the unfiltered list.
        let unread = Set(try query.first(StoryService.maxDepth, filter: filter).map(\.story))
        func isUnread(_ ref: StoryReference) -> Bool { unread.contains(ref.story) }
        return (marked.dropFirst(index + 1).first(where: isUnread), marked.prefix(index).last(where: isUnread))
    }
}
