import Foundation
import HTTPTypes
import Library
import Markup
import News
import Testing

@testable import Web

/// The thread's page, without script.
@Suite struct `Discussions` {
    private let script = Browser.navigation.merging(["Cookie": "zone=Europe%2FLondon"]) { $1 }

    private func said(
        _ key: String, answering parent: String? = nil, by author: String? = "ada", _ html: String = "<p>Yes.</p>",
        standing: ArrivingComment.Standing = .shown, kind: ArrivingComment.Kind = .comment, fade: Int = 0
    ) -> ArrivingComment {
        let cleaned = Cleaner().clean(html)
        return ArrivingComment(
            key: key, parent: parent, author: author, isByAuthor: author == "boss", body: cleaned.html,
            text: cleaned.text, original: html, publishedAt: SiteHouse.start.addingTimeInterval(-600),
            link: WebAddress("https://loom.example/item?id=\(key)"), kind: kind, standing: standing, fade: fade)
    }

    /// A paper with one story that is discussed.
    private func paper(_ answer: Result<DiscussionAnswer, SourceError>, kind: StoryKind = .story) async throws -> (
        SiteHouse, String, StoryRow
    ) {
        let house = try SiteHouse()
        house.presses.put(comments: answer, under: "1")
        let story = ArrivingStory(
            key: "1", title: "Story <1>", link: try web("https://loom.example/1"),
            body: SafeHTML(restoring: "<p>Text</p>"), text: "Text", publishedAt: SiteHouse.start,
            discussion: try web("https://loom.example/item?id=1"), commentCount: 3, points: 41, kind: kind)
        try await house.follow("https://loom.example/feed", title: "Loom", stories: [story])
        let row = try await house.row("Story <1>")
        return (house, "/mine/story/\(row.id.rawValue)", row)
    }

    private func thread(_ comments: [ArrivingComment]) -> Result<DiscussionAnswer, SourceError> {
        .success(DiscussionAnswer(comments: comments))
    }

