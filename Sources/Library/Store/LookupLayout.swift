/// In which channel a story stands, and since when, is found in the index alone: a search for a rare word looks up a
/// thousand stories that lie far apart, each on a page of its own.
enum LookupLayout {
    static let sql = """
        drop index channel_story_story;
        create index channel_story_story on channel_story (story_id, channel_id, shown_at);

        """
}
