import Markup
import Testing
import URLs

@testable import Origins

@Suite struct KnownSiteFeedsTests {
    private func feeds(_ text: String) throws -> [String] {
        KnownSiteFeeds.feeds(for: try #require(WebAddress(text))).map(\.text)
    }

    @Test(arguments: [
        ("https://www.youtube.com/channel/UCabc-1_2", "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc-1_2"),
        (
            "https://youtube.com/channel/UCabc/videos?x=1",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"
        ),
        ("https://m.youtube.com/playlist?list=PL9", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL9"),
        ("https://www.youtube.com/user/harbour", "https://www.youtube.com/feeds/videos.xml?user=harbour"),
        ("https://github.com/orrin/tides/tags", "https://github.com/orrin/tides/tags.atom"),
        ("https://github.com/orrin/tides/commits/main", "https://github.com/orrin/tides/commits/main.atom"),
        ("https://github.com/orrin/tides/tree/main/docs", "https://github.com/orrin/tides/commits/main/docs.atom"),
        ("https://github.com/orrin/tides/commits", "https://github.com/orrin/tides/commits.atom"),
        ("https://github.com/orrin", "https://github.com/orrin.atom"),
        ("https://www.reddit.com/r/tides/", "https://www.reddit.com/r/tides/.rss"),
        ("https://old.reddit.com/r/tides/new", "https://old.reddit.com/r/tides/new/.rss"),
        ("https://reddit.com/user/finch", "https://www.reddit.com/user/finch/.rss"),
        ("https://codeberg.org/orrin", "https://codeberg.org/orrin.rss"),
    ]) func `a page has its feed by rule`(page: String, feed: String) throws {
        #expect(try feeds(page) == [feed])
    }

    @Test func `a repository has its releases before its commits`() throws {
        let wanted = ["https://github.com/orrin/tides/releases.atom", "https://github.com/orrin/tides/commits.atom"]
        #expect(try feeds("https://github.com/orrin/tides") == wanted)
        #expect(try feeds("https://github.com/orrin/tides/releases") == wanted)
        #expect(
            try feeds("https://gitlab.com/a/b/c/-/tree/main") == [
                "https://gitlab.com/a/b/c/-/releases.atom", "https://gitlab.com/a/b/c/-/tags?format=atom",
            ])
    }

    @Test(arguments: [
        "https://www.youtube.com/@harbour", "https://www.youtube.com/watch?v=1", "https://github.com/",
        "https://github.com/features", "https://github.com/a%2Fb/c", "https://notgithub.com/a/b",
        "https://github.com.evil.example/a/b", "https://reddit.com/", "https://loom.example/channel/UC1",
        "https://www.youtube.com/channel/UC1%26x=2",
    ]) func `other pages have none`(page: String) throws {
        #expect(try feeds(page) == [])
    }

    @Test func `a handle's page names its channel as itself`() throws {
        let handle = try #require(WebAddress("https://www.youtube.com/@harbour"))
        let channel = try #require(WebAddress("https://www.youtube.com/channel/UCabc"))
        #expect(
            KnownSiteFeeds.feeds(ofPageAt: handle, canonical: channel).map(\.text) == [
                "https://www.youtube.com/feeds/videos.xml?channel_id=UCabc"
            ])
        #expect(KnownSiteFeeds.feeds(ofPageAt: handle, canonical: handle).isEmpty)
        #expect(KnownSiteFeeds.feeds(ofPageAt: handle, canonical: nil).isEmpty)
    }
}
