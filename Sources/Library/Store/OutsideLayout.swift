/// Pages of the web that readers opened here: one row for each address that was asked, its text in pieces, its pictures.
///
/// `story_id` is the story it was first opened from, with which it goes. `fresh_until` is until when it need not be asked
/// again; `memory` is what the origin gave to ask with; `is_passing` says that the origin wants it kept nowhere.
enum OutsideLayout {
    static let sql = """
        create table outside_page (
            id {identity}, address text not null unique, host text not null, story_id bigint,
            claimed_until bigint not null default 0, tried_at bigint not null default 0,
            tries bigint not null default 0, seen_at bigint not null default 0,
            fetched_at bigint, fresh_until bigint not null default 0, memory {bytes},
            found_at text, title text, site text, byline text, published_at bigint, language text,
            is_rtl smallint not null default 0, words bigint not null default 0, size bigint not null default 0,
            is_cut_short smallint not null default 0, is_passing smallint not null default 0, remark text,
            rules bigint not null default 0, error text, http_status bigint, why text
        );
        create index outside_page_seen on outside_page (seen_at);
        create index outside_page_story on outside_page (story_id) where story_id is not null;
        create table outside_piece (
            page_id bigint not null references outside_page (id), piece bigint not null, html text not null,
            primary key (page_id, piece)
        ) {compact};
        create table outside_picture (
            page_id bigint not null references outside_page (id), position bigint not null,
            picture_id bigint not null references picture (id), alt text, caption text, credit text,
            primary key (page_id, position)
        ) {compact};
        create index outside_picture_picture on outside_picture (picture_id);

        """
}
