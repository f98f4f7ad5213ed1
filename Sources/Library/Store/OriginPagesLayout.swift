/// Where channels go on at their origins, what was found by looking there, and what origins say of stories and of the
/// sizes of their pictures.
///
/// `next_page` is a source's cursor behind the oldest story that came in one piece with the newest; null where there is
/// no more. A channel that `is_finding` holds what a search at the origin found: nobody follows it, nobody asks it.
enum OriginPagesLayout {
    static let sql = """
        alter table channel add column next_page text;
        alter table channel add column is_finding smallint not null default 0;
        alter table story add column is_elsewhere smallint not null default 0;
        alter table story add column is_featured smallint not null default 0;
        create table picture_rendition (
            picture_id bigint not null references picture (id), address text not null, width bigint not null,
            height bigint not null, primary key (picture_id, address)
        ) {compact};

        """
}
