/// What has come in for a reader lately.
struct Arrivals {
    let session: Session
    let reader: Int64
    /// In what; the highest story of the house is the same for all.
    var scope = Scope.everything

    /// A group counts once, and not at all when one that tells the same was there before.
    func count(after story: Int64) throws -> Int {
        try session.count(
            """
            select count(*) from (
              select distinct coalesce(g.group_id, cs.story_id) as one
              from subscription u join channel c on c.id = u.channel_id and c.newest_story > ?
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > ?
              left join story_group g on g.story_id = cs.story_id
              where u.reader_id = ?\(scope.condition) and coalesce(g.group_id, cs.story_id) > ?
                \(StoryMutes.condition("cs.story_id", reader: "u.reader_id")) limit 1000
            ) as counted
            """, [.number(story), .number(story), .number(reader)] + scope.value + [.number(story)])
    }

    func newest() throws -> Int64? {
        let newest = try session.number(
            """
            select max(c.newest_story) from subscription u join channel c on c.id = u.channel_id
            where u.reader_id = ?\(scope.condition)
            """, [.number(reader)] + scope.value)
        return newest == 0 ? nil : newest
    }

    /// The highest story of the house: what *mark all* goes through.
    func highest() throws -> Int64? { try session.number("select max(id) from story") }
}
