-- The other places that a version of a pack goes to when it is published from here.
alter table pack_project add column is_served bigint not null default 0; -- 1: other houses can follow its versions
alter table pack_project add column file_path text; -- the pack file that each version replaces; null for none
alter table pack_project add column file_sha256 text; -- of the file when it was last read or written
