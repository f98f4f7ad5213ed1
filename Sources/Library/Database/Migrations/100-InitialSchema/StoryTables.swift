/// Stories, texts, pictures, channel membership, full-text index.
struct StoryTables {
    let version: Int

    private func until102(_ columns: String) -> String { version < 103 ? columns : "" }

    private var labels: String { version < 104 ? "" : SiteLabels.storyColumns.map { ", \($0)" }.joined() }

    private var fullTextColumn: String { version < 105 ? "" : ", \(FullTextPictures.column)" }

    private var rankKeyColumn: String { version < 112 ? "" : ", \(RankKeys.column)" }

    /// `channel_story_story` covers searches, which look up scattered stories.
    var sql: String {
        """
        create table story (
            id {identity}, source_id bigint not null references source (id), key text not null,
            digest bigint not null, title text not null, dek text, byline text, link text, external_link text,
            shown_at bigint not null, published_at bigint, \(until102("updated_at bigint, "))arrived_at bigint not null,
            language text, direction text not null, topics text not null default '[]', words bigint not null,
            picture_count bigint not null default 0, has_audio smallint not null default 0,
            has_video smallint not null default 0, enclosures text not null default '[]', discussion text,
            comment_count bigint, link_key bigint, title_key bigint, purged_at bigint,
            is_elsewhere smallint not null default 0, is_featured smallint not null default 0,
            points bigint, kind text not null default 'story', poll text not null default '[]'\(labels),
            unique (source_id, key)
        );
        create index story_link on story (link_key) where link_key is not null;
        create index story_title on story (title_key) where title_key is not null;
        create index story_featured on story (shown_at) where is_featured = 1;
        create index story_discussion on story (discussion) where discussion is not null;

        create table story_text (
            story_id bigint not null primary key references story (id), html text not null, plain text not null,
            rules bigint not null
        );
        create index story_text_rules on story_text (rules, story_id);
        create table story_original (
            story_id bigint not null primary key references story (id), packed {bytes} not null, size bigint not null,
            base text
        );
        create table story_picture (
            story_id bigint not null references story (id), position bigint not null,
            picture_id bigint not null references picture (id), alt text, caption text, credit text\(fullTextColumn),
            primary key (story_id, position)
        ) {compact};
        create index story_picture_picture on story_picture (picture_id);

        create table story_group (
            story_id bigint not null primary key references story (id), group_id bigint not null
        );
        create index story_group_group on story_group (group_id, story_id);

        create table channel_story (
            channel_id bigint not null references channel (id), story_id bigint not null references story (id),
            \(until102("rank bigint not null default 0, "))shown_at bigint not null\(rankKeyColumn), primary key (channel_id, story_id)
        ) {compact};
        create index channel_story_shown on channel_story (channel_id, shown_at, story_id);
        create index channel_story_story on channel_story (story_id, channel_id, shown_at);
        \(version < 112 ? "" : RankKeys.index){search}

        """
    }
}
