-- Sign-in, and what is kept secret. Never in a backup.

create table reader_session (
    id {identity},
    reader_id bigint not null references reader (id),
    token_hash text not null unique,
    sign_in_method text not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null,
    user_agent text,
    client_address text
);
create index reader_session_reader on reader_session (reader_id, last_seen_at);

create table one_time_link (
    token_hash text not null primary key,
    reader_id bigint not null references reader (id),
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

-- Failed attempts to sign in, by address or network.
create table sign_in_attempt (
    client text not null primary key,
    consecutive_failures bigint not null,
    last_attempt_at bigint not null,
    backoff_until bigint not null
);

-- Browsers that have signed in before, which failed attempts of others do not lock out.
create table known_device (
    token_hash text not null primary key,
    reader_id bigint not null references reader (id),
    session_id bigint not null, -- its last session, possibly ended
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null
);
create index known_device_reader on known_device (reader_id, last_seen_at);
create index known_device_session on known_device (session_id);

create table secret (
    name text not null primary key,
    encrypted_value {bytes} not null,
    created_at bigint not null
);

-- Requests to services with keys and plans, which count them.
create table keyed_api_request (
    host text not null,
    at bigint not null,
    is_estimated smallint not null default 0 -- not made here: the plan was spent sooner than counted
);
create index keyed_api_request_at on keyed_api_request (host, at);

-- Services that said that the plan is spent.
create table keyed_api_block (
    host text not null primary key,
    blocked_until bigint not null,
    blocked_at bigint not null,
    repeat_count bigint not null
);
