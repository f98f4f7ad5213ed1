-- Accounts at origins, and comments, votes and submissions on their way. Sessions are encrypted in `secret`.

create table member_account (
    reader_id bigint not null references reader (id),
    source_id bigint not null references source (id),
    name text not null,
    signed_in_at bigint not null,
    session_lost_at bigint, -- when the origin no longer knew the session
    karma bigint,
    replies_checked_at bigint,
    replies_due_at bigint not null default 0,
    replies_interval_seconds bigint not null default 0,
    primary key (reader_id, source_id)
) {compact};

-- A story or comment as its origin shows it to one member.
create table member_item (
    reader_id bigint not null references reader (id),
    story_id bigint not null references story (id),
    item_key text not null, -- of the comment; empty for the story
    source_id bigint not null references source (id),
    vote text not null,
    available_actions text not null default '[]', -- JSON: controls on the origin's page
    is_own smallint not null default 0,
    is_favourite smallint,
    is_hidden smallint,
    is_flagged smallint,
    fetched_at bigint,
    primary key (reader_id, story_id, item_key)
) {compact};
create index member_item_story on member_item (story_id);
create index member_item_source on member_item (reader_id, source_id);

-- Replies of others to a reader's comments.
create table received_reply (
    reader_id bigint not null references reader (id),
    source_id bigint not null references source (id),
    comment_key text not null,
    story_key text not null,
    story_title text,
    author text,
    html text not null,
    plain_text text not null,
    published_at bigint,
    link text,
    received_at bigint not null,
    seen_at bigint,
    primary key (reader_id, source_id, comment_key)
) {compact};
create index received_reply_order on received_reply (reader_id, received_at);

create table outbox (
    id {identity},
    reader_id bigint not null references reader (id),
    source_id bigint not null references source (id),
    story_id bigint,
    comment_key text,
    kind text not null,
    payload text not null, -- JSON
    form_token text, -- of the form, so that sending it twice is one action
    state text not null, -- `OutboxEntry.State`
    outcome text,
    created_at bigint not null,
    sent_at bigint, -- stays until the fate of the request is known
    ended_at bigint,
    attempt_count bigint not null default 0,
    was_outcome_unknown smallint not null default 0, -- the fate of a request was once not known
    claimed_by text, -- the process that carries it out (`ProcessLivenessLock`)
    claimed_at bigint,
    unique (reader_id, form_token)
);
create index outbox_reader on outbox (reader_id, created_at);
create index outbox_story on outbox (story_id) where story_id is not null;
create index outbox_sending on outbox (state, id) where state = 'sending';
create index outbox_ended on outbox (ended_at) where ended_at is not null;

-- Ids that a kind of draft does not need are 0.
create table draft (
    reader_id bigint not null references reader (id),
    kind text not null,
    story_id bigint not null,
    comment_id bigint not null,
    source_id bigint not null,
    title text not null,
    url text not null,
    text text not null,
    revision bigint not null,
    updated_at bigint not null,
    primary key (reader_id, kind, story_id, comment_id, source_id)
) {compact};
create index draft_story on draft (story_id) where story_id > 0;

-- The name and address for comments at sites without an account.
create table guest_author (
    reader_id bigint not null primary key references reader (id),
    name text not null,
    email text not null,
    url text not null,
    is_cookie_allowed smallint not null default 0
);
