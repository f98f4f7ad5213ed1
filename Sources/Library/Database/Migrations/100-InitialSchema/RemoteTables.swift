/// Full texts, linked pages, discussions, and crash suspects. Until version 101 each had columns for leases and failures.
struct RemoteTables {
    let version: Int

    var sql: String { fullText + linkedPages + discussions + crashes }

    private func until102(_ columns: String) -> String { version < 103 ? columns : "" }

    private var labels: String { version < 104 ? "" : SiteLabels.commentColumns.map { ", \($0)" }.joined() }

    private func until101(_ columns: String) -> String { version < 101 ? columns : "" }

    private var fullText: String {
        """
        create table full_text (
            story_id bigint not null primary key references story (id),
            \(until101("""
                host text not null, again_at bigint, claimed_until bigint not null default 0,
                tried_at bigint not null default 0, failures bigint not null default 0, error text,
                http_status bigint, why text,
                """))
            fetched_at bigint, address text, byline text, dek text, html text, plain text,
            words bigint not null default 0, rules bigint
        );
        \(until101("""
            create index full_text_again on full_text (again_at, story_id) where again_at is not null;
            create index full_text_host on full_text (host, tried_at);
            create index full_text_claimed on full_text (host, claimed_until);
            """))
        create index full_text_rules on full_text (rules, story_id) where rules is not null;
        create table full_text_page (
            story_id bigint not null references full_text (story_id), part bigint not null, address text not null,
            packed {bytes} not null, size bigint not null, primary key (story_id, part)
        );
        create table full_text_picture (
            story_id bigint not null references full_text (story_id), position bigint not null,
            picture_id bigint not null references picture (id), alt text, caption text, credit text,
            primary key (story_id, position)
        ) {compact};
        create index full_text_picture_picture on full_text_picture (picture_id);

        """
    }

    /// `story_id`: first opened from, and purged with; `is_passing`: the origin forbids storing.
    private var linkedPages: String {
        """
        create table linked_page (
            id {identity}, address text not null unique, \(until101("host text not null, "))story_id bigint,
            \(until101("""
                claimed_until bigint not null default 0, tried_at bigint not null default 0,
                tries bigint not null default 0,
                """))
            seen_at bigint not null default 0, fetched_at bigint,
            \(until101("fresh_until bigint not null default 0, memory {bytes},"))
            found_at text, title text, site text, byline text, published_at bigint, language text,
            is_rtl smallint not null default 0, words bigint not null default 0, size bigint not null default 0,
            is_cut_short smallint not null default 0, is_passing smallint not null default 0, remark text,
            rules bigint not null default 0\(until101(", error text, http_status bigint, why text ")));
        create index linked_page_seen on linked_page (seen_at);
        create index linked_page_story on linked_page (story_id) where story_id is not null;
        create table linked_page_part (
            page_id bigint not null references linked_page (id), piece bigint not null, html text not null,
            primary key (page_id, piece)
        ) {compact};
        create table linked_page_picture (
            page_id bigint not null references linked_page (id), position bigint not null,
            picture_id bigint not null references picture (id), alt text, caption text, credit text,
            primary key (page_id, position)
        ) {compact};
        create index linked_page_picture_picture on linked_page_picture (picture_id);

        """
    }

    /// `rank` is depth first; `depth` is 0 at the top. Ids rise with arrival, so a visit is one number.
    /// `related_discussion` caches for a day.
    private var discussions: String {
        """
        create table discussion (
            story_id bigint not null primary key references story (id),
            \(until101("claimed_until bigint not null default 0, asked_at bigint,"))
            answered_at bigint,
            \(until101("fresh_until bigint not null default 0, wait_until bigint, memory {bytes},"))
            rules bigint not null default 0, missing bigint not null default 0, is_open smallint,
            \(until101("error text, http_status bigint, why text,"))
            complaints text not null default '[]'
        );
        create table comment (
            id {identity}, story_id bigint not null references story (id), key text not null, parent text,
            rank bigint not null, depth bigint not null, author text,\(until102(" author_page text,"))
            is_by_author smallint not null default 0, html text not null, \(until102("plain text not null, "))published_at bigint,
            link text, kind text not null, standing text not null, fade bigint not null default 0,
            \(until102("arrived_at bigint not null, "))digest bigint not null\(labels), unique (story_id, key)
        );
        create index comment_rank on comment (story_id, rank);
        create index comment_link on comment (link) where link is not null;
        create table discussion_visit (
            reader_id bigint not null references reader (id), story_id bigint not null references story (id),
            seen_at bigint not null, seen_comment bigint not null, seen_count bigint not null, before_comment bigint,
            primary key (reader_id, story_id)
        ) {compact};
        create index discussion_visit_story on discussion_visit (story_id);
        create table related_discussion (
            story_id bigint not null references story (id), source_id bigint not null references source (id),
            \(until101("asked_at bigint not null,"))
            found text not null default '[]'\(until101(", error text")), primary key (story_id, source_id)
        ) {compact};

        """
    }

    /// Fetches interrupted by crashes. The `run` row exists while a server runs; found at start, the last run crashed.
    private var crashes: String {
        """
        create table crash_suspect (
            kind text not null, id bigint not null, crashes bigint not null, at bigint not null, primary key (kind, id)
        ) {compact};

        """
    }
}
