/// The second layout: whole texts of stories fetched from their pages, and what cleaning again needs.
enum SecondLayout {
    /// Added to a released layout, so with defaults that need no rewriting of rows.
    static let sql = """
        alter table channel add column full_text text not null default 'automatic';
        create index channel_full_text on channel (id) where full_text = 'always';

        create table full_text (
            story_id bigint not null primary key references story (id), host text not null,
            again_at bigint, claimed_until bigint not null default 0, tried_at bigint not null default 0,
            failures bigint not null default 0, error text, http_status bigint, why text,
            fetched_at bigint, address text, byline text, dek text, html text, plain text,
            words bigint not null default 0, rules bigint
        );
        create index full_text_again on full_text (again_at, story_id) where again_at is not null;
        create index full_text_host on full_text (host, tried_at);
        create index full_text_claimed on full_text (host, claimed_until);
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

        create index story_text_rules on story_text (rules, story_id);

        """
}
