/// Where each reader left each newspaper, so that it opens there again after a restart; and what origins give a place of
/// honour, in the order of lists.
enum LastPagesLayout {
    static let sql = """
        create table edition_place (
            reader_id bigint not null references reader (id), edition text not null, path text not null,
            kept_at bigint not null, primary key (reader_id, edition)
        ) {compact};
        create index story_featured on story (shown_at) where is_featured = 1;

        """
}
