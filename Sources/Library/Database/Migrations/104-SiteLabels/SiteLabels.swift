/// Schema version 104: what a community's site shows beside a story or comment (`StoryLabels`, `FetchedComment`).
enum SiteLabels {
    static let storyColumns = [
        "site_name text", "standing text not null default 'shown'", "is_author_new smallint not null default 0",
    ]
    static let commentColumns = [
        "is_author_new smallint not null default 0", "is_collapsed smallint not null default 0",
    ]

    static let sql =
        storyColumns.map { "alter table story add column \($0);\n" }.joined()
        + commentColumns.map { "alter table comment add column \($0);\n" }.joined()
}
