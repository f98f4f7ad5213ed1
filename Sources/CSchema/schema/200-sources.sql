-- Pictures, sources, channels, editions, the refresh log, back-offs.
--
-- Conventions of every table: names are singular; instants (`…_at`, `…_until`) are milliseconds since 1970 UTC; booleans
-- are 0 or 1. {identity}, {bytes} and {compact} are spelt differently by SQLite and PostgreSQL (`SQLDialect`).

create table picture (
    id {identity},
    address text not null unique,
    width bigint, -- pixels; null until known
    height bigint,
    mean_colour text, -- #rrggbb
    measured_at bigint,
    retry_at bigint, -- after a failure; not fetched before then
    claimed_until bigint not null default 0 -- leased by a process that measures it
);
create index picture_unmeasured on picture (id) where measured_at is null;
create index picture_claimed on picture (id) where claimed_until > 0;

-- Other sizes of a picture at its origin.
create table picture_rendition (
    picture_id bigint not null references picture (id),
    address text not null,
    width bigint not null,
    height bigint not null,
    primary key (picture_id, address)
) {compact};

-- A site or service, shared by all readers.
create table source (
    id {identity},
    kind text not null, -- `SourceKind`
    address text not null,
    unique (kind, address)
);

-- One list of stories of a source, with its schedule and health.
create table channel (
    id {identity},
    source_id bigint not null references source (id),
    address text not null,
    host text not null, -- the host key that back-offs and limits go by
    title text not null,
    site_address text,
    description text,
    format text, -- "RSS 2.0"
    icon_id bigint references picture (id),
    source_state {bytes}, -- validators and cursors, opaque to the library
    state text not null default 'new', -- `ChannelHealthState`
    polling_reason text not null default '', -- the code of why it is polled when it is (`PollingReason`)
    due_at bigint, -- null if never
    due_reason text not null default 'due', -- `RefreshReason`
    claimed_until bigint not null default 0, -- leased by a process that refreshes it
    last_attempt_at bigint,
    last_success_at bigint,
    last_full_fetch_at bigint, -- the last response that was not a 304
    last_changed_at bigint,
    backoff_until bigint, -- as Retry-After said
    fresh_until bigint not null default 0,
    is_unconditional smallint not null default 0, -- the next request has no validators
    consecutive_failures bigint not null default 0,
    failure_code text, -- `FailureCode` of the last attempt; null if it succeeded
    http_status bigint,
    diagnostics text not null default '[]', -- JSON: faults of the last document
    moved_to text, -- a permanent redirect that is not yet trusted
    move_confirmations bigint not null default 0, -- how often it was seen
    newest_at bigint not null default 0, -- `shown_at` of the newest story
    newest_story_id bigint not null default 0,
    full_text_choice text not null default 'automatic', -- `FullTextChoice`
    older_cursor text, -- the source's cursor behind the oldest story that was imported without a gap; null at the end
    is_result_list smallint not null default 0, -- holds search results or the matches of a topic; never refreshed
    unique (source_id, address)
);
create index channel_due on channel (due_at) where due_at is not null;
create index channel_host on channel (host, claimed_until);
create index channel_full_text on channel (id) where full_text_choice = 'always';

create table refresh_log (
    id {identity},
    channel_id bigint not null references channel (id),
    at bigint not null,
    reason text, -- `RefreshReason`; null if nothing was fetched
    outcome text not null, -- the code of the event
    new_stories bigint not null,
    duration_ms bigint not null,
    http_status bigint,
    changed_stories bigint not null default 0,
    detail text -- the event's second code or address
);
create index refresh_log_channel on refresh_log (channel_id, id);

-- Hosts inside their Retry-After window.
create table host_backoff (
    host text not null primary key,
    backoff_until bigint not null
);

create table edition (
    id text not null primary key,
    directory_channel_id bigint references channel (id) -- the channel of a site that lists the edition's sections
);
create index edition_directory on edition (directory_channel_id) where directory_channel_id is not null;

-- When the newest story arrived, for lists that are to show what was known at an hour (`ArrivalLog`).
create table arrival (
    at bigint not null primary key,
    last_story_id bigint not null -- the newest story before that
);