    @Test func `the topmost comments lead on to one another, answered or not`() async throws {
        let (house, story, _) = try await paper(
            thread([said("11"), said("12"), said("13", answering: "12"), said("14", answering: "12"), said("15")]))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            let ids = page.matches(of: /<li class="c[^"]*" id="c(\d+)"/).compactMap { Int($0.1) }
            try #require(ids.count == 5)
            // From each topmost one to the next, and no further; answers without answers stand beside theirs.
            let nexts = page.matches(of: /href="#c(\d+)">Next</).compactMap { Int($0.1) }
            #expect(nexts == [ids[1], ids[4]])
        }
    }

    @Test func `without script the comments come with the page, nested, folding and linked`() async throws {
        let (house, story, _) = try await paper(
            thread([
                said("11", by: "boss"), said("12", answering: "11"), said("13", answering: "12"), said("14"),
            ]))
        try await house.open { browser async throws in
            #expect(try await browser.get(story).text.contains("href=\"\(story)/comments\""))
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(house.presses.discussed == ["1"])
            #expect(page.contains("<h1>4 comments</h1>") && page.contains("<title>Story &lt;1&gt; · "))
            #expect(page.ranges(of: "<details open><summary>").count == 4)
            let ids = page.matches(of: /<li class="c[^"]*" id="c(\d+)"/).compactMap { Int($0.1) }
            #expect(ids.count == 4 && ids == ids.sorted())
            #expect(page.contains("<a href=\"#c\(ids[0])\">Parent</a>"), "an answer leads to what it answers")
            #expect(page.contains("<a href=\"#c\(ids[3])\">Next</a>"), "and past all answers to the next")
            #expect(page.contains("<span class=\"op\">author</span>") && page.contains(">2 answers</span>"))
            #expect(page.ranges(of: "<ol").count == page.ranges(of: "</ol>").count)
            #expect(page.ranges(of: "<ol").count == 3)
            #expect(!page.contains("data-deed=\"ask\""))
            let top = try await browser.get("\(story)/comments?levels=top", Browser.navigation).text
            #expect(top.matches(of: /<li class="c/).count == 2 && top.contains("All answers"))
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            #expect(house.presses.discussed == ["1"], "what is fresh is not asked for again")
        }
    }

    @Test func `with script the page comes at once; a POST brings the comments and marks the story read`() async throws
    {
        let (house, story, row) = try await paper(thread([said("11")]))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", script.merging(["Sec-Fetch-Mode": "cors"]) { $1 })
                .text
            #expect(page.contains("data-deed=\"ask\"") && page.contains("Asking loom.example for the comments…"))
            #expect(
                page.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=\(story)/comments?wait=1\">"))
            #expect(house.presses.discussed.isEmpty)
            #expect(try await house.row("Story <1>").isRead == false)
            let answer = try await browser.post("/mine/act/comments", "story=\(row.id.rawValue)&opened=1")
            #expect(answer.status == .seeOther && answer.header("Location") == "\(story)/comments")
            #expect(try await house.row("Story <1>").isRead && house.presses.discussed == ["1"])
            let now = try await browser.get("\(story)/comments", script).text
            #expect(now.contains("data-deed=\"none\"") && now.contains("id=\"c1\""))
        }
    }

    @Test func `none, failing and closed are three different sentences`() async throws {
        let (empty, one, _) = try await paper(.success(DiscussionAnswer(comments: [], isOpen: false)))
        try await empty.open { browser async throws in
            let page = try await browser.get("\(one)/comments", Browser.navigation).text
            #expect(page.contains("No comments yet.") && page.contains("Closed: nobody can comment any more."))
        }
        let (failing, other, _) = try await paper(.failure(.unreadable(why: "The list of comments is not understood.")))
        try await failing.open { browser async throws in
            let page = try await browser.get("\(other)/comments", Browser.navigation).text
            #expect(!page.contains("No comments yet.") && page.contains("role=\"alert\""))
            #expect(page.contains("its comments could not be read: The list of comments is not understood."))
            #expect(page.contains("Try again</button>"))
        }
    }

    @Test func `a failure later leaves the comments, with their time`() async throws {
        let (house, story, _) = try await paper(thread([said("11", "<p>Kept words.</p>")]))
        try await house.open { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            house.presses.put(comments: .failure(.unreachable(why: "loom.example did not answer.")), under: "1")
            house.clock.advance(7_200)
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("Kept words.") && page.contains("These are the comments as they were."))
            #expect(page.contains("From loom.example, fetched <time data-long datetime=\"2026-11-21T09:20:00Z\">"))
        }
    }

    @Test func `deleted, dead, flagged, pending and pingbacks are told in words, and answers stay`() async throws {
        let (house, story, _) = try await paper(
            thread([
                said("1", by: nil, "", standing: .deleted), said("2", answering: "1", "<p>Stays.</p>"),
                said("3", standing: .dead), said("4", standing: .flagged), said("5", standing: .pending),
                said("6", kind: .pingback), said("7", fade: 60),
            ]))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            for words in [
                ">deleted<", "This comment was taken back.", "Stays.", ">dead: hidden by the site’s rules<",
                ">flagged: hidden as many readers asked for it<", ">waits for approval<", ">another site’s link<",
                ">voted down<", "text said f2",
            ] { #expect(page.contains(words), "\(words)") }
        }
    }

    @Test func `links lead to threads here, else on in this house, and in full where the text cuts them`() async throws
    {
        let long = "https://far.example/a/very/long/way/to/go?with=1&more=2"
        let html = """
            <p><a href="https://loom.example/item?id=1">the story</a> <a href="https://loom.example/item?id=11">that</a>
            <a href="\(long.replacing("&", with: "&amp;"))">https://far.example/a/very/lo...</a> <img src="https://far.example/x.png" alt="x"></p>
            <pre><code>a  b</code></pre><script>alert(1)</script>
            """
        let (house, story, _) = try await paper(thread([said("11"), said("12", html)]))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("href=\"\(story)/comments\" rel=\"noopener noreferrer\">the story</a>"))
            #expect(page.contains("href=\"#c1\" rel=\"noopener noreferrer\">that</a>"))
            #expect(page.contains("class=\"whole-links\"><li><a href=\"/mine/outside/"))
            #expect(page.contains(">\(long.replacing("&", with: "&amp;"))</a></li>"))
            #expect(page.contains("<pre><code>a  b</code></pre>") && !page.contains("alert(1)"))
            #expect(!page.contains("href=\"https://far.example"))
        }
    }

    @Test func `what came since the last visit is marked and counted`() async throws {
        let (house, story, row) = try await paper(thread([said("11")]))
        try await house.open { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            house.clock.advance(7_200)
            house.presses.put(comments: thread([said("12"), said("11"), said("13", answering: "11")]), under: "1")
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.matches(of: /<li class="c fresh"/).count == 2 && page.contains(">2 new</span>"))
            #expect(page.contains("data-next-new href=\"#c2\""))
            let counts = try await browser.get("/mine/counts?stories=\(row.id.rawValue),99")
            #expect(counts.text.contains("\"comments\":3") && counts.text.contains("\"points\":41"))
            #expect(counts.text.contains("\"story\":1") && !counts.text.contains("99"))
        }
    }

    @Test func `a poll is told in words and in bars`() async throws {
        var told = ArrivingStory(key: "1", title: "Story <1>", kind: .poll)
        told.poll = [PollOption(text: "Tea & milk", votes: 3), PollOption(text: "Rope", votes: 1)]
        let (house, story, _) = try await paper(
            .success(DiscussionAnswer(comments: [said("11")], story: told)), kind: .poll)
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("Tea &amp; milk") && page.contains("3 votes, 75 %") && page.contains("1 vote, 25 %"))
            #expect(page.contains("max=\"3\" value=\"1\""))
        }
    }

    @Test func `votes without measure stop no page`() async throws {
        var told = ArrivingStory(key: "1", title: "Story <1>", kind: .poll)
        told.poll = [Int.max, .max, .min].map { PollOption(text: "Rope", votes: $0) }
        let (house, story, _) = try await paper(
            .success(DiscussionAnswer(comments: [said("11")], story: told)), kind: .poll)
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("100 %") && page.contains("0 %"))
        }
    }

    @Test func `places to work have neither votes nor comments`() async throws {
        let (house, story, _) = try await paper(thread([]), kind: .job)
        try await house.open { browser async throws in
            let page = try await browser.get(story).text
            #expect(!page.contains("/comments\"") && !page.contains("41 points"))
            let list = try await browser.get("/mine/all").text
            #expect(list.contains("data-kind=\"job\"") && !list.contains("3 comments"))
        }
    }

    @Test func `rows count comments, and a story without a discussion here leads to the origin's`() async throws {
        let (house, _, _) = try await paper(thread([]))
        try await house.open { browser async throws in
            let list = try await browser.get("/mine/all").text
            #expect(list.contains("data-talk=\"1\"><span data-count>3 comments</span>"))
        }
        let plain = try SiteHouse()
        var story = plain.stories(1...1)[0]
        (story.discussion, story.commentCount) = (try web("https://far.example/talk"), 5)
        try await plain.follow("https://far.example/feed", stories: [story])
        let id = try await plain.row("Story 1").id.rawValue
        try await plain.open { browser async throws in
            let page = try await browser.get("/mine/story/\(id)").text
            #expect(page.contains("href=\"https://far.example/talk\">5 comments</a>"))
            #expect(try await browser.get("/mine/story/\(id)/comments").status == .notFound)
        }
    }

    @Test func `a very deep thread stays well formed`() async throws {
        let comments = (0..<300).map { said("\($0)", answering: $0 == 0 ? nil : "\($0 - 1)") }
        let (house, story, _) = try await paper(thread(comments))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.matches(of: /<li class="c/).count == 300 && page.contains(">level 300<"))
            #expect(page.ranges(of: "<ol").count == 41 && page.ranges(of: "</ol>").count == 41)
            #expect(page.ranges(of: "</details></li>").count == 300)
        }
    }

    @Test func `a name leads to who that is, what they submitted and what they said`() async throws {
        let (house, story, _) = try await paper(thread([said("11", by: "ada & co")]))
        house.presses.put(person: Person(name: "ada & co", karma: 7, joinedAt: SiteHouse.start))
        try await house.open { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            let way = "/mine/person/1?name=ada%20%26%20co"
            #expect(page.contains("<a class=\"who\" href=\"\(way)\">ada &amp; co</a>"))
            let about = try await browser.get(way, Browser.navigation).text
            #expect(about.contains("<h1>ada &amp; co</h1>") && about.contains("<dd>7</dd>"))
            let stories = try await browser.get(way + "&show=stories", Browser.navigation).text
            #expect(stories.contains("What I made") && stories.contains("after=p%202"))
            let comments = try await browser.get(way + "&show=comments", Browser.navigation).text
            #expect(comments.contains("I <i>said</i> so."))
            #expect(comments.contains("href=\"\(story)/comments#c1\">Story &lt;1&gt;</a>"))
            let nobody = try await browser.get("/mine/person/1?name=eve", Browser.navigation).text
            #expect(nobody.contains("knows nobody called eve"))
            #expect(try await browser.get("/mine/person/9?name=eve").status == .notFound)
        }
    }

    @Test(arguments: [["Sec-Fetch-Site": "cross-site"], ["Sec-Purpose": "prefetch"], ["Purpose": "prefetch"]])
    func `another site's page and a prefetch ask nobody about anybody`(headers: [String: String]) async throws {
        let (house, _, _) = try await paper(thread([said("11", by: "ada")]))
        house.presses.put(person: Person(name: "ada", karma: 7))
        try await house.open { browser async throws in
            let way = "/mine/person/1?name=ada"
            for shelf in ["", "&show=stories", "&show=comments"] {
                let page = try await browser.get(way + shelf, Browser.navigation.merging(headers) { $1 }).text
                #expect(page.contains("was not asked yet") && page.contains("about ada"), "\(shelf)")
                #expect(!page.contains("<dd>7</dd>") && !page.contains("What I made") && !page.contains("said</i>"))
            }
            #expect(try await browser.get(way, Browser.navigation).text.contains("<dd>7</dd>"))
            // What is known needs no asking.
            let known = try await browser.get(way, Browser.navigation.merging(headers) { $1 }).text
            #expect(known.contains("<dd>7</dd>"))
        }
    }

    @Test func `of a comment made of cut links the first two hundred are written out`() {
        let links = (0..<20_000).map { "<a href=\"https://o.test/\($0)\">https://o.te...</a>" }
        let body = Cleaner().clean("<p>" + links.joined() + "</p>").html
        #expect(CutLinks.of(body).count == 200)
    }

    @Test func `looking where else a story is discussed is off until somebody asks for it`() async throws {
        let (house, story, row) = try await paper(thread([]))
        try await house.open { browser async throws in
            #expect(!(try await browser.get(story)).text.contains("class=\"mentions\""))
            let refused = try await browser.post(
                "/mine/act/mentions", "story=\(row.id.rawValue)", ["Accept": "application/json"])
            #expect(refused.status != .ok)
            let settings = try await browser.get("/mine/settings").text
            #expect(settings.contains("name=\"mentions\"") && !settings.contains("name=\"mentions\" checked"))
            _ = try await browser.post("/mine/act/preferences", "part=reading&mentions=1")
            #expect(try await browser.get("/mine/settings").text.contains("name=\"mentions\" checked"))
        }
    }
}
