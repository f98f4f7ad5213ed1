/// Readers, subscriptions, marks, undo, mutes, reading progress, sign-in.
struct ReaderTables {
    let version: Int

    var sql: String { lists + marks + Self.mutes + progress + Self.signIn }

    private func until102(_ columns: String) -> String { version < 103 ? columns : "" }

    private var storyIndexes: String {
        version < 108 ? "create index mark_story on mark (story_id) where kind = 3 and value = 1;" : KeptMarks.indexes
    }

    private var lists: String {
        """
        create table reader (
            id {identity}, name text not null, preferences text not null default '{}',
            change_number bigint not null default 0, made_at bigint not null, password text
        );
        insert into reader (name, made_at) values ('', 0);
        create table visit (
            reader_id bigint not null primary key references reader (id), \(until102("began_at bigint not null,"))
            seen_at bigint not null, seen_story bigint not null, before_at bigint, before_story bigint
        );

        create table folder (
            id {identity}, reader_id bigint references reader (id), title text not null, path text not null,
            position bigint not null, edition text, is_listed smallint not null default 1, unique (reader_id, path)
        );
        create index folder_order on folder (reader_id, position);
        create unique index folder_edition on folder (edition, path) where edition is not null;
        create index folder_edition_order on folder (edition, is_listed, position) where edition is not null;
        insert into folder (id, reader_id, title, path, position) values (0, null, 'Other', '', 9000000000);
        create table section_channel (
            section_id bigint not null references folder (id), channel_id bigint not null references channel (id),
            position bigint not null, address text not null, primary key (section_id, channel_id)
        ) {compact};
        create index section_channel_channel on section_channel (channel_id);

        create table subscription (
            reader_id bigint not null references reader (id), channel_id bigint not null references channel (id),
            folder_id bigint not null default 0 references folder (id), title text,
            read_through bigint not null default 0, newest_at bigint not null default 0, followed_at bigint not null,
            is_followed smallint not null default 1, primary key (reader_id, channel_id)
        ) {compact};
        create index subscription_folder on subscription (reader_id, folder_id, newest_at, channel_id);
        create index subscription_newest on subscription (reader_id, newest_at, channel_id);
        create index subscription_channel on subscription (channel_id);

        create table recent_search (
            reader_id bigint not null references reader (id), words text not null, at bigint not null,
            primary key (reader_id, words)
        ) {compact};

        """
    }

    /// `kind`: 1 opened, 2 read, 3 saved, 4 ticked (`MarkKind.databaseValue`). `change_number` is not read yet: the coming sync API
    /// needs it to tell what has changed since.
    private var marks: String {
        """
        create table mark (
            reader_id bigint not null references reader (id), kind smallint not null, story_id bigint not null,
            value smallint not null, at bigint not null, change_number bigint not null, deed bigint not null,
            primary key (reader_id, kind, story_id)
        ) {compact};
        create index mark_saved on mark (reader_id, at, story_id) where kind = 3 and value = 1;
        create index mark_unread on mark (reader_id, story_id) where kind = 2 and value = 0;
        \(storyIndexes)

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
            \(until102("folder_title text, "))folder_path text, title text, read_through bigint not null, followed_at bigint not null,
            primary key (undo_id, channel_id)
        ) {compact};
        create table undo_mute (
            undo_id bigint not null references undo (id), mute_id bigint not null, was text,
            primary key (undo_id, mute_id)
        ) {compact};

        """
    }

    /// A feed's mute is its row; other kinds list hidden stories in `muted_story`, so that lists need one lookup.
    /// `until_at`: largest number for no end. `swept_to`: story down to which the rule was applied, 0 when done.
    private static let mutes = """
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

        """

    private var progress: String {
        """
        create table reading_progress (
            reader_id bigint not null references reader (id), story_id bigint not null, part bigint not null,
            at bigint not null, whole bigint not null, anchor bigint not null default 0, kept_at bigint not null,
            primary key (reader_id, story_id, part)
        ) {compact};
        create index reading_progress_story on reading_progress (story_id);
        create table last_visited_path (
            reader_id bigint not null references reader (id), edition text not null, path text not null,
            \(until102("kept_at bigint not null, "))primary key (reader_id, edition)
        ) {compact};

        """
    }

    /// Tokens are hashed. Never in a backup. `session_id` is the device's last session, possibly ended.
    private static let signIn = """
        create table reader_session (
            id {identity}, reader_id bigint not null references reader (id), hash text not null unique,
            way text not null, made_at bigint not null, seen_at bigint not null, expires_at bigint not null,
            agent text, address text
        );
        create index reader_session_reader on reader_session (reader_id, seen_at);
        create table one_time_link (
            hash text not null primary key, reader_id bigint not null references reader (id), made_at bigint not null,
            expires_at bigint not null, spent_at bigint
        );
        create table guess (
            caller text not null primary key, failures bigint not null, last_at bigint not null,
            wait_until bigint not null
        );
        create table sign_in_device (
            hash text not null primary key, reader_id bigint not null references reader (id),
            session_id bigint not null, made_at bigint not null, seen_at bigint not null, expires_at bigint not null
        );
        create index sign_in_device_reader on sign_in_device (reader_id, seen_at);
        create index sign_in_device_session on sign_in_device (session_id);

        """
}
