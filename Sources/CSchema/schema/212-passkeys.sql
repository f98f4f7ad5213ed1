-- The passkeys by which readers sign in (WebAuthn): public keys alone. Bytes are in base64url.
create table passkey (
    id {identity},
    reader_id bigint not null references reader (id),
    name text not null, -- as the reader gave it
    host text not null, -- the site that browsers offer it to
    credential_id text not null unique, -- the ID that the authenticator gave it
    public_key text not null, -- the COSE key
    user_handle text not null, -- the random name by which devices group the passkeys of one reader
    sign_count bigint not null, -- the authenticator's counter at the last use; zero if it does not count
    is_backed_up smallint not null,
    created_at bigint not null,
    last_used_at bigint -- null before the first sign-in
);
create index passkey_reader on passkey (reader_id, id);

-- True for a link that a forgotten password is replaced by: the owner's for somebody, or the command's.
alter table one_time_link add column is_recovery smallint not null default 0;
