/// A query for the number of new stories in a scope.
struct NewStoryCountQuery {
    let transaction: Transaction
    let reader: Int64
    var scope = StoryScope.followed

    /// Returns the number of stories after `story`, up to 1,000. A duplicate group counts once, or not at all if one of
    /// its stories is older.
    func count(after story: Int64) throws -> Int {
        try transaction.count(
            """
            select count(*) from (
              select distinct coalesce(g.group_id, cs.story_id) as one
              from subscription u join channel c on c.id = u.channel_id and c.newest_story_id > ?
              join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > ?
              left join story_group g on g.story_id = cs.story_id
              where u.reader_id = ?\(scope.condition) and coalesce(g.group_id, cs.story_id) > ?
                \(scope.storyCondition("cs.story_id", reader: "u.reader_id")) limit 1000
            ) as counted
            """, [.number(story), .number(story), .number(reader)] + scope.arguments + [.number(story)])
    }

    /// Returns the ID of the newest stored story, through which *mark all* reads; nil without stories.
    func highestStoryID() throws -> Int64? { try transaction.number("select max(id) from story") }
}
