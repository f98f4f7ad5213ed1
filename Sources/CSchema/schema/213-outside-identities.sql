-- The accounts at an identity provider with which readers sign in. Who somebody is there is the pair of issuer and subject.
-- Never in a backup.
create table outside_identity (
    id {identity},
    reader_id bigint not null references reader (id),
    issuer text not null,
    subject text not null,
    name text, -- as the provider wrote it when the account was linked; only shown
    created_at bigint not null,
    last_used_at bigint, -- null before the first sign-in with it
    unique (issuer, subject)
);
create index outside_identity_reader on outside_identity (reader_id, id);
