import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of a WordPress site's feeds as channels (rows NEXUS-03, 06 to 12, 44, 45, 55 to 58, 60 to 62, 65).
@Suite struct WordPressFeedTests {
    @Test(.mission("NEXUS-03", "NEXUS-06")) func `the newest stories are the feed's, field by field`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let response = try await fixture.fetch(fixture.sample.feed)
            let stories = try #require(response.stories)
            #expect(stories.count == 10 && fixture.requestPaths == ["/feed/"])
            let first = try #require(stories.first)
            #expect(first.title.hasPrefix("The library will stay open all night"))
            #expect(first.byline == "Imogen Tarrant" && first.tags == ["News", "Features", "library"])
            #expect(first.link?.text == fixture.sample.story(WordPressFixture.longestStory)?.link)
            #expect(
                first.key
                    == fixture.sample.story(WordPressFixture.longestStory).map {
                        "\(fixture.sample.origin.site)/?p=\($0.id)"
                    }
            )
            #expect(first.publishedAt == fixture.clock.now.addingTimeInterval(-190 * 60))
            #expect(first.commentCount == 10 && first.discussionLink?.fragment == "comments")
            #expect(first.text.contains("He has three conditions") && response.diagnostics.isEmpty)
            #expect(response.metadata?.title == "The Mudlark" && response.metadata?.format == "RSS 2.0")
        }
    }

    @Test func `each section of the drawer is a feed of its own`() async throws {
        try await WordPressFixture.open { fixture async throws in
            #expect(fixture.sample.sections.count == 8)
            for section in fixture.sample.sections {
                let stories = try #require(try await fixture.fetch(section.feed).stories)
                #expect(
                    !stories.isEmpty && stories.allSatisfy { $0.tags.contains(section.title) }, "\(section.title)")
            }
        }
    }

    @Test(.mission("NEXUS-62"), arguments: [true, false])
    func `older stories come page by page, each once, to a clean end`(isPlain: Bool) async throws {
        try await WordPressFixture.open {
            $0.usesPlainPermalinks = isPlain
        } _: { fixture async throws in
            let feed = isPlain ? fixture.sample.origin.address("/?feed=rss2") : fixture.sample.feed
            let stories = try await fixture.all(feed)
            #expect(stories.count == 26 && Set(stories.map(\.key)).count == 26)
            #expect(fixture.sample.origin.requests.last?.query?.contains("paged=4") == true)
            let dates = stories.compactMap(\.publishedAt)
            #expect(dates == dates.sorted(by: >))
        }
    }

    @Test(.mission("NEXUS-62")) func `a site that knows no pages does not go round in circles`() async throws {
        try await SourceFixture.open(["/feed/": FeedFixture.rss(FeedFixture.item("1"), FeedFixture.item("2"))]) {
            fixture in
            let source = WordPressSource(fetcher: fixture.fetcher)
            let address = try fixture.address("/feed/")
            let first = try await source.stories(in: ChannelRequest(address: address, reason: .due))
            #expect(first.stories?.count == 2)
            #expect(first.next != nil)
            let second = try await source.stories(
                in: ChannelRequest(address: address, reason: .manual, after: first.next))
            #expect(second.stories?.isEmpty == true)
            #expect(second.next == nil)
        }
    }

    @Test(.mission("NEXUS-57")) func `numbers of four, five and six digits are all read`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let stories = try await fixture.all(fixture.sample.feed)
            let numbers = stories.compactMap { WordPressPostID.of(key: $0.key, link: $0.link) }
            #expect(numbers.count == stories.count && Set(numbers.map { "\($0)".count }) == [4, 5, 6])
            for slug in ["first-issue", "chess-by-post", WordPressFixture.longestStory] {
                let story = try #require(fixture.sample.story(slug))
                let page = try await fixture.fetcher.fetch(.init(address: story.link))
                #expect(
                    WordPressPostID.on(HTMLDocument(String(decoding: page.body, as: UTF8.self))) == story.id, "\(slug)")
            }
        }
    }

    @Test(.mission("NEXUS-57")) func `a number is found wherever the page says it`() {
        for html in [
            "<form><input type=hidden name=comment_post_ID value=123456></form>", "<body class='single postid-123456'>",
            "<link rel=shortlink href='https://paper.example/?p=123456'>", "<article id=post-123456 class=hentry>",
        ] {
            #expect(WordPressPostID.on(HTMLDocument(html)) == 123_456, "\(html)")
        }
        #expect(WordPressPostID.of(key: "https://a.example/?post_type=photo&p=77", link: nil) == 77)
        #expect(WordPressPostID.of(key: "print:1", link: WebAddress("https://a.example/?p=4321")) == 4_321)
        #expect(WordPressPostID.of(key: "https://a.example/2013/04/x/", link: nil) == nil)
    }

    @Test(.mission("NEXUS-07", "NEXUS-60"))
    func `a line feed before the declaration, beginnings alone and equal titles cost nothing`() async throws {
        try await WordPressFixture.open {
            $0.feedBeginsWithNewline = true
            $0.feedHasExcerptsOnly = true
            $0.feedLength = 30
        } _: { fixture async throws in
            let stories = try #require(try await fixture.fetch(fixture.sample.feed).stories)
            #expect(stories.count == 26 && stories.allSatisfy { !$0.text.isEmpty })
            let equal = stories.filter { $0.title == "The ferry will wait for the last lecture" }
            #expect(equal.count == 2 && equal[0].key != equal[1].key)
            #expect(stories.last?.publishedAt?.formatted(.iso8601).hasPrefix("2025-12-31T22:30") == true)
        }
    }

    @Test(.mission("NEXUS-61")) func `an unchanged feed is a 304 by its tag, and by its date`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let first = try await fixture.fetch(fixture.sample.feed)
            let second = try await fixture.fetch(fixture.sample.feed, previous: first.sourceState)
            #expect(second.stories == nil && second.status == 304 && second.next == nil)
            let hit = try #require(fixture.sample.origin.requests.last)
            #expect(hit.header("if-none-match") != nil && hit.header("if-modified-since") != nil)
        }
    }

    @Test(.mission("NEXUS-55"))
    func `what is wrong says whether it is the address, the site or the format`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let host = "127.0.0.1"
            await #expect(throws: SourceError.notThere) {
                try await fixture.fetch(fixture.sample.origin.address("/category/none/feed/"))
            }
            await fixture.sample.origin.simulate(.status(503), times: 1)
            await #expect(throws: SourceError.refused(status: 503)) { try await fixture.fetch(fixture.sample.feed) }
            let page = try #require(fixture.sample.story("mud-that-counts")).link
            do {
                _ = try await fixture.fetch(page)
                Issue.record("a page was read as a feed")
            } catch SourceError.unreadable(let cause) {
                #expect(cause.message.contains(host) && cause.message.contains("web page"))
            }
            await fixture.sample.origin.simulate(.offline)
            do {
                _ = try await fixture.fetch(fixture.sample.feed)
                Issue.record("nobody was there")
            } catch SourceError.unreachable(let cause) { #expect(cause.message.contains(host)) }
        }
    }

    // MARK: Pictures and texts

    @Test(.mission("NEXUS-65"), arguments: [true, false])
    func `pictures come from full files, with captions and credits, galleries too`(isClassic: Bool) async throws {
        try await WordPressFixture.open {
            $0.usesClassicEditor = isClassic
        } _: { fixture async throws in
            let stories = try #require(try await fixture.fetch(fixture.sample.feed).stories)
            let race = try #require(stories.first { $0.title.hasPrefix("Women's eight") })
            #expect(race.pictures.count == 4)
            #expect(
                race.pictures.allSatisfy {
                    !$0.address.path.contains("-150x150") && !$0.address.path.contains("-300x200")
                })
            #expect(race.pictures.map(\.credit) == Array(repeating: "Rosalind Pike / The Mudlark", count: 4))
            #expect(race.pictures[1].caption == "Nell Garrity, cox, after the race.")
            #expect(!race.body.text.contains("-150x150") && !race.body.text.contains("-300x200.jpg\" alt"))
            #expect(race.body.text.components(separatedBy: "<figcaption").count == 5)
        }
    }

    @Test(.mission("NEXUS-11")) func `a signature in the text goes, and the empty paragraphs behind it`() async throws {
        try await WordPressFixture.open {
            $0.feedLength = 30
        } _: { fixture async throws in
            let stories = try #require(try await fixture.fetch(fixture.sample.feed).stories)
            for story in stories {
                #expect(!story.text.contains("Staff Writer") && !story.text.hasSuffix("Reporter"), "\(story.title)")
                #expect(!story.text.hasPrefix(story.byline ?? "?"), "\(story.title)")
                #expect(!story.body.text.contains("<p></p>") && !story.body.text.contains("<p>\u{A0}</p>"))
            }
        }
    }
}
