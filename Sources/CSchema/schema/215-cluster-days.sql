-- Days with so many stories that leads are counted in parts of them (`ClusterLeadWriter`).
create table cluster_day (
    day bigint not null primary key, -- days since 1970
    part_count bigint not null
);

-- The time of the first story of the cluster, which each of its stories states.
alter table story_cluster add column began_at bigint not null default 0;
update story_cluster set began_at = coalesce((
    select min(t.shown_at) from story_cluster k join story_terms t on t.story_id = k.story_id
    where k.cluster_id = story_cluster.cluster_id), 0);
create index story_cluster_began on story_cluster (began_at, cluster_id);

-- A queue entry for leads was minus a day, and is minus the milliseconds at which a part of a day begins.
update cluster_queue set story_id = story_id * 86400000 where step = 3 and story_id > -1000000;
