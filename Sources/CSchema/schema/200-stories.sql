-- Stories, their texts and pictures, their channels, the full-text index.

create table story (
    id {identity},
    source_id bigint not null references source (id),
    origin_key text not null, -- the origin's identifier
    content_hash bigint not null, -- of everything that a refresh may change
    title text not null,
    dek text,
    byline text,
    link text,
    external_link text, -- the page at another site that the story is about
    shown_at bigint not null, -- publication, never later than arrival
    published_at bigint,
    arrived_at bigint not null,
    language text,
    direction text not null, -- ltr, rtl
    tags text not null default '[]', -- JSON: the origin's
    word_count bigint not null,
    picture_count bigint not null default 0,
    has_audio smallint not null default 0,
    has_video smallint not null default 0,
    enclosures text not null default '[]', -- JSON
    discussion_link text,
    comment_count bigint,
    link_hash bigint, -- of the normalised link, to find duplicates
    title_hash bigint, -- of the normalised title
    purged_at bigint, -- content removed; the row keeps id and key
    is_external smallint not null default 0, -- at home at another publisher
    is_featured smallint not null default 0,
    points bigint,
    kind text not null default 'story',
    poll text not null default '[]', -- JSON
    site_name text,
    moderation_state text not null default 'shown',
    is_author_new smallint not null default 0,
    unique (source_id, origin_key)
);
create index story_link on story (link_hash) where link_hash is not null;
create index story_title on story (title_hash) where title_hash is not null;
create index story_featured on story (shown_at) where is_featured = 1;
create index story_discussion on story (discussion_link) where discussion_link is not null;

create table story_text (
    story_id bigint not null primary key references story (id),
    html text not null,
    plain_text text not null,
    rules_version bigint not null -- of the sanitiser
);
create index story_text_rules on story_text (rules_version, story_id);

-- The origin's own markup, to be sanitised again by newer rules.
create table story_original (
    story_id bigint not null primary key references story (id),
    compressed_html {bytes} not null,
    uncompressed_size bigint not null, -- bytes before compression
    base_address text
);

create table story_picture (
    story_id bigint not null references story (id),
    position bigint not null,
    picture_id bigint not null references picture (id),
    alt text,
    caption text,
    credit text,
    added_from_full_text_at bigint, -- when the full text gave it to a story whose feed had none
    primary key (story_id, position)
) {compact};
create index story_picture_picture on story_picture (picture_id);

-- Duplicates of one story; the group's id is its lowest story id.
create table story_group (
    story_id bigint not null primary key references story (id),
    group_id bigint not null
);
create index story_group_group on story_group (group_id, story_id);

create table channel_story (
    channel_id bigint not null references channel (id),
    story_id bigint not null references story (id),
    shown_at bigint not null,
    rank_key bigint, -- of a list that has its origin's order
    primary key (channel_id, story_id)
) {compact};
create index channel_story_shown on channel_story (channel_id, shown_at, story_id);
create index channel_story_story on channel_story (story_id, channel_id, shown_at); -- covers searches
create index channel_story_ranked on channel_story (channel_id, rank_key, story_id) where rank_key is not null;

{search}
