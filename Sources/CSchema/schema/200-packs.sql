-- The installed versions of publications, by the source that has their pages.

create table pack (
    source_id bigint not null primary key references source (id),
    identity text not null, -- the pack's own id, the same in each version
    version text not null,
    digest text not null, -- SHA-256 of the pack file
    part_digests text not null, -- a line for each table of the pack file, with its digest
    title text not null,
    languages text not null,
    licence text,
    credits text not null,
    address text,
    base_map {bytes},
    base_map_size bigint not null default 0,
    page_count bigint not null,
    photograph_count bigint not null,
    place_count bigint not null,
    installed_at bigint not null
);

-- A page is a story as well, which has its text and its marks.
create table pack_page (
    source_id bigint not null references pack (source_id),
    slug text not null,
    story_id bigint not null references story (id),
    parent_slug text,
    position bigint not null, -- among the pages with the same parent, from 0
    tree_order bigint not null, -- depth first, from 0
    child_count bigint not null,
    title text not null,
    kind text not null,
    colour text, -- its own or inherited
    background_number bigint, -- number of the background, its own or inherited
    web_address text, -- the same page on the web, for sharing
    latitude bigint, -- millionths of a degree
    longitude bigint,
    primary key (source_id, slug)
) {compact};
-- Unique, so that the planner expects one row.
create unique index pack_page_story on pack_page (story_id);
create unique index pack_page_parent on pack_page (source_id, parent_slug, position);
create unique index pack_page_order on pack_page (source_id, tree_order);
create index pack_page_title on pack_page (source_id, title, tree_order);
create index pack_page_place on pack_page (source_id, tree_order) where latitude is not null;

create table pack_picture (
    source_id bigint not null references pack (source_id),
    page_slug text not null,
    slot text not null,
    rendition text not null,
    media_sha256 text not null,
    primary key (source_id, page_slug, slot, rendition)
) {compact};

create table pack_photograph (
    source_id bigint not null references pack (source_id),
    name text not null,
    position bigint not null,
    caption text not null,
    credit text,
    primary key (source_id, name)
) {compact};
create unique index pack_photograph_order on pack_photograph (source_id, position);

create table pack_photograph_file (
    source_id bigint not null references pack (source_id),
    photograph_name text not null,
    rendition text not null,
    media_sha256 text not null,
    primary key (source_id, photograph_name, rendition)
) {compact};

-- Media are files in the data folder, named by their hash.
create table pack_medium (
    source_id bigint not null references pack (source_id),
    sha256 text not null,
    type text not null,
    size bigint not null,
    primary key (source_id, sha256)
) {compact};

-- The changes that the installed version made, counted when it replaced another.
create table pack_change (
    source_id bigint not null primary key references pack (source_id),
    replaced_version text not null, -- the version before
    new_pages bigint not null,
    changed_pages bigint not null,
    removed_pages bigint not null
);
