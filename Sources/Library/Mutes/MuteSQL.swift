/// SQL conditions that exclude muted feeds and stories.
enum MuteSQL {
    /// The condition that the feed of subscription `u` is not muted.
    static let feedCondition =
        " and not exists (select 1 from mute mf where mf.reader_id = u.reader_id and mf.channel_id = u.channel_id)"

    /// Returns the condition that the story in column `story` is not muted for the reader in column `reader`, or in an
    /// argument.
    static func storyCondition(_ story: StaticString, reader: StaticString = "?") -> String {
        " and not exists (select 1 from muted_story x where x.reader_id = \(reader) and x.story_id = \(story))"
    }
}
