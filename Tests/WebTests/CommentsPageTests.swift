import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The thread's page, without script.
@Suite struct `Discussions` {
    private let scriptHeaders = Browser.navigation.merging(["Cookie": "zone=Europe%2FLondon"]) { $1 }

    private func comment(
        _ key: String, answering parent: String? = nil, by author: String? = "ada", _ html: String = "<p>Yes.</p>",
        standing: FetchedComment.ModerationState = .shown, kind: FetchedComment.Kind = .comment, fade: Int = 0
    ) -> FetchedComment {
        let cleaned = HTMLSanitizer().sanitize(html)
        return FetchedComment(
            key: key, parentKey: parent, author: author, isByAuthor: author == "boss", body: cleaned.html,
            text: cleaned.text, original: html, publishedAt: WebTestApp.start.addingTimeInterval(-600),
            link: WebAddress("https://loom.example/item?id=\(key)"), kind: kind, moderationState: standing,
            fadePercent: fade)
    }

    /// A paper with one story that is discussed.
    private func makeApp(_ answer: Result<DiscussionResponse, SourceError>, kind: StoryKind = .story) async throws -> (
        WebTestApp, String, StoryRow
    ) {
        let app = try WebTestApp()
        app.source.put(comments: answer, under: "1")
        let story = FetchedStory(
            key: "1", title: "Story <1>", link: try webAddress("https://loom.example/1"),
            body: SafeHTML(restoring: "<p>Text</p>"), text: "Text", publishedAt: WebTestApp.start,
            discussionLink: try webAddress("https://loom.example/item?id=1"), commentCount: 3, points: 41, kind: kind)
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [story])
        let row = try await app.row("Story <1>")
        return (app, "/mine/story/\(row.id.rawValue)", row)
    }

    private func thread(_ comments: [FetchedComment]) -> Result<DiscussionResponse, SourceError> {
        .success(DiscussionResponse(comments: comments))
    }

    @Test func `the topmost comments lead on to one another, answered or not`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("11"), comment("12"), comment("13", answering: "12"), comment("14", answering: "12"),
                comment("15"),
            ]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            let ids = page.matches(of: /<li class="c[^"]*" id="c(\d+)"/).compactMap { Int($0.1) }
            try #require(ids.count == 5)
            var nexts: [Int?] = []
            for id in ids {
                let menu = try await browser.get("\(story)/comments/\(id)/menu").text
                let jump = menu.firstMatch(of: /comments#c(\d+)"><svg[^>]*><use[^>]*><\/svg>Next comment</)
                nexts.append(jump.flatMap { Int($0.1) })
            }
            // From each topmost one to the next, and no further; answers without answers stand beside theirs.
            #expect(nexts == [ids[1], ids[4], nil, nil, nil])
        }
    }

    @Test func `without script the comments come with the page, nested, folding and linked`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("11", by: "boss"), comment("12", answering: "11"), comment("13", answering: "12"),
                comment("14"),
            ]))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get(story).text.contains("href=\"\(story)/comments\""))
            #expect(try await app.row("Story <1>").isRead == false)
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(try await app.row("Story <1>").isRead, "HN-10: who opens the comments has read the story")
            #expect(app.source.requestedThreads == ["1"])
            #expect(page.contains("<h2>4 comments</h2>") && page.contains("<title>Story &lt;1&gt; · "))
            #expect(page.contains("<a href=\"\(story)\">Story &lt;1&gt;</a></h1>") && !page.contains("class=\"kicker"))
            #expect(page.ranges(of: "<details open><summary>").count == 4)
            let ids = page.matches(of: /<li class="c[^"]*" id="c(\d+)"/).compactMap { Int($0.1) }
            #expect(ids.count == 4 && ids == ids.sorted())
            let op = "<span class=\"thread-author\" title=\"Author of the post\"><span aria-hidden=\"true\">OP</span>"
            #expect(page.ranges(of: op).count == 1 && page.contains(">2 replies</span>"))
            #expect(page.ranges(of: "<ol").count == page.ranges(of: "</ol>").count)
            #expect(page.ranges(of: "<ol").count == 3)
            #expect(!page.contains("data-load-action=\"ask\""))
            let top = try await browser.get("\(story)/comments?levels=top", Browser.navigation).text
            #expect(top.matches(of: /<li class="c/).count == 2 && top.contains("Expand replies"))
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            #expect(app.source.requestedThreads == ["1"], "what is fresh is not asked for again")
        }
    }

    @Test func `what can be done with a comment stands in its menu, also without script`() async throws {
        let (app, story, _) = try await makeApp(
            thread([comment("11"), comment("12", answering: "11", by: "eve & co"), comment("13", standing: .dead)]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments?in=all", Browser.navigation).text
            let ids = page.matches(of: /<li class="c[^"]*" id="c(\d+)"/).compactMap { Int($0.1) }
            try #require(ids.count == 3)
            let way = "\(story)/comments/\(ids[1])/menu?in=all"
            #expect(page.contains("class=\"comment-menu\" data-sheet=\"comment\" href=\"\(way)\""))
            let menu = try await browser.get(way).text
            #expect(menu.contains("id=\"sheet-comment\"") && menu.contains("eve &amp; co on Story &lt;1&gt;</p>"))
            #expect(menu.contains("data-original=\"https://loom.example/item?id=12\""))
            #expect(menu.contains("href=\"\(story)/comments?in=all#c\(ids[0])\"") && menu.contains("Go to parent</a>"))
            #expect(menu.contains("data-share hidden") && menu.contains("data-copy"))
            #expect(menu.contains("readonly value=\"https://loom.example/item?id=12\""))
            #expect(menu.contains("Open at loom.example</a>"))
            // What its site hides is not passed on.
            let dead = try await browser.get("\(story)/comments/\(ids[2])/menu").text
            #expect(!dead.contains("data-share") && dead.contains("Open at loom.example</a>"))
            #expect(try await browser.get("\(story)/comments/99/menu").status == .notFound)
        }
    }

    @Test func `a posting's own text stands above its comments, an article's does not`() async throws {
        let app = try WebTestApp()
        let page = try webAddress("https://loom.example/item?id=1")
        let text = HTMLSanitizer(base: page).sanitize("<p>Which rope? <a href=\"https://far.example/\">This?</a></p>")
        let posting = FetchedStory(
            key: "1", title: "A posting", link: page, body: text.html, text: text.text,
            publishedAt: WebTestApp.start, discussionLink: page)
        let article = FetchedStory(
            key: "2", title: "An article", link: try webAddress("https://loom.example/2"), body: text.html,
            text: text.text, publishedAt: WebTestApp.start,
            discussionLink: try webAddress("https://loom.example/2#talk"))
        for key in ["1", "2"] { app.source.put(comments: thread([comment("1\(key)")]), under: key) }
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [posting, article])
        let (first, second) = (try await app.row("A posting").id.rawValue, try await app.row("An article").id.rawValue)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(first)/comments", Browser.navigation).text
            #expect(page.contains("<div class=\"text post-text\"><p>Which rope? <a href=\"/mine/linked/"))
            let other = try await browser.get("/mine/story/\(second)/comments", Browser.navigation).text
            #expect(other.contains("id=\"c") && !other.contains("<div class=\"text post-text"))
        }
    }

    @Test func `with script the page comes at once; a POST brings the comments and marks the story read`() async throws
    {
        let (app, story, row) = try await makeApp(thread([comment("11")]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(
                "\(story)/comments", scriptHeaders.merging(["Sec-Fetch-Mode": "cors"]) { $1 }
            )
            .text
            #expect(
                page.contains("data-load-action=\"ask\"") && page.contains("Loading the comments from loom.example…"))
            #expect(
                page.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=\(story)/comments?wait=1\">"))
            #expect(app.source.requestedThreads.isEmpty)
            #expect(try await app.row("Story <1>").isRead == false)
            let answer = try await browser.post("/mine/act/refresh-comments", "story=\(row.id.rawValue)&opened=1")
            #expect(answer.status == .seeOther && answer.header("Location") == "\(story)/comments")
            #expect(try await app.row("Story <1>").isRead && app.source.requestedThreads == ["1"])
            let now = try await browser.get("\(story)/comments", scriptHeaders).text
            #expect(now.contains("data-load-action=\"none\"") && now.contains("id=\"c1\""))
        }
    }

    @Test func `none, failing and closed are three different sentences`() async throws {
        let (empty, one, _) = try await makeApp(.success(DiscussionResponse(comments: [], acceptsComments: false)))
        try await empty.withBrowser { browser async throws in
            let page = try await browser.get("\(one)/comments", Browser.navigation).text
            #expect(page.contains("No comments yet.") && page.contains("Comments are closed."))
        }
        let (failing, other, _) = try await makeApp(
            .failure(.unreadable(FailureCause(.comments(.notACommentFeed), at: "loom.example"))))
        try await failing.withBrowser { browser async throws in
            let page = try await browser.get("\(other)/comments", Browser.navigation).text
            #expect(!page.contains("No comments yet.") && page.contains("role=\"alert\""))
            #expect(page.contains(">loom.example has a feed there that holds no comments.<"), "told once")
            #expect(page.contains("Try again</button>"))
        }
    }

    @Test func `a site that asked us to wait is named with the time, without a button`() async throws {
        let (app, story, _) = try await makeApp(.failure(.busy(until: WebTestApp.start.addingTimeInterval(3600))))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("loom.example asked us to wait until 10:20. Its comments are loaded after that."))
            #expect(!page.contains("Try again</button>"))
        }
    }

    @Test func `a failure later leaves the comments, with their time`() async throws {
        let (app, story, _) = try await makeApp(thread([comment("11", "<p>Kept words.</p>")]))
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            app.source.put(comments: .failure(.unreachable(.noAnswer(from: "loom.example"))), under: "1")
            app.clock.advance(7_200)
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("Kept words.") && page.contains("These are the comments loaded before."))
            #expect(
                page.contains("From loom.example, fetched <time data-spelled-out datetime=\"2026-11-21T09:20:00Z\">"))
        }
    }

    @Test func `deleted, dead, flagged, pending and pingbacks are told in words, and answers stay`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("1", by: nil, "", standing: .deleted), comment("2", answering: "1", "<p>Stays.</p>"),
                comment("3", standing: .dead), comment("4", standing: .flagged), comment("5", standing: .pending),
                comment("6", kind: .pingback), comment("7", fade: 60), comment("8", fade: 20), comment("9", fade: 90),
            ]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            for words in [
                ">deleted<", "This comment was deleted.", "Stays.", ">dead: hidden by the site’s rules<",
                ">flagged: hidden after reports by readers<", ">waiting for approval<", ">another site’s link<",
                ">voted down<", "text comment-text fade-1", "text comment-text fade-2", "text comment-text fade-3",
            ] { #expect(page.contains(words), "\(words)") }
        }
    }

    @Test func `lists, story and thread count the same, and what is a pingback is said`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("1"), comment("2"), comment("3"), comment("4", kind: .pingback),
                comment("5", standing: .pending),
            ]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("<h2>4 comments</h2>") && page.contains("1 of them a pingback"))
            #expect(try await browser.get(story).text.contains("4 comments"))
            #expect(try await app.row("Story <1>").commentCount == 4)
        }
    }

    @Test func `a server error is the site's own fault and no refusal`() async throws {
        let (app, story, _) = try await makeApp(.failure(.refused(status: 502)))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("loom.example reported a server error (502). Try again later."))
            #expect(!page.contains("refused"))
        }
    }

    @Test func `what the site shows folded is folded at first, and a new account's name says so`() async throws {
        var folded = comment("1")
        folded.isCollapsed = true
        var new = comment("2", answering: "1", by: "newcomer")
        new.isAuthorNew = true
        let (app, story, _) = try await makeApp(thread([folded, new, comment("3")]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.ranges(of: "<details><summary>").count == 1)
            #expect(page.ranges(of: "<details open><summary>").count == 2)
            #expect(page.contains("<li class=\"comment new-account\" id="))
            #expect(page.ranges(of: "new account</span>").count == 1)
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
        let (app, story, _) = try await makeApp(thread([comment("11"), comment("12", html)]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("href=\"\(story)/comments\" rel=\"noopener noreferrer\">the story</a>"))
            #expect(page.contains("href=\"#c1\" rel=\"noopener noreferrer\">that</a>"))
            #expect(page.contains("class=\"full-links\"><li><a href=\"/mine/linked/"))
            #expect(page.contains(">\(long.replacing("&", with: "&amp;"))</a></li>"))
            #expect(page.contains("<pre><code>a  b</code></pre>") && !page.contains("alert(1)"))
            #expect(!page.contains("href=\"https://far.example") && !page.contains("src=\"https:"))
        }
    }

    @Test func `what came since the last visit is marked and counted`() async throws {
        let (app, story, row) = try await makeApp(thread([comment("11")]))
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            app.clock.advance(7_200)
            app.source.put(
                comments: thread([comment("12"), comment("11"), comment("13", answering: "11")]), under: "1")
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.matches(of: /<li class="comment is-new"/).count == 2 && page.contains(">2 new</a>"))
            #expect(page.contains("data-next-new href=\"#c2\""))
            let counts = try await browser.get("/mine/counts?stories=\(row.id.rawValue),99")
            #expect(counts.text.contains("\"comments\":3") && counts.text.contains("\"points\":41"))
            #expect(counts.text.contains("\"story\":1") && !counts.text.contains("99"))
        }
    }

    @Test func `a poll is told in words and in bars`() async throws {
        var told = FetchedStory(key: "1", title: "Story <1>", kind: .poll)
        told.pollOptions = [PollOption(text: "Tea & milk", votes: 3), PollOption(text: "Rope", votes: 1)]
        let (app, story, _) = try await makeApp(
            .success(DiscussionResponse(comments: [comment("11")], story: told)), kind: .poll)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("Tea &amp; milk") && page.contains("3 votes, 75 %") && page.contains("1 vote, 25 %"))
            #expect(page.contains("max=\"3\" value=\"1\""))
        }
    }

    @Test func `votes without measure stop no page`() async throws {
        var told = FetchedStory(key: "1", title: "Story <1>", kind: .poll)
        told.pollOptions = [Int.max, .max, .min].map { PollOption(text: "Rope", votes: $0) }
        let (app, story, _) = try await makeApp(
            .success(DiscussionResponse(comments: [comment("11")], story: told)), kind: .poll)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.contains("100 %") && page.contains("0 %"))
        }
    }

    @Test func `places to work have neither votes nor comments`() async throws {
        let (app, story, _) = try await makeApp(thread([]), kind: .job)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(story).text
            #expect(!page.contains("/comments\"") && !page.contains("41 points"))
            let list = try await browser.get("/mine/all").text
            #expect(list.contains("data-story-kind=\"job\"") && !list.contains("3 comments"))
        }
    }

    @Test func `rows count comments, and a story without a discussion here leads to the origin's`() async throws {
        let (app, _, _) = try await makeApp(thread([]))
        try await app.withBrowser { browser async throws in
            let list = try await browser.get("/mine/all").text
            #expect(list.contains("data-comments=\"1\"><span data-comment-count>3 comments</span>"))
        }
        let plain = try WebTestApp()
        var story = plain.stories(1...1)[0]
        (story.discussionLink, story.commentCount) = (try webAddress("https://far.example/talk"), 5)
        try await plain.follow("https://far.example/feed", stories: [story])
        let id = try await plain.row("Story 1").id.rawValue
        try await plain.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(id)").text
            #expect(page.contains("href=\"https://far.example/talk\" title=\"5 comments\""))
            #expect(try await browser.get("/mine/story/\(id)/comments").status == .notFound)
        }
    }

    @Test func `a very deep thread stays well formed`() async throws {
        let comments = (0..<300).map { comment("\($0)", answering: $0 == 0 ? nil : "\($0 - 1)") }
        let (app, story, _) = try await makeApp(thread(comments))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            #expect(page.matches(of: /<li class="c/).count == 300 && page.contains(">level 300<"))
            #expect(page.ranges(of: "<ol").count == 41 && page.ranges(of: "</ol>").count == 41)
            #expect(page.ranges(of: "</details></li>").count == 300)
        }
    }

    @Test func `a name leads to who that is, what they submitted and what they said`() async throws {
        let (app, story, _) = try await makeApp(thread([comment("11", by: "ada & co")]))
        let words = HTMLSanitizer().sanitize("<p>Rings <i>bells</i>.</p>").html
        app.source.put(person: "ada & co", Profile(karma: 7, joinedAt: WebTestApp.start, about: words))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).text
            let way = "/mine/profile/1?name=ada%20%26%20co"
            #expect(page.contains("<a class=\"author\" href=\"\(way)\">ada &amp; co</a>"))
            let about = try await browser.get(way, Browser.navigation).text
            #expect(about.contains("<h1>ada &amp; co</h1>") && about.contains("<dt>Karma</dt><dd>7</dd>"))
            #expect(about.contains("<dt>Member since</dt><dd>21 November 2026</dd>"))
            #expect(about.contains("Rings <i>bells</i>."))
            let stories = try await browser.get(way + "&show=stories", Browser.navigation).text
            #expect(stories.contains("What I made") && stories.contains("after=p%202"))
            let comments = try await browser.get(way + "&show=comments", Browser.navigation).text
            #expect(comments.contains("I <i>said</i> so."))
            #expect(comments.contains("href=\"\(story)/comments#c1\">Story &lt;1&gt;</a>"))
            let nobody = try await browser.get("/mine/profile/1?name=eve", Browser.navigation).text
            #expect(nobody.contains("has no public profile of eve"))
            #expect(try await browser.get("/mine/profile/9?name=eve").status == .notFound)
        }
    }

    @Test(arguments: [["Sec-Fetch-Site": "cross-site"], ["Sec-Purpose": "prefetch"], ["Purpose": "prefetch"]])
    func `another site's page and a prefetch ask nobody about anybody`(headers: [String: String]) async throws {
        let (app, _, _) = try await makeApp(thread([comment("11", by: "ada")]))
        app.source.put(person: "ada", Profile(karma: 7))
        try await app.withBrowser { browser async throws in
            let way = "/mine/profile/1?name=ada"
            for shelf in ["", "&show=stories", "&show=comments"] {
                let page = try await browser.get(way + shelf, Browser.navigation.merging(headers) { $1 }).text
                #expect(page.contains("Nothing has been loaded from "), "\(shelf)")
                #expect(!page.contains("<dd>7</dd>") && !page.contains("What I made") && !page.contains("said</i>"))
            }
            #expect(try await browser.get(way, Browser.navigation).text.contains("<dd>7</dd>"))
            // What is known needs no asking.
            let known = try await browser.get(way, Browser.navigation.merging(headers) { $1 }).text
            #expect(known.contains("<dd>7</dd>"))
        }
    }

    /// Some 45 billion steps if each comment were added to every one above.
    @Test(.timeLimit(.minutes(1)))
    func `the height of a chain of answers is summed in one pass`() {
        let chain = (0..<300_000).map {
            CommentDetails(id: CommentID(rawValue: Int64($0)), key: "\($0)", depth: $0, body: .empty)
        }
        let steps = CommentTreeView.heightSteps(chain)
        #expect(steps.first == 11 && steps.suffix(2) == [1, 0])
    }

    @Test func `of a comment made of cut links the first two hundred are written out`() {
        let links = (0..<20_000).map { "<a href=\"https://o.test/\($0)\">https://o.te...</a>" }
        let body = HTMLSanitizer().sanitize("<p>" + links.joined() + "</p>").html
        #expect(LinkExtractor.truncatedLinks(in: body).count == 200)
    }

    @Test func `looking where else a story is discussed is off until somebody asks for it`() async throws {
        let (app, story, row) = try await makeApp(thread([]))
        try await app.withBrowser { browser async throws in
            #expect(!(try await browser.get(story)).text.contains("class=\"related-discussions\""))
            let refused = try await browser.post(
                "/mine/act/related-discussions", "story=\(row.id.rawValue)", ["Accept": "application/json"])
            #expect(refused.status != .ok)
            let settings = try await browser.get("/mine/settings/reading").text
            #expect(settings.contains("name=\"mentions\"") && !settings.contains("name=\"mentions\" checked"))
            _ = try await browser.post("/mine/act/preferences", "part=reading&mentions=1")
            #expect(try await browser.get("/mine/settings/reading").text.contains("name=\"mentions\" checked"))
        }
    }
}
