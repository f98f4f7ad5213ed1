/// Schema version 110: what the installed version of a publication changed, counted when it replaced another.
enum PackChangeTable {
    static let sql = """
        create table pack_change (
            source_id bigint not null primary key references pack (source_id), replaced text not null,
            new_pages bigint not null, changed_pages bigint not null, gone_pages bigint not null
        );

        """
}
