-- Alerts: what readers want to be told at once, what was sent or held back, and the stories that are still to be judged.

create table alert_rule (
    id {identity},
    reader_id bigint not null references reader (id),
    kind text not null, -- words, place, section, feed, site or great-news
    value text not null, -- the words, the place as JSON, or the site's host; '' for others
    target_id bigint not null, -- the section or the channel; 0 for others
    publisher_count bigint not null, -- of great news; 0 for others
    window_minutes bigint not null,
    has_follow_ups smallint not null,
    created_at bigint not null
);
create index alert_rule_reader on alert_rule (reader_id);

-- A reader's choices for all alerts; a reader without a row has the defaults.
create table alert_settings (
    reader_id bigint not null primary key references reader (id),
    quiet_from_minute bigint, -- of the day in the zone; null for no quiet hours
    quiet_to_minute bigint,
    zone text not null, -- IANA
    daily_limit bigint not null,
    excluded_ways text not null default '[]' -- JSON: the ways out by which no alert is sent
);

create table alert (
    id {identity},
    reader_id bigint not null references reader (id),
    rule_id bigint not null, -- the rule may be gone
    story_id bigint not null, -- the story that set it off
    edition text not null, -- in which the reader has the story
    title text not null, -- as it was then
    publisher text not null,
    reason text not null, -- JSON
    message_id text not null, -- of the message that carried it
    state text not null, -- sent, waiting or held
    held_reason text, -- `Alert.HeldReason`; null unless held
    is_silenced smallint not null, -- nothing more of this topic
    created_at bigint not null,
    due_at bigint, -- the end of the quiet hours that it waits for
    sent_at bigint
);
create index alert_reader on alert (reader_id, created_at);
create index alert_due on alert (state, due_at);

-- The stories of an alert's topic, by which the topic is known whatever becomes of its cluster.
create table alert_story (
    story_id bigint not null,
    alert_id bigint not null references alert (id),
    primary key (story_id, alert_id)
) {compact};
create index alert_story_alert on alert_story (alert_id);

-- New stories that are to be judged once their topics are known.
create table alert_queue (
    story_id bigint not null primary key,
    queued_at bigint not null
);
create index alert_queue_queued on alert_queue (queued_at);
