-- Several readers in one house: their roles, and the links that invite them.
alter table reader add column role text not null default 'owner'; -- `ReaderRole`
alter table reader add column name_key text; -- the name as it is compared; null for readers without one
create unique index reader_name on reader (name_key);

-- Never in a backup.
create table invitation (
    token_hash text not null primary key,
    role text not null,
    invited_by bigint not null references reader (id),
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    reader_id bigint references reader (id) -- who came; null before
) {compact};
create index invitation_inviter on invitation (invited_by, created_at);
