/// What lists say in their statements about what is muted.
enum FeedMuteSQL {
    /// The subscription `u` is not muted.
    static let feedCondition =
        " and not exists (select 1 from mute mf where mf.reader_id = u.reader_id and mf.channel_id = u.channel_id)"
}

/// What lists say in their statements about stories that are muted.
enum MuteSQL {
    /// The story in that column is not muted for the reader in that column, or `?`.
    static func storyCondition(_ story: StaticString, reader: StaticString = "?") -> String {
        " and not exists (select 1 from muted_story x where x.reader_id = \(reader) and x.story_id = \(story))"
    }
}
