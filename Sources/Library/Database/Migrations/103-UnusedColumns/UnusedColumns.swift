/// Schema version 103: without the columns that were written, or not even that, and never read.
enum UnusedColumns {
    static let sql = """
        alter table source drop column made_at;
        alter table channel drop column language;
        alter table channel drop column ordering;
        alter table channel drop column made_at;
        alter table visit drop column began_at;
        alter table story drop column updated_at;
        alter table channel_story drop column rank;
        alter table comment drop column author_page;
        alter table comment drop column plain;
        alter table comment drop column arrived_at;
        alter table undo_subscription drop column folder_title;
        alter table last_visited_path drop column kept_at;

        """
}
