-- Readers, visits, sections, subscriptions, searches, topics.

create table reader (
    id {identity},
    name text not null,
    preferences text not null default '{}', -- JSON
    change_number bigint not null default 0,
    created_at bigint not null,
    password_hash text -- scrypt
);
insert into reader (name, created_at) values ('', 0);

-- A reader's last visit to a front page, and the one before it.
create table visit (
    reader_id bigint not null primary key references reader (id),
    last_visit_at bigint not null,
    last_visit_newest_story_id bigint not null, -- the newest story then
    previous_visit_at bigint,
    previous_visit_newest_story_id bigint
);

-- A section of an edition; of the edition `mine`, a reader's folder.
create table folder (
    id {identity},
    reader_id bigint references reader (id),
    title text not null,
    path text not null,
    position bigint not null,
    edition text,
    is_listed smallint not null default 1, -- 0 when the edition's file no longer names it
    unique (reader_id, path)
);
create index folder_order on folder (reader_id, position);
create unique index folder_edition on folder (edition, path) where edition is not null;
create index folder_edition_order on folder (edition, is_listed, position) where edition is not null;
insert into folder (id, reader_id, title, path, position) values (0, null, 'Other', '', 9000000000);

create table section_channel (
    section_id bigint not null references folder (id),
    channel_id bigint not null references channel (id),
    position bigint not null,
    address text not null, -- as the edition's file has it
    primary key (section_id, channel_id)
) {compact};
create index section_channel_channel on section_channel (channel_id);

create table subscription (
    reader_id bigint not null references reader (id),
    channel_id bigint not null references channel (id),
    folder_id bigint not null default 0 references folder (id),
    title text, -- the reader's own
    read_through bigint not null default 0, -- stories up to this id are read, except for marks
    newest_at bigint not null default 0,
    followed_at bigint not null,
    is_followed smallint not null default 1,
    primary key (reader_id, channel_id)
) {compact};
create index subscription_folder on subscription (reader_id, folder_id, newest_at, channel_id);
create index subscription_newest on subscription (reader_id, newest_at, channel_id);
create index subscription_channel on subscription (channel_id);

create table recent_search (
    reader_id bigint not null references reader (id),
    query text not null,
    searched_at bigint not null,
    primary key (reader_id, query)
) {compact};

create table topic (
    id {identity},
    reader_id bigint not null references reader (id),
    edition text not null,
    subject text not null, -- JSON
    subject_key text not null,
    section_id bigint not null references folder (id),
    channel_id bigint references channel (id), -- lists the stories that match words or a place; else null
    created_at bigint not null,
    unique (reader_id, edition, subject_key)
);
create index topic_matched on topic (reader_id, channel_id) where channel_id is not null;

-- Editions whose default headlines a reader was given at the first visit.
create table default_headlines (
    reader_id bigint not null references reader (id),
    edition text not null,
    followed_at bigint not null,
    primary key (reader_id, edition)
) {compact};

-- The publishers that a keyed API lists.
create table listed_publisher (
    source_id bigint not null references source (id),
    origin_key text not null, -- the origin's identifier
    title text not null,
    category text,
    language text,
    country text,
    primary key (source_id, origin_key)
) {compact};
