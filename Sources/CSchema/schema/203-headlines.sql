-- Kinds of headlines (`HeadlineKind.bit`), and those that readers keep back.

-- Stories whose headlines belong to kinds.
create table headline (
    story_id bigint not null primary key references story (id),
    kinds bigint not null
) {compact};

-- The version of the rules by which stored stories have been judged.
create table headline_rules (
    version bigint not null,
    applied_down_to_story_id bigint not null -- 0 when done
);
insert into headline_rules (version, applied_down_to_story_id) values (0, 0);

-- The kinds that an edition's file keeps back, and those that a reader chose instead.
alter table edition add column kept_back_kinds bigint not null default 0;

create table kept_back_choice (
    reader_id bigint not null references reader (id),
    edition text not null,
    kinds bigint not null,
    primary key (reader_id, edition)
) {compact};
