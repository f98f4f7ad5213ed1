-- Packs that are edited here, with every change that was saved.
create table pack_project (
    id {identity},
    identity text not null, -- of the publication
    created_at bigint not null,
    change_number bigint not null, -- of the last change
    published_version text, -- null before the first publication
    published_change_number bigint,
    published_at bigint,
    publish_due_at bigint, -- a publication that is asked for; null for none
    publishing_version text, -- the publication that has begun, and is the same after a crash
    publishing_change_number bigint,
    publish_failure text -- a sentence; null if the last publication went well
);
create unique index pack_project_identity on pack_project (identity);
create index pack_project_due on pack_project (publish_due_at);

create table pack_project_change (
    project_id bigint not null references pack_project (id),
    number bigint not null, -- from 1
    made_at bigint not null,
    editor_key text not null, -- tells editors apart: a session
    editor_name text not null,
    action text not null, -- `PackChange.Action`
    subject text not null, -- the title of what was changed
    undone_number bigint, -- the change that this one took back
    primary key (project_id, number)
) {compact};

-- What an item was after a change. The last revision of an item is its present state.
create table pack_project_revision (
    project_id bigint not null references pack_project (id),
    kind text not null, -- `PackItem.Key.Kind`
    name text not null,
    change_number bigint not null,
    compressed_item {bytes}, -- JSON; null if the change removed it
    uncompressed_size bigint not null,
    primary key (project_id, kind, name, change_number)
) {compact};
create index pack_project_revision_change on pack_project_revision (project_id, change_number);

-- The pictures that any revision may refer to. They are files, as those of installed packs are.
create table pack_project_medium (
    project_id bigint not null references pack_project (id),
    sha256 text not null,
    type text not null,
    size bigint not null,
    primary key (project_id, sha256)
) {compact};
