-- Content that is fetched on demand: full texts, linked pages, discussions.

-- Leases and failures of everything that is fetched on demand.
create table fetch_state (
    kind text not null, -- `FetchTarget.Kind`
    target_id bigint not null, -- the story or linked page
    source_id bigint not null default 0, -- for related discussions, which several sources may have
    host text not null,
    claimed_until bigint not null default 0,
    last_attempt_at bigint,
    due_at bigint, -- when it may be tried again; null if it need not
    fresh_until bigint not null default 0,
    consecutive_failures bigint not null default 0,
    failure_code text, -- null after a success
    http_status bigint,
    failure_cause text, -- JSON: `FailureCause`
    source_state {bytes},
    primary key (kind, target_id, source_id)
);
create index fetch_state_due on fetch_state (kind, due_at) where due_at is not null;
create index fetch_state_host on fetch_state (host, last_attempt_at);

-- Exists only while there is content.
create table full_text (
    story_id bigint not null primary key references story (id),
    fetched_at bigint,
    address text,
    byline text,
    dek text,
    html text,
    plain_text text,
    word_count bigint not null default 0,
    rules_version bigint -- of the extraction
);
create index full_text_rules on full_text (rules_version, story_id) where rules_version is not null;

-- The pages as they came, to be extracted again by newer rules.
create table full_text_page (
    story_id bigint not null references full_text (story_id),
    part bigint not null,
    address text not null,
    compressed_html {bytes} not null,
    uncompressed_size bigint not null,
    primary key (story_id, part)
);

create table full_text_picture (
    story_id bigint not null references full_text (story_id),
    position bigint not null,
    picture_id bigint not null references picture (id),
    alt text,
    caption text,
    credit text,
    primary key (story_id, position)
) {compact};
create index full_text_picture_picture on full_text_picture (picture_id);

create table linked_page (
    id {identity},
    address text not null unique,
    story_id bigint, -- the story that it was first opened from, and is purged with
    last_opened_at bigint not null default 0,
    fetched_at bigint,
    resolved_address text, -- after redirects
    title text,
    site_name text,
    byline text,
    published_at bigint,
    language text,
    is_right_to_left smallint not null default 0,
    word_count bigint not null default 0,
    size bigint not null default 0,
    is_truncated smallint not null default 0,
    is_no_store smallint not null default 0, -- the origin forbids storing: kept for minutes
    diagnostic text, -- JSON: why there is no text
    rules_version bigint not null default 0
);
create index linked_page_opened on linked_page (last_opened_at);
create index linked_page_story on linked_page (story_id) where story_id is not null;

create table linked_page_part (
    page_id bigint not null references linked_page (id),
    part bigint not null,
    html text not null,
    primary key (page_id, part)
) {compact};

create table linked_page_picture (
    page_id bigint not null references linked_page (id),
    position bigint not null,
    picture_id bigint not null references picture (id),
    alt text,
    caption text,
    credit text,
    primary key (page_id, position)
) {compact};
create index linked_page_picture_picture on linked_page_picture (picture_id);

-- Exists only while there is content.
create table discussion (
    story_id bigint not null primary key references story (id),
    fetched_at bigint,
    rules_version bigint not null default 0,
    missing_count bigint not null default 0, -- comments that the origin counts and did not send
    accepts_comments smallint, -- null if unknown
    diagnostics text not null default '[]' -- JSON
);

-- Ids rise with arrival, so that a visit is one number.
create table comment (
    id {identity},
    story_id bigint not null references story (id),
    origin_key text not null, -- the origin's identifier
    parent_key text, -- of the comment that it replies to
    display_order bigint not null, -- depth first
    depth bigint not null, -- 0 at the top
    author text,
    is_by_story_author smallint not null default 0,
    html text not null,
    published_at bigint,
    link text,
    kind text not null,
    moderation_state text not null,
    fade_percent bigint not null default 0,
    content_hash bigint not null,
    is_author_new smallint not null default 0,
    is_collapsed smallint not null default 0,
    unique (story_id, origin_key)
);
create index comment_order on comment (story_id, display_order);
create index comment_link on comment (link) where link is not null;

create table discussion_visit (
    reader_id bigint not null references reader (id),
    story_id bigint not null references story (id),
    last_visit_at bigint not null,
    newest_seen_comment_id bigint not null,
    seen_comment_count bigint not null,
    previous_newest_comment_id bigint, -- at the visit before
    primary key (reader_id, story_id)
) {compact};
create index discussion_visit_story on discussion_visit (story_id);

create table related_discussion (
    story_id bigint not null references story (id),
    source_id bigint not null references source (id),
    discussions text not null default '[]', -- JSON
    primary key (story_id, source_id)
) {compact};

-- Content whose handling a crash interrupted.
create table crash_suspect (
    kind text not null,
    target_id bigint not null,
    crash_count bigint not null,
    recorded_at bigint not null, -- of the last crash; for the kind `run`, the start of the run
    primary key (kind, target_id)
) {compact};
