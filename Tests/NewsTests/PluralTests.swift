import News
import Testing

@Suite struct PluralTests {
    @Test(arguments: [
        (0, "0 comments", "0 stories", "0 new stories"), (1, "1 comment", "1 story", "1 new story"),
        (2, "2 comments", "2 stories", "2 new stories"), (101, "101 comments", "101 stories", "101 new stories"),
    ])
    func `only one is one`(count: Int, comments: String, stories: String, new: String) {
        #expect(Plural.comment.counted(count) == comments)
        #expect(Plural.story.counted(count) == stories)
        #expect(Plural.story.counted(count, "new") == new)
        #expect(Plural("feed").form(count) == (count == 1 ? "feed" : "feeds"))
    }
}
