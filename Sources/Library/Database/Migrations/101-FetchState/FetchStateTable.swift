/// Schema version 101: one table for the leases and failures of everything that is fetched on demand, in place of columns
/// in each table of content.
///
/// `source_id` is 0 except for related discussions, which several sources are asked for. A full text's row in `full_text`
/// and a thread's in `discussion` now exist only when there is content.
enum FetchStateTable {
    static let sql = table + fullTexts + linkedPages + discussions + relatedDiscussions

    static let table = """
        create table fetch_state (
            kind text not null, id bigint not null, source_id bigint not null default 0, host text not null,
            claimed_until bigint not null default 0, asked_at bigint, due_at bigint,
            fresh_until bigint not null default 0, failures bigint not null default 0,
            error text, http_status bigint, why text, memory {bytes},
            primary key (kind, id, source_id)
        );
        create index fetch_state_due on fetch_state (kind, due_at) where due_at is not null;
        create index fetch_state_host on fetch_state (host, asked_at);

        """

    private static let fullTexts = """
        insert into fetch_state (kind, id, host, claimed_until, asked_at, due_at, failures, error, http_status, why)
            select 'full-text', story_id, host, claimed_until, nullif(tried_at, 0), again_at, failures, error,
              http_status, why from full_text;
        delete from full_text where fetched_at is null;
        drop index full_text_again;
        drop index full_text_host;
        drop index full_text_claimed;
        alter table full_text drop column host;
        alter table full_text drop column again_at;
        alter table full_text drop column claimed_until;
        alter table full_text drop column tried_at;
        alter table full_text drop column failures;
        alter table full_text drop column error;
        alter table full_text drop column http_status;
        alter table full_text drop column why;

        """

    private static let linkedPages = """
        insert into fetch_state (kind, id, host, claimed_until, asked_at, due_at, fresh_until, failures, error,
              http_status, why, memory)
            select 'linked-page', id, host, claimed_until, nullif(tried_at, 0),
              case when error is null then null else tried_at + 60000 end, fresh_until,
              case when error is null then 0 else 1 end, error, http_status, why, memory from linked_page;
        alter table linked_page drop column host;
        alter table linked_page drop column claimed_until;
        alter table linked_page drop column tried_at;
        alter table linked_page drop column tries;
        alter table linked_page drop column fresh_until;
        alter table linked_page drop column memory;
        alter table linked_page drop column error;
        alter table linked_page drop column http_status;
        alter table linked_page drop column why;

        """

    private static let discussions = """
        insert into fetch_state (kind, id, host, claimed_until, asked_at, due_at, fresh_until, failures, error,
              http_status, why, memory)
            select 'discussion', story_id, '', claimed_until, asked_at,
              coalesce(wait_until, case when error is null then null else coalesce(asked_at, 0) + 30000 end), fresh_until,
              case when error is null then 0 else 1 end, error, http_status, why, memory from discussion;
        delete from discussion where answered_at is null;
        alter table discussion drop column claimed_until;
        alter table discussion drop column asked_at;
        alter table discussion drop column fresh_until;
        alter table discussion drop column wait_until;
        alter table discussion drop column memory;
        alter table discussion drop column error;
        alter table discussion drop column http_status;
        alter table discussion drop column why;

        """

    private static let relatedDiscussions = """
        insert into fetch_state (kind, id, source_id, host, asked_at, fresh_until)
            select 'related-discussions', story_id, source_id, '', asked_at, asked_at + 86400000
            from related_discussion;
        alter table related_discussion drop column asked_at;
        alter table related_discussion drop column error;

        """
}
