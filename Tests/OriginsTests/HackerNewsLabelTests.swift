import Foundation
import JSON
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of the labels with which the site marks its stories and comments.
@Suite struct HackerNewsLabelTests {
    private func list(_ source: HackerNewsSource, _ fixture: HackerNewsFixture) async throws -> [FetchedStory] {
        let request = ChannelRequest(address: try fixture.address("/news"), reason: .viewed)
        return try await source.stories(in: request).stories ?? []
    }

    private func comments(_ fixture: HackerNewsFixture) async throws -> [FetchedComment] {
        let capability = try #require(try fixture.scrapingSource().discussion)
        let request = DiscussionRequest(storyKey: "\(fixture.community.longThreadID)")
        return try await capability.thread(for: request).comments ?? []
    }

    @Test(.mission("HN-86")) func `dead and flagged stories are told as such, from pages and interface`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let before = try await list(try fixture.source(), fixture)
            let some = before.filter { $0.kind == .story }
            let flagged = try #require(some.first)
            let dead = try #require(some.last)
            fixture.community.configure {
                $0.flaggedStories = [Int(flagged.key) ?? 0]
                $0.deadStories = [Int(dead.key) ?? 0]
            }
            for source in [try fixture.source(), try fixture.scrapingSource()] {
                let stories = try await list(source, fixture)
                for story in stories {
                    let wanted: FetchedComment.ModerationState =
                        story.key == flagged.key ? .flagged : story.key == dead.key ? .dead : .shown
                    #expect(story.labels.moderationState == wanted, "\(story.title)")
                    #expect(!story.title.hasPrefix("[") && !story.text.hasPrefix("["))
                }
                #expect(stories.map(\.title) == before.map(\.title))
            }
        }
    }

    @Test(arguments: [
        (#""title":"[flagged] [dead] Looms","dead":true"#, "Looms", FetchedComment.ModerationState.flagged),
        (#""title":"[dead]","text":"[dead]","dead":true"#, "Hacker News 7", .dead),
        (#""title":"Looms [dead] again""#, "Looms [dead] again", .shown),
    ])
    func `a hidden story's title is told from the site's mark`(
        fields: String, title: String, state: FetchedComment.ModerationState
    ) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(JSON.page("[7]"), at: "/v0/topstories.json")
            fixture.serve(item: 7, #"{"by":"mara","id":7,"time":1789990000,"type":"story",\#(fields)}"#)
            let story = try #require(try await list(try fixture.source(), fixture).first)
            #expect(story.title == title && story.labels.moderationState == state && story.text.isEmpty)
        }
    }

    @Test(arguments: [
        ("Looms without end", StoryKind.story), ("Ask HN: Which loom?", .question), ("Show HN: My loom", .show),
        ("Poll: Looms or ledgers?", .poll),
    ])
    func `a title without a link is a question only if it asks`(title: String, kind: StoryKind) async throws {
        try await HackerNewsFixture.open { fixture async throws in
            fixture.community.origin.serve(JSON.page("[7]"), at: "/v0/topstories.json")
            fixture.serve(item: 7, #"{"by":"mara","id":7,"time":1789990000,"type":"story","title":"\#(title)"}"#)
            let story = try #require(try await list(try fixture.source(), fixture).first)
            #expect(story.kind == kind && story.externalLink == nil)
        }
    }

    @Test func `a row has the count that it names, none for no comments yet, and nothing where it names none`()
        async throws
    {
        try await HackerNewsFixture.open { fixture async throws in
            let row = { (id: Int, title: String, details: String) in
                """
                <tr class=athing id=\(id)><td class=title>\(title)</td></tr>
                <tr><td class=subtext>\(details)<span class=age title='2025-11-27T10:00:00'>
                <a href='item?id=\(id)'>1 hour ago</a></span> | <a href='hide?id=\(id)'>hide</a>
                """
            }
            let title = "<span class=titleline><a href='https://www.loom.example/x'>Looms</a>"
            let site = "<span class=sitebit>(<span class=sitestr>loom.example</span>)</span></span>"
            let by = "<span class=score>3 points</span> by <a class=hnuser>mara</a> "
            let rows = [
                row(1, title + site, by) + " | <a href='item?id=1'>12&nbsp;comments</a></td></tr>",
                row(2, title + site, by) + " | <a href='item?id=2'>discuss</a></td></tr>",
                row(3, title + site, by) + "</td></tr>", row(4, title + site, "") + "</td></tr>",
            ]
            let page = FeedFixture.html(body: "<table id=hnmain>\(rows.joined())</table>")
            await fixture.community.origin.simulate(.serving(page), at: "/news")
            let stories = try await list(try fixture.scrapingSource(), fixture)
            #expect(stories.map(\.commentCount) == [12, 0, nil, nil])
            #expect(stories.map(\.kind) == [.story, .story, .story, .job])
            #expect(stories.allSatisfy { $0.labels.siteName == "loom.example" })
        }
    }

    @Test func `green names, folded comments and dead ones with their text come from pages`() async throws {
        try await HackerNewsFixture.open { fixture async throws in
            let before = try await comments(fixture)
            #expect(!before.contains { $0.isAuthorNew || $0.isCollapsed })
            let folded = try #require(before.first { one in before.contains { $0.parentKey == one.key } })
            let name = try #require(before.last?.author)
            fixture.community.configure {
                $0.collapsedComments = [Int(folded.key) ?? 0]
                $0.newUsers = [name]
                $0.showsDeadComments = true
            }
            let after = try await comments(fixture)
            #expect(after.filter(\.isCollapsed).map(\.key) == [folded.key])
            #expect(after.allSatisfy { $0.isAuthorNew == ($0.author == name && $0.moderationState != .deleted) })
            let dead = after.filter { $0.moderationState == .dead }
            #expect(!dead.isEmpty && dead.allSatisfy { !$0.body.isEmpty && !$0.text.contains("[dead]") })
            #expect(after.count == before.count + dead.count)
        }
    }

    @Test func `dead and flagged comments are told in the tree of the search service too`() throws {
        let tree = """
            {"id":1,"children":[{"id":2,"author":"a","text":"[flagged]","children":[]},
            {"id":3,"author":"b","text":"[dead]","children":[]},{"id":4,"author":"c","text":"Words.","dead":true,"children":[]},
            {"id":5,"author":null,"text":null,"children":[]},{"id":6,"author":"d","text":"It says [dead].","children":[]}]}
            """
        var builder = HackerNewsThreadBuilder(story: 1, author: nil)
        builder.merge(tree: try JSONReader.value(of: Array(tree.utf8)))
        let states = [2, 3, 4, 5, 6].map { builder.nodes[$0]?.moderationState }
        #expect(states == [.flagged, .dead, .dead, .deleted, .shown])
    }
}
