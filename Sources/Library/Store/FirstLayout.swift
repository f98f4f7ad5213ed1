/// The first layout (decisions 5–9 and 24). Names are singular; instants are milliseconds since 1970 UTC.
/// Kinds of mark: 1 opened, 2 read, 3 saved (`MarkKind.number`).
enum FirstLayout {
    static let sql = origins + stories + readers + records

    private static let origins = """
        create table picture (
            id {identity}, address text not null unique, width bigint, height bigint, colour text,
            measured_at bigint, failed_until bigint
        );
        create index picture_unmeasured on picture (id) where measured_at is null;

        create table source (
            id {identity}, kind text not null, address text not null, made_at bigint not null, unique (kind, address)
        );

        create table channel (
            id {identity}, source_id bigint not null references source (id), address text not null, host text not null,
            title text not null, site text, about text, language text, format text,
            icon_id bigint references picture (id), ordering smallint not null default 0,
            memory {bytes}, state text not null default 'new', reason text not null default '',
            due_at bigint, due_for text not null default 'due', claimed_until bigint not null default 0,
            asked_at bigint, answered_at bigint, whole_at bigint, changed_at bigint, wait_until bigint,
            failures bigint not null default 0, error text, http_status bigint, complaints text not null default '[]',
            moved_to text, moved_seen bigint not null default 0,
            newest_at bigint not null default 0, newest_story bigint not null default 0, made_at bigint not null,
            unique (source_id, address)
        );
        create index channel_due on channel (due_at) where due_at is not null;
        create index channel_host on channel (host, claimed_until);

        create table refresh_decision (
            id {identity}, channel_id bigint not null references channel (id), at bigint not null, reason text,
            outcome text not null, words text not null, new_stories bigint not null, took bigint not null,
            status bigint
        );
        create index refresh_decision_channel on refresh_decision (channel_id, id);

        """

    private static let stories = """
        create table story (
            id {identity}, source_id bigint not null references source (id), key text not null,
            digest bigint not null, title text not null, dek text, byline text, link text, external_link text,
            shown_at bigint not null, published_at bigint, updated_at bigint, arrived_at bigint not null,
            language text, direction text not null, topics text not null default '[]', words bigint not null,
            picture_count bigint not null default 0, has_audio smallint not null default 0,
            has_video smallint not null default 0, enclosures text not null default '[]', discussion text,
            comment_count bigint, link_key bigint, title_key bigint, purged_at bigint, unique (source_id, key)
        );
        create index story_link on story (link_key) where link_key is not null;
        create index story_title on story (title_key) where title_key is not null;

        create table story_text (
            story_id bigint not null primary key references story (id), html text not null, plain text not null,
            rules bigint not null
        );
        create table story_original (
            story_id bigint not null primary key references story (id), packed {bytes} not null, size bigint not null,
            base text
        );
        create table story_picture (
            story_id bigint not null references story (id), position bigint not null,
            picture_id bigint not null references picture (id), alt text, caption text, credit text,
            primary key (story_id, position)
        ) {compact};
        create index story_picture_picture on story_picture (picture_id);

        create table story_group (
            story_id bigint not null primary key references story (id), group_id bigint not null
        );
        create index story_group_group on story_group (group_id, story_id);

        create table channel_story (
            channel_id bigint not null references channel (id), story_id bigint not null references story (id),
            rank bigint not null default 0, shown_at bigint not null, primary key (channel_id, story_id)
        ) {compact};
        create index channel_story_shown on channel_story (channel_id, shown_at, story_id);
        create index channel_story_story on channel_story (story_id);
        {search}

        """

    private static let readers = """
        create table reader (
            id {identity}, name text not null, preferences text not null default '{}',
            change_number bigint not null default 0, made_at bigint not null
        );
        insert into reader (name, made_at) values ('', 0);
        create table visit (
            reader_id bigint not null primary key references reader (id), began_at bigint not null,
            seen_at bigint not null, seen_story bigint not null, before_at bigint, before_story bigint
        );

        create table folder (
            id {identity}, reader_id bigint references reader (id), title text not null, path text not null,
            position bigint not null, unique (reader_id, path)
        );
        create index folder_order on folder (reader_id, position);
        insert into folder (id, reader_id, title, path, position) values (0, null, 'Other', '', 9000000000);

        create table subscription (
            reader_id bigint not null references reader (id), channel_id bigint not null references channel (id),
            folder_id bigint not null default 0 references folder (id), title text,
            read_through bigint not null default 0, newest_at bigint not null default 0, followed_at bigint not null,
            primary key (reader_id, channel_id)
        ) {compact};
        create index subscription_folder on subscription (reader_id, folder_id, newest_at, channel_id);
        create index subscription_newest on subscription (reader_id, newest_at, channel_id);
        create index subscription_channel on subscription (channel_id);

        """

    private static let records = """
        create table mark (
            reader_id bigint not null references reader (id), kind smallint not null, story_id bigint not null,
            value smallint not null, at bigint not null, change_number bigint not null, deed bigint not null,
            primary key (reader_id, kind, story_id)
        ) {compact};
        create index mark_saved on mark (reader_id, at, story_id) where kind = 3 and value = 1;
        create index mark_unread on mark (reader_id, story_id) where kind = 2 and value = 0;
        create index mark_story on mark (story_id) where kind = 3 and value = 1;

        create table undo (
            id {identity}, reader_id bigint not null references reader (id), change_number bigint not null,
            size bigint not null, made_at bigint not null, expires_at bigint not null
        );
        create index undo_reader on undo (reader_id, made_at);
        create table undo_mark (
            undo_id bigint not null references undo (id), kind smallint not null, story_id bigint not null,
            was smallint, was_at bigint, was_deed bigint,
            was_state smallint not null, primary key (undo_id, kind, story_id)
        ) {compact};
        create table undo_through (
            undo_id bigint not null references undo (id), channel_id bigint not null, was bigint not null,
            became bigint not null, primary key (undo_id, channel_id)
        ) {compact};
        create table undo_subscription (
            undo_id bigint not null references undo (id), channel_id bigint not null, is_removal smallint not null,
            folder_title text, folder_path text, title text, read_through bigint not null, followed_at bigint not null,
            primary key (undo_id, channel_id)
        ) {compact};

        create table recent_search (
            reader_id bigint not null references reader (id), words text not null, at bigint not null,
            primary key (reader_id, words)
        ) {compact};
        """
}
