/// What readers do not want to see, and where they stopped reading or listening.
///
/// A mute of a feed is its row alone; of any other the stories it hides are written down, so that lists need only look
/// whether a story is among them. `until_at` is the end of time where there is none; `swept_to` is the story down to
/// which it was judged, 0 when all were.
enum ComfortsLayout {
    static let sql = """
        create table mute (
            id {identity}, reader_id bigint not null references reader (id), kind text not null, words text not null,
            channel_id bigint references channel (id), in_text smallint not null default 0,
            made_at bigint not null, until_at bigint not null, swept_to bigint not null default 0
        );
        create index mute_reader on mute (reader_id, channel_id);
        create index mute_until on mute (until_at);
        create index mute_unswept on mute (swept_to) where swept_to > 0;
        create table muted_story (
            reader_id bigint not null references reader (id), story_id bigint not null, mute_id bigint not null,
            primary key (reader_id, story_id, mute_id)
        ) {compact};
        create index muted_story_mute on muted_story (mute_id, story_id);
        create index muted_story_story on muted_story (story_id);
        create table undo_mute (
            undo_id bigint not null references undo (id), mute_id bigint not null, was text,
            primary key (undo_id, mute_id)
        ) {compact};

        create table story_place (
            reader_id bigint not null references reader (id), story_id bigint not null, part bigint not null,
            at bigint not null, whole bigint not null, anchor bigint not null default 0, kept_at bigint not null,
            primary key (reader_id, story_id, part)
        ) {compact};
        create index story_place_story on story_place (story_id);

        """
}
