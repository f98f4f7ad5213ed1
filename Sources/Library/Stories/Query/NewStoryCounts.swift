struct NewStoryCounts {
    let transaction: Transaction
    let reader: Int64
    var scope = StoryScope.followed

    /// Counts a duplicate group once, or not if one of its stories is older than `story`.
    func count(after story: Int64) throws -> Int {
        try transaction.count(
            """
            select count(*) from (
              select distinct coalesce(g.group_id, cs.story_id) as one
              from subscription u join channel c on c.id = u.channel_id and c.newest_story > ?
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > ?
              left join story_group g on g.story_id = cs.story_id
              where u.reader_id = ?\(scope.condition) and coalesce(g.group_id, cs.story_id) > ?
                \(MuteSQL.storyCondition("cs.story_id", reader: "u.reader_id")) limit 1000
            ) as counted
            """, [.number(story), .number(story), .number(reader)] + scope.arguments + [.number(story)])
    }

    /// What *mark all* reads through.
    func highestStoryID() throws -> Int64? { try transaction.number("select max(id) from story") }
}
