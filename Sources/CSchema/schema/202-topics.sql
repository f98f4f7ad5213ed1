-- Topics: stories about one event (`StoryClusterer`). All but the visits is derived from stories.

create table story_terms (
    story_id bigint not null primary key references story (id),
    shown_at bigint not null,
    arrived_at bigint not null,
    publisher text not null, -- distinguishes publishers; the feeds of one site are one
    language text not null, -- primary subtag; '' if unknown
    text_hash bigint, -- of the first words of the text, the same in copies of one agency's; null if short
    is_title_only smallint not null,
    norms text not null, -- JSON: the length of the vector by other language
    vector {bytes} not null -- terms and weights; empty once no new story is compared with it
);
create index story_terms_shown on story_terms (shown_at);
create index story_terms_arrived on story_terms (arrived_at);
create index story_terms_publisher on story_terms (publisher, shown_at);

-- The telling terms of a story, by which others find it.
create table story_term (
    term bigint not null,
    story_id bigint not null,
    primary key (term, story_id)
) {compact};

-- Two stories that are near in words and time, in both directions.
create table cluster_link (
    story_id bigint not null,
    other_id bigint not null,
    similarity bigint not null, -- millionths
    primary key (story_id, other_id)
) {compact};

-- Clusters of two stories or more; a cluster's id is its lowest story id.
create table story_cluster (
    story_id bigint not null primary key references story (id),
    cluster_id bigint not null,
    is_lead smallint not null default 0
);
create index story_cluster_cluster on story_cluster (cluster_id, story_id);

-- A removed story's place: another story of its cluster.
create table cluster_alias (
    story_id bigint not null primary key,
    other_id bigint not null
);

-- Stories whose terms, links or clusters are to be found.
create table cluster_queue (
    story_id bigint not null primary key, -- or minus a day since 1970 whose leads are to be chosen
    step bigint not null -- `ClusterQueue.Step`
);
create index cluster_queue_step on cluster_queue (step, story_id);

-- The number of stories with a term, frozen for a day.
create table term_count (
    term bigint not null,
    language text not null,
    story_count bigint not null,
    primary key (term, language)
) {compact};

create table term_census (
    language text not null primary key,
    story_count bigint not null,
    counted_at bigint not null,
    is_frozen smallint not null -- counted of earlier days' stories alone
);

create table cluster_visit (
    reader_id bigint not null references reader (id),
    story_id bigint not null references story (id), -- the cluster's id at the visit
    visited_at bigint not null,
    previous_visit_at bigint,
    primary key (reader_id, story_id)
) {compact};
