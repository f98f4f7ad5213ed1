-- Marks, undo, mutes, reading progress.

create table mark (
    reader_id bigint not null references reader (id),
    kind smallint not null, -- 1 opened, 2 read, 3 saved, 4 ticked (`MarkKind.databaseValue`)
    story_id bigint not null,
    is_set smallint not null,
    at bigint not null,
    change_number bigint not null, -- of the last change; for the sync API, which asks what has changed since
    action_number bigint not null, -- the change number of the reader's action; undoing it leaves later ones alone
    primary key (reader_id, kind, story_id)
) {compact};
create index mark_saved on mark (reader_id, at, story_id) where kind = 3 and is_set = 1;
create index mark_unread on mark (reader_id, story_id) where kind = 2 and is_set = 0;
create index mark_ticked on mark (reader_id, at, story_id) where kind = 4 and is_set = 1;
create index mark_kept on mark (story_id) where (kind = 3 or kind = 4) and is_set = 1; -- exempt from retention

create table undo (
    id {identity},
    reader_id bigint not null references reader (id),
    change_number bigint not null,
    mark_count bigint not null, -- marks that it would change back
    created_at bigint not null,
    expires_at bigint not null
);
create index undo_reader on undo (reader_id, created_at);

create table undo_mark (
    undo_id bigint not null references undo (id),
    kind smallint not null,
    story_id bigint not null,
    previous_is_set smallint, -- null if there was no mark
    previous_at bigint,
    previous_action_number bigint,
    was_effectively_set smallint not null, -- the state that lists showed, by a mark or by read_through
    primary key (undo_id, kind, story_id)
) {compact};

create table undo_read_through (
    undo_id bigint not null references undo (id),
    channel_id bigint not null,
    previous_read_through bigint not null,
    new_read_through bigint not null,
    primary key (undo_id, channel_id)
) {compact};

create table undo_subscription (
    undo_id bigint not null references undo (id),
    channel_id bigint not null,
    is_removal smallint not null,
    folder_path text,
    title text,
    read_through bigint not null,
    followed_at bigint not null,
    primary key (undo_id, channel_id)
) {compact};

create table undo_mute (
    undo_id bigint not null references undo (id),
    mute_id bigint not null,
    previous_mute text, -- JSON; null if there was none
    primary key (undo_id, mute_id)
) {compact};

-- A feed's mute is its row; other kinds list hidden stories in `muted_story`, so that lists need one lookup.
create table mute (
    id {identity},
    reader_id bigint not null references reader (id),
    kind text not null,
    words text not null,
    channel_id bigint references channel (id),
    matches_text smallint not null default 0, -- else only titles
    created_at bigint not null,
    expires_at bigint not null, -- the largest number for never
    applied_down_to_story_id bigint not null default 0 -- 0 when done
);
create index mute_reader on mute (reader_id, channel_id);
create index mute_expires on mute (expires_at);
create index mute_unapplied on mute (applied_down_to_story_id) where applied_down_to_story_id > 0;

create table muted_story (
    reader_id bigint not null references reader (id),
    story_id bigint not null,
    mute_id bigint not null,
    primary key (reader_id, story_id, mute_id)
) {compact};
create index muted_story_mute on muted_story (mute_id, story_id);
create index muted_story_story on muted_story (story_id);

create table reading_progress (
    reader_id bigint not null references reader (id),
    story_id bigint not null,
    part bigint not null, -- the text, or the place in an audio or video file
    position bigint not null,
    length bigint not null,
    anchor bigint not null default 0, -- the paragraph at the top of the screen
    updated_at bigint not null,
    primary key (reader_id, story_id, part)
) {compact};
create index reading_progress_story on reading_progress (story_id);

create table last_visited_path (
    reader_id bigint not null references reader (id),
    edition text not null,
    path text not null,
    primary key (reader_id, edition)
) {compact};
