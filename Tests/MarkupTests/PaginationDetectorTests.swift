import Markup
import Testing
import URLs

struct PaginationDetectorTests {
    private func isPage(_ number: Int, _ next: String, of first: String) throws -> Bool {
        PaginationDetector(try #require(WebAddress(first))).isPage(number, at: try #require(WebAddress(next)))
    }

    @Test(arguments: [
        ("https://a.example/story", "https://a.example/story/2"),
        ("https://a.example/story/", "https://a.example/story/2/"),
        ("https://a.example/story/", "https://a.example/story/page/2/"),
        ("https://a.example/story.html", "https://a.example/story-2.html"),
        ("https://a.example/story.html", "https://a.example/story_2.html"),
        ("https://a.example/story.html", "https://a.example/story,seite-2.html"),
        ("https://a.example/story", "https://a.example/story?page=2"),
        ("https://a.example/story?id=7", "https://a.example/story?id=7&p=2"),
        ("https://a.example/story?id=7", "https://a.example/story?page=2&id=7"),
        ("https://a.example/story?page=1", "https://a.example/story?page=2"),
    ]) func `a story's second page has its first one's address with a 2 in it`(first: String, next: String) throws {
        #expect(try isPage(2, next, of: first))
        #expect(try !isPage(3, next, of: first))
    }

    @Test(arguments: [
        ("https://a.example/the-tide", "https://a.example/the-ebb"),
        ("https://a.example/2026/11/21", "https://a.example/2026/11/22"),
        ("https://a.example/post-1", "https://a.example/post-2"),
        ("https://a.example/post-1", "https://a.example/post-12"),
        ("https://a.example/?p=11", "https://a.example/?p=12"),
        ("https://a.example/story", "https://b.example/story/2"),
        ("https://a.example/story", "https://a.example/story"),
        ("https://a.example/story", "https://a.example/story/comments/2"),
        ("https://a.example/story", "https://a.example/story-of-2"),
    ]) func `the next story is not the next page`(first: String, next: String) throws {
        #expect(try !isPage(2, next, of: first))
    }
}
