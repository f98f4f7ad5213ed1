-- Names of devices, and the sessions that made links.

alter table reader_session add column name text; -- the reader's own; null for what the browser states
alter table one_time_link add column session_id bigint; -- the session that made it; null if none did
