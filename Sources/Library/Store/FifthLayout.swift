/// The fifth layout: editions other than a reader's own (decision 4). Their sections share the numbers of folders, so that
/// one address form and one list serve both; which channels a section draws on is a table of its own; and a channel may
/// be read through an edition without being followed.
enum FifthLayout {
    static let sql = """
        create table edition (id text not null primary key, directory_id bigint references channel (id));
        create index edition_directory on edition (directory_id) where directory_id is not null;
        alter table folder add column edition text;
        alter table folder add column is_listed smallint not null default 1;
        create unique index folder_edition on folder (edition, path) where edition is not null;
        create index folder_edition_order on folder (edition, is_listed, position) where edition is not null;
        create table section_channel (
            section_id bigint not null references folder (id), channel_id bigint not null references channel (id),
            position bigint not null, address text not null, primary key (section_id, channel_id)
        ) {compact};
        create index section_channel_channel on section_channel (channel_id);
        alter table subscription add column is_followed smallint not null default 1;

        """
}
