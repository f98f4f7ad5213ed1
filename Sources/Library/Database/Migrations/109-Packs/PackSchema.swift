/// Schema version 109: the installed versions of publications, by the source that has their pages.
///
/// A page is a story as well, which has its text and its marks. `position` is its place among the pages with the same
/// parent, `tree_order` its place depth-first, both from 0; `colour` and `ground` are its own or inherited. Places
/// are in millionths of a degree. The indexes of a page's places are unique so that one row is expected of them.
/// Media are files, named by `sha256`. `parts` has a line for each table of the pack file.
enum PackSchema {
    static let sql = """
        create table pack (
            source_id bigint not null primary key references source (id), identity text not null, version text not null,
            digest text not null, parts text not null, title text not null, languages text not null, licence text,
            credits text not null, address text, base_map {bytes}, base_map_size bigint not null default 0,
            page_count bigint not null, photograph_count bigint not null, place_count bigint not null,
            installed_at bigint not null
        );
        create table pack_page (
            source_id bigint not null references pack (source_id), slug text not null,
            story_id bigint not null references story (id), parent text, position bigint not null,
            tree_order bigint not null, child_count bigint not null, title text not null, kind text not null, colour text,
            ground bigint, address text, latitude bigint, longitude bigint, primary key (source_id, slug)
        ) {compact};
        create unique index pack_page_story on pack_page (story_id);
        create unique index pack_page_parent on pack_page (source_id, parent, position);
        create unique index pack_page_order on pack_page (source_id, tree_order);
        create index pack_page_title on pack_page (source_id, title, tree_order);
        create index pack_page_place on pack_page (source_id, tree_order) where latitude is not null;
        create table pack_picture (
            source_id bigint not null references pack (source_id), page text not null, slot text not null,
            rendition text not null, media text not null, primary key (source_id, page, slot, rendition)
        ) {compact};
        create table pack_photograph (
            source_id bigint not null references pack (source_id), name text not null, position bigint not null,
            caption text not null, credit text, primary key (source_id, name)
        ) {compact};
        create unique index pack_photograph_order on pack_photograph (source_id, position);
        create table pack_photograph_file (
            source_id bigint not null references pack (source_id), photograph text not null, rendition text not null,
            media text not null, primary key (source_id, photograph, rendition)
        ) {compact};
        create table pack_medium (
            source_id bigint not null references pack (source_id), sha256 text not null, type text not null,
            size bigint not null, primary key (source_id, sha256)
        ) {compact};

        """
}
