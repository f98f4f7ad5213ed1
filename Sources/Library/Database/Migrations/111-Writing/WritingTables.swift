/// Schema version 111: what readers write and do at origins, their accounts there, and what only they see there. Nothing of
/// it is in a story's or a comment's row. Sessions are sealed in `secret`.
///
/// `outbox.state` is `OutboxState`'s; its row names a story and a comment by their stored id and key. `sent_at` stays until
/// the fate of the request is known; `was_unknown` is 1 once it was not. `claimed_by` is the process that carries the action
/// out (`ProcessPresence`). `draft` has 0 for what its kind does not need. An item's key is empty for the story itself.
enum WritingTables {
    static let sql = accounts + outbox + drafts

    private static let accounts = """
        create table member_account (
            reader_id bigint not null references reader (id), source_id bigint not null references source (id),
            name text not null, signed_in_at bigint not null, lost_at bigint, karma bigint, replies_checked_at bigint,
            replies_due_at bigint not null default 0, replies_interval bigint not null default 0,
            primary key (reader_id, source_id)
        ) {compact};
        create table member_item (
            reader_id bigint not null references reader (id), story_id bigint not null references story (id),
            item_key text not null, source_id bigint not null references source (id), vote text not null,
            offers text not null default '[]', is_own smallint not null default 0, is_favourite smallint,
            is_hidden smallint, is_flagged smallint, fetched_at bigint, primary key (reader_id, story_id, item_key)
        ) {compact};
        create index member_item_story on member_item (story_id);
        create index member_item_source on member_item (reader_id, source_id);
        create table reply (
            reader_id bigint not null references reader (id), source_id bigint not null references source (id),
            comment_key text not null, story_key text not null, story_title text, author text, html text not null,
            plain text not null, published_at bigint, link text, received_at bigint not null, seen_at bigint,
            primary key (reader_id, source_id, comment_key)
        ) {compact};
        create index reply_order on reply (reader_id, received_at);

        """

    private static let outbox = """
        create table outbox (
            id {identity}, reader_id bigint not null references reader (id),
            source_id bigint not null references source (id), story_id bigint, comment_key text, kind text not null,
            payload text not null, token text, state text not null, outcome text, created_at bigint not null,
            sent_at bigint, ended_at bigint, attempts bigint not null default 0,
            was_unknown smallint not null default 0, claimed_by text, claimed_at bigint, unique (reader_id, token)
        );
        create index outbox_reader on outbox (reader_id, created_at);
        create index outbox_story on outbox (story_id) where story_id is not null;
        create index outbox_sending on outbox (state, id) where state = 'sending';
        create index outbox_ended on outbox (ended_at) where ended_at is not null;

        """

    private static let drafts = """
        create table draft (
            reader_id bigint not null references reader (id), kind text not null, story_id bigint not null,
            comment_id bigint not null, source_id bigint not null, title text not null, url text not null,
            text text not null, revision bigint not null, updated_at bigint not null,
            primary key (reader_id, kind, story_id, comment_id, source_id)
        ) {compact};
        create index draft_story on draft (story_id) where story_id > 0;
        create table guest_author (
            reader_id bigint not null primary key references reader (id), name text not null, email text not null,
            url text not null, is_cookie_allowed smallint not null default 0
        );

        """
}
