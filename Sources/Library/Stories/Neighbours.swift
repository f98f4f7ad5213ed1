import News

/// The stories before and after one in a list.
struct Neighbours {
    let session: Session
    let reader: Int64

    func around(_ story: Candidate, in list: StoryList) throws -> (next: Candidate?, previous: Candidate?) {
        let scope = try Scope(list, session)
        if list.isSaved { return try aroundSaved(story, in: scope) }
        let filter = StoryFilter(isUnreadOnly: list.isUnread)
        return (try below(story, in: scope, filter: filter), try above(story, in: scope, filter: filter))
    }

    private func below(_ story: Candidate, in scope: Scope, filter: StoryFilter) throws -> Candidate? {
        var listing = try Listing(session, reader: reader, scope: scope, filter: filter, below: story.place)
        while let candidate = try listing.next() {
            if isOther(candidate, than: story), try isShown(candidate, in: scope) { return candidate }
        }
        return nil
    }

    private func above(_ story: Candidate, in scope: Scope, filter: StoryFilter) throws -> Candidate? {
        var place = story.place
        while let candidate = try nextAbove(place, in: scope, filter: filter) {
            if isOther(candidate, than: story), try isShown(candidate, in: scope) { return candidate }
            place = candidate.place
        }
        return nil
    }

    /// One lookup for each channel whose newest story lies above.
    private func nextAbove(_ place: Place, in scope: Scope, filter: StoryFilter) throws -> Candidate? {
        var best: Candidate?
        for followed in try channels(in: scope, newestFrom: place.shownAt) {
            let candidate = try session.first(
                """
                select cs.story_id, cs.shown_at, g.group_id
                from channel_story cs
                left join mark m on m.reader_id = ? and m.kind = 2 and m.story_id = cs.story_id
                left join story_group g on g.story_id = cs.story_id
                where cs.channel_id = ? and (cs.shown_at, cs.story_id) > (?, ?)
                  and (? = 0 or coalesce(m.value, case when cs.story_id > ? then 0 else 1 end) = 0)
                  \(StoryMutes.condition("cs.story_id"))
                order by cs.shown_at, cs.story_id limit 1
                """,
                [.number(reader), .number(followed.channel)] + place.values
                    + [.flag(filter.isUnreadOnly), .number(followed.readThrough), .number(reader)]
            ) {
                Candidate(
                    story: $0.number(), channel: followed.channel, shownAt: $0.number(), group: $0.optionalNumber())
            }
            if let candidate, best.map({ candidate.place < $0.place }) ?? true { best = candidate }
        }
        return best
    }

    private func channels(in scope: Scope, newestFrom shownAt: Int64) throws -> [FollowedChannel] {
        var channels: [FollowedChannel] = []
        var pageEnd = (newestAt: Int64.max, channel: Int64.max)
        while true {
            let page = try FollowedChannel.page(session, reader: reader, scope: scope, after: pageEnd, size: 64)
            channels += page.prefix { $0.newestAt >= shownAt }
            guard let last = page.last, page.count == 64, last.newestAt >= shownAt else { return channels }
            pageEnd = (last.newestAt, last.channel)
        }
    }

    private func isOther(_ candidate: Candidate, than story: Candidate) -> Bool {
        candidate.story != story.story && (candidate.group == nil || candidate.group != story.group)
    }

    /// Of a group only the newest in the list is shown there.
    private func isShown(_ candidate: Candidate, in scope: Scope) throws -> Bool {
        guard let group = candidate.group else { return true }
        return try session.count(
            """
            select count(*) from story_group g join channel_story cs on cs.story_id = g.story_id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where g.group_id = ? and (cs.shown_at, cs.story_id) > (?, ?)\(scope.condition)
              \(StoryMutes.condition("cs.story_id", reader: "u.reader_id"))
            """, [.number(reader), .number(group)] + candidate.place.values + scope.value) == 0
    }

    private func aroundSaved(
        _ story: Candidate, in scope: Scope
    ) throws -> (next: Candidate?, previous: Candidate?) {
        let saved = try SavedStories(session: session, reader: reader, scope: scope)
            .newest(StoryDesk.deepest, filter: StoryFilter())
        guard let index = saved.firstIndex(where: { $0.story == story.story }) else { return (nil, nil) }
        return (
            index + 1 < saved.count ? saved[index + 1] : nil, index > 0 ? saved[index - 1] : nil
        )
    }
}
