/// Pictures, sources, channels, editions, refresh log, back-off.
struct ChannelTables {
    let version: Int

    private func until102(_ columns: String) -> String { version < 103 ? columns : "" }

    /// `next_page`: the source's cursor behind the oldest story imported without a gap, null at the end. `is_finding`:
    /// holds what was found here, which are search results or a topic's matches, and is never refreshed. `asks_whole`: no
    /// validators.
    var sql: String {
        """
        create table picture (
            id {identity}, address text not null unique, width bigint, height bigint, colour text,
            measured_at bigint, failed_until bigint, claimed_until bigint not null default 0
        );
        create index picture_unmeasured on picture (id) where measured_at is null;
        create index picture_claimed on picture (id) where claimed_until > 0;
        create table picture_rendition (
            picture_id bigint not null references picture (id), address text not null, width bigint not null,
            height bigint not null, primary key (picture_id, address)
        ) {compact};

        create table source (
            id {identity}, kind text not null, address text not null\(until102(", made_at bigint not null")), unique (kind, address)
        );

        create table channel (
            id {identity}, source_id bigint not null references source (id), address text not null, host text not null,
            title text not null, site text, about text, \(until102("language text, "))format text,
            icon_id bigint references picture (id),\(until102(" ordering smallint not null default 0,"))
            memory {bytes}, state text not null default 'new', reason text not null default '',
            due_at bigint, due_for text not null default 'due', claimed_until bigint not null default 0,
            asked_at bigint, answered_at bigint, whole_at bigint, changed_at bigint, wait_until bigint,
            fresh_until bigint not null default 0, asks_whole smallint not null default 0,
            failures bigint not null default 0, error text, http_status bigint, complaints text not null default '[]',
            moved_to text, moved_seen bigint not null default 0,
            newest_at bigint not null default 0, newest_story bigint not null default 0,\(until102(" made_at bigint not null,"))
            full_text text not null default 'automatic', next_page text, is_finding smallint not null default 0,
            unique (source_id, address)
        );
        create index channel_due on channel (due_at) where due_at is not null;
        create index channel_host on channel (host, claimed_until);
        create index channel_full_text on channel (id) where full_text = 'always';

        create table refresh_log (
            id {identity}, channel_id bigint not null references channel (id), at bigint not null, reason text,
            outcome text not null, \(version < 102 ? "words text not null, " : "")new_stories bigint not null, took bigint not null,
            status bigint\(version < 102 ? "" : ", changed_stories bigint not null default 0, detail text")
        );
        create index refresh_log_channel on refresh_log (channel_id, id);

        create table host_backoff (host text not null primary key, wait_until bigint not null);

        create table edition (id text not null primary key, directory_id bigint references channel (id));
        create index edition_directory on edition (directory_id) where directory_id is not null;

        """
    }
}
