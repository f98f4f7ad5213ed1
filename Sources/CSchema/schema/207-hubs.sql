-- The hubs that channels name (WebSub), and our subscriptions there. Never in a backup: a hub knows one address of this
-- server.
create table channel_hub (
    channel_id bigint not null primary key references channel (id),
    choice text not null, -- `HubChoice`
    hub_address text, -- null if the channel names no hub any more
    topic text, -- the address by which the hub knows the channel
    state text not null, -- `HubState`
    callback_origin text, -- the origin of this server when it subscribed
    token_hash text, -- of the secret in the callback address; null without a subscription
    encrypted_key {bytes}, -- that secret, and the one of signatures
    lease_ends_at bigint not null,
    due_at bigint not null, -- the next request to the hub
    claimed_until bigint not null,
    attempt_count bigint not null, -- requests that the hub has not confirmed
    failure text, -- `HubFailure`; null if the hub works
    failure_detail text, -- the hub's own words
    last_message_at bigint, -- the last content that was imported
    missed_at bigint, -- the last fetch that found stories before the hub told of them
    unimported_at bigint, -- content that was accepted, and is not imported yet
    fault_count bigint not null, -- content in a row that was not taken
    window_start_at bigint not null, -- the hour in which content is counted
    window_count bigint not null
);
create unique index channel_hub_token on channel_hub (token_hash);
create index channel_hub_due on channel_hub (due_at);
