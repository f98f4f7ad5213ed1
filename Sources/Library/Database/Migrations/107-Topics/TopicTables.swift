/// Schema version 107: what readers follow in editions with topics, and the publishers that services list.
///
/// `channel_id` lists the stories that match words or a place; null for other subjects. `offered_topics`: where a reader
/// was given headlines at the first visit.
enum TopicTables {
    static let sql = """
        create table topic (
            id {identity}, reader_id bigint not null references reader (id), edition text not null,
            subject text not null, subject_key text not null, section_id bigint not null references folder (id),
            channel_id bigint references channel (id), made_at bigint not null,
            unique (reader_id, edition, subject_key)
        );
        create index topic_matched on topic (reader_id, channel_id) where channel_id is not null;
        create table offered_topics (
            reader_id bigint not null references reader (id), edition text not null, offered_at bigint not null,
            primary key (reader_id, edition)
        ) {compact};
        create table listed_publisher (
            source_id bigint not null references source (id), key text not null, title text not null, category text,
            language text, country text, primary key (source_id, key)
        ) {compact};

        """
}
