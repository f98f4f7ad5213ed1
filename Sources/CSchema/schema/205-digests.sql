-- Digests: what a reader gets of an edition at the chosen hours, as frozen issues.

create table digest_schedule (
    reader_id bigint not null references reader (id),
    edition text not null,
    is_on smallint not null,
    hours text not null, -- such as 7,18
    zone text not null, -- of the clock that the hours are read from
    chosen_at bigint not null, -- nothing that was due before is made
    feed_name text not null, -- tells the entries of feeds apart, also after the address has changed
    feed_token_hash text, -- of the secret in the feed's address; null without a feed
    primary key (reader_id, edition)
);
create unique index digest_schedule_feed on digest_schedule (feed_token_hash);

-- The ways by which digests are sent.
create table digest_way (
    reader_id bigint not null references reader (id),
    edition text not null,
    way_id bigint not null references delivery_way (id),
    primary key (reader_id, edition, way_id)
) {compact};
create index digest_way_way on digest_way (way_id);

create table digest (
    id {identity},
    reader_id bigint not null references reader (id),
    edition text not null,
    number bigint not null, -- from 1
    slug text not null, -- the local day in addresses, with a number from the day's second issue on
    due_at bigint not null,
    zone text not null,
    period_begin_at bigint not null,
    period_end_at bigint not null,
    opened_at bigint,
    summary text not null, -- JSON
    content text not null -- JSON
);
create unique index digest_due on digest (reader_id, edition, due_at);
create unique index digest_slug on digest (reader_id, edition, slug);
create unique index digest_number on digest (reader_id, edition, number);

-- Messages of one series replace each other while they wait.
alter table outgoing_message add column series text;
