/// Schema version 108: indexes for ticked stories, which have a list and are exempt from retention as saved ones.
enum KeptMarks {
    static let sql = "drop index mark_story;\n" + indexes

    static let indexes = """
        create index mark_ticked on mark (reader_id, at, story_id) where kind = 4 and value = 1;
        create index mark_kept on mark (story_id) where (kind = 3 or kind = 4) and value = 1;

        """
}
