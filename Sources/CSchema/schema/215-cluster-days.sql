-- Days with so many stories that leads are counted in parts of them (`ClusterLeads`).
create table cluster_day (
    day bigint not null primary key, -- days since 1970
    part_count bigint not null
);

-- A queue entry for leads was minus a day, and is minus the milliseconds at which a part of a day begins.
update cluster_queue set story_id = story_id * 86400000 where step = 3 and story_id > -1000000;
