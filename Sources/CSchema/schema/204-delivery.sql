-- Ways out of the app for digests and alerts, and what waits to be sent on them. Never in a backup.

create table delivery_way (
    id {identity},
    reader_id bigint not null references reader (id),
    kind text not null, -- push, mail, ntfy or webhook
    name text, -- the reader's own, or the device's; null for none
    session_id bigint, -- the session of the device that push messages go to; null for a browser without one
    address_hash text not null, -- tells addresses apart without opening them
    token_hash text, -- of the secret in a mail's link that ends it; null for other kinds
    encrypted_address {bytes}, -- null for a way that has ended
    created_at bigint not null,
    last_attempt_at bigint,
    last_failure text, -- codes as JSON; null if the last attempt succeeded
    ended_at bigint
);
create unique index delivery_way_address on delivery_way (kind, address_hash);
create unique index delivery_way_token on delivery_way (token_hash);
create index delivery_way_reader on delivery_way (reader_id);
create index delivery_way_session on delivery_way (session_id);

create table outgoing_message (
    id text not null primary key,
    reader_id bigint not null references reader (id),
    content text not null, -- JSON
    created_at bigint not null,
    expires_at bigint not null
);
create index outgoing_message_created on outgoing_message (created_at);

-- A message on its way to one address.
create table outgoing_delivery (
    message_id text not null references outgoing_message (id),
    way_id bigint not null references delivery_way (id),
    state text not null, -- waiting, sent or failed
    attempt_count bigint not null,
    due_at bigint not null,
    claimed_until bigint not null,
    failure text, -- codes as JSON
    primary key (message_id, way_id)
);
create index outgoing_delivery_due on outgoing_delivery (state, due_at);
create index outgoing_delivery_way on outgoing_delivery (way_id, state);
