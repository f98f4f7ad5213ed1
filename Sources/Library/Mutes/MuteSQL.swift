enum MuteSQL {
    /// Subscription `u` is not muted.
    static let feedCondition =
        " and not exists (select 1 from mute mf where mf.reader_id = u.reader_id and mf.channel_id = u.channel_id)"

    /// Column `story` is not muted for column `reader`, or `?`.
    static func storyCondition(_ story: StaticString, reader: StaticString = "?") -> String {
        " and not exists (select 1 from muted_story x where x.reader_id = \(reader) and x.story_id = \(story))"
    }
}
