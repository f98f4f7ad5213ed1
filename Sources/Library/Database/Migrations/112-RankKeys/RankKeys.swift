/// Schema version 112: a channel's own order has a column of its own. Until then its stories had that order's times for
/// dates, so that a list of several channels began with whichever had been refreshed last.
enum RankKeys {
    static let column = "rank_key bigint"

    static let index = """
        create index channel_story_ranked on channel_story (channel_id, rank_key, story_id)
          where rank_key is not null;

        """

    static let sql = """
        alter table channel_story add column \(column);
        update channel_story
          set rank_key = shown_at, shown_at = (select s.shown_at from story s where s.id = channel_story.story_id)
          where channel_id in (
            select distinct cs.channel_id from channel_story cs join story s on s.id = cs.story_id
            where cs.shown_at <> s.shown_at);
        \(index)
        update channel
          set newest_at = (select max(cs.shown_at) from channel_story cs where cs.channel_id = channel.id)
          where id in (select cs.channel_id from channel_story cs where cs.rank_key is not null);
        update subscription
          set newest_at = (select c.newest_at from channel c where c.id = subscription.channel_id)
          where channel_id in (select cs.channel_id from channel_story cs where cs.rank_key is not null);

        """
}
