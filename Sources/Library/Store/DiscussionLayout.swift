/// What people say under stories: the thread of each story that was asked for, what the origin said of it, and how far each
/// reader has read.
///
/// `rank` orders a story's thread as the origin has it, answers right behind what they answer; `depth` is 0 at the top.
/// Ids rise with arrival, so that a visit is one number: what is above it came later. `story_mention` holds for a day where
/// a story's page is discussed.
enum DiscussionLayout {
    static let sql = """
        alter table story add column points bigint;
        alter table story add column kind text not null default 'story';
        alter table story add column poll text not null default '[]';
        create index story_discussion on story (discussion) where discussion is not null;
        create table discussion (
            story_id bigint not null primary key references story (id), claimed_until bigint not null default 0,
            asked_at bigint, answered_at bigint, fresh_until bigint not null default 0, wait_until bigint,
            memory {bytes}, rules bigint not null default 0, missing bigint not null default 0, is_open smallint,
            error text, http_status bigint, why text, complaints text not null default '[]'
        );
        create table comment (
            id {identity}, story_id bigint not null references story (id), key text not null, parent text,
            rank bigint not null, depth bigint not null, author text, author_page text,
            is_by_author smallint not null default 0, html text not null, plain text not null, published_at bigint,
            link text, kind text not null, standing text not null, fade bigint not null default 0,
            arrived_at bigint not null, digest bigint not null, unique (story_id, key)
        );
        create index comment_rank on comment (story_id, rank);
        create index comment_link on comment (link) where link is not null;
        create table discussion_visit (
            reader_id bigint not null references reader (id), story_id bigint not null references story (id),
            seen_at bigint not null, seen_comment bigint not null, seen_count bigint not null, before_comment bigint,
            primary key (reader_id, story_id)
        ) {compact};
        create index discussion_visit_story on discussion_visit (story_id);
        create table story_mention (
            story_id bigint not null references story (id), source_id bigint not null references source (id),
            asked_at bigint not null, found text not null default '[]', error text, primary key (story_id, source_id)
        ) {compact};

        """
}
