-- The passwords by which other programs sign in for a reader. Only hashes are stored: SHA-256 in hexadecimal.
create table app_password (
    id {identity},
    reader_id bigint not null references reader (id),
    name text not null, -- of the program or device, as the reader typed it
    secret_hash text not null unique,
    token_hash text not null unique, -- of the token that the Google Reader interface gives for the secret
    fever_key_hash text not null unique, -- of Fever's key: the MD5 of "user name:secret"
    other_fever_key_hash text not null unique, -- the same with the other case of the user name's first letter
    created_at bigint not null,
    last_used_at bigint -- null before the first use; written at most once an hour
);
create index app_password_reader on app_password (reader_id, id);
