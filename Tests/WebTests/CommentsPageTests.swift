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

    /// The numbers of the comments on a page, in order.
    private func commentIDs(_ page: ShownPage) -> [Int] {
        page.parts("li.comment").compactMap { $0["id"].flatMap { Int($0.dropFirst()) } }
    }

    @Test func `the topmost comments lead on to one another, answered or not`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("11"), comment("12"), comment("13", answering: "12"), comment("14", answering: "12"),
                comment("15"),
            ]))
        try await app.withBrowser { browser async throws in
            let ids = commentIDs(try await browser.get("\(story)/comments", Browser.navigation).page)
            try #require(ids.count == 5)
            var nexts: [String?] = []
            for id in ids {
                let menu = try await browser.get("\(story)/comments/\(id)/menu").page
                nexts.append(menu.link("Next comment")?.path)
            }
            // From each topmost one to the next, and no further; answers without answers stand beside theirs.
            #expect(nexts == ["\(story)/comments#c\(ids[1])", "\(story)/comments#c\(ids[4])", nil, nil, nil])
        }
    }

    @Test(.mission("NEXUS-29", "HN-10"))
    func `without script the comments come with the page, nested, folding and linked`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("11", by: "boss"), comment("12", answering: "11"), comment("13", answering: "12"),
                comment("14"),
            ]))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get(story).page.hasLink(to: "\(story)/comments"))
            #expect(try await app.row("Story <1>").isRead == false)
            let answer = try await browser.get("\(story)/comments", Browser.navigation)
            let page = answer.page
            #expect(try await app.row("Story <1>").isRead, "HN-10: who opens the comments has read the story")
            #expect(app.source.requestedThreads == ["1"])
            #expect(page.headings(2).contains("4 comments") && page.title?.hasPrefix("Story <1> · ") == true)
            #expect(page.parts("h1").contains { $0.hasLink("Story <1>", to: story) } && !page.has("[class^=kicker]"))
            #expect(page.parts("li.comment > details[open] > summary").count == 4)
            let ids = commentIDs(page)
            #expect(ids.count == 4 && ids == ids.sorted())
            let authors = page.parts("span.thread-author")
            #expect(authors.map { $0["title"] } == ["Author of the post"])
            #expect(authors.first?.texts("[aria-hidden=true]") == ["OP"])
            #expect(page.texts("summary span").contains("2 replies"))
            #expect(answer.text.ranges(of: "<ol").count == answer.text.ranges(of: "</ol>").count)
            #expect(page.parts("ol").count == 3)
            #expect(!page.has("[data-load-action=ask]"))
            let top = try await browser.get("\(story)/comments?levels=top", Browser.navigation).page
            #expect(commentIDs(top).count == 2 && top.hasLink("Expand replies"))
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            #expect(app.source.requestedThreads == ["1"], "what is fresh is not asked for again")
        }
    }

    @Test func `what can be done with a comment stands in its menu, also without script`() async throws {
        let (app, story, _) = try await makeApp(
            thread([comment("11"), comment("12", answering: "11", by: "eve & co"), comment("13", standing: .dead)]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments?in=all", Browser.navigation).page
            let ids = commentIDs(page)
            try #require(ids.count == 3)
            let way = "\(story)/comments/\(ids[1])/menu?in=all"
            #expect(page.has("a.comment-menu[data-sheet=comment][href=\(way)]"))
            let menu = try await browser.get(way).page.part("#sheet-comment")
            #expect(try menu.part("p.menu-title").text.hasSuffix("eve & co on Story <1>"))
            #expect(menu.has("[data-original=https://loom.example/item?id=12]"))
            #expect(menu.hasLink("Go to parent", to: "\(story)/comments?in=all#c\(ids[0])"))
            #expect(menu.has("button[data-share][hidden]") && menu.has("button[data-copy]"))
            #expect(menu.has("input[readonly][value=https://loom.example/item?id=12]"))
            #expect(menu.hasLink("Open at loom.example"))
            // What its site hides is not passed on.
            let dead = try await browser.get("\(story)/comments/\(ids[2])/menu")
            #expect(!dead.text.contains("data-share") && dead.page.hasLink("Open at loom.example"))
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
            let page = try await browser.get("/mine/story/\(first)/comments", Browser.navigation).page
            let post = try page.part("div.text.post-text")
            #expect(post.text.hasPrefix("Which rope?") && post.has("p > a[href^=/mine/linked/]"))
            let other = try await browser.get("/mine/story/\(second)/comments", Browser.navigation).page
            #expect(!commentIDs(other).isEmpty && !other.has(".post-text"))
        }
    }

    @Test(.mission("HN-10"))
    func `with script the page comes at once; a POST brings the comments and marks the story read`() async throws {
        let (app, story, row) = try await makeApp(thread([comment("11")]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(
                "\(story)/comments", scriptHeaders.merging(["Sec-Fetch-Mode": "cors"]) { $1 }
            )
            .page
            #expect(page.has("[data-load-action=ask]"))
            #expect(page.text.contains("Loading the comments from loom.example…"))
            let reload = try page.part("noscript > meta[http-equiv=refresh]")
            #expect(reload["content"] == "0; url=\(story)/comments?wait=1")
            #expect(app.source.requestedThreads.isEmpty)
            #expect(try await app.row("Story <1>").isRead == false)
            let answer = try await browser.post("/mine/act/refresh-comments", "story=\(row.id.rawValue)&opened=1")
            #expect(answer.status == .seeOther && answer.header("Location") == "\(story)/comments")
            #expect(try await app.row("Story <1>").isRead && app.source.requestedThreads == ["1"])
            let now = try await browser.get("\(story)/comments", scriptHeaders).page
            #expect(now.has("[data-load-action=none]") && now.has("#c1"))
        }
    }

    @Test(.mission("NEXUS-28", "HN-14", "HN-20"))
    func `none, failing and closed are three different sentences`() async throws {
        let (empty, one, _) = try await makeApp(.success(DiscussionResponse(comments: [], acceptsComments: false)))
        try await empty.withBrowser { browser async throws in
            let page = try await browser.get("\(one)/comments", Browser.navigation).page
            #expect(page.texts("p").contains("No comments yet.") && page.texts("p").contains("Comments are closed."))
        }
        let (failing, other, _) = try await makeApp(
            .failure(.unreadable(FailureCause(.comments(.notACommentFeed), at: "loom.example"))))
        try await failing.withBrowser { browser async throws in
            let page = try await browser.get("\(other)/comments", Browser.navigation).page
            #expect(!page.text.contains("No comments yet."))
            let words = "loom.example has a feed there that holds no comments."
            #expect(page.texts("[role=alert] p") == [words], "told once")
            #expect(page.hasButton("Try again"))
        }
    }

    @Test func `a site that asked us to wait is named with the time, without a button`() async throws {
        let (app, story, _) = try await makeApp(.failure(.busy(until: WebTestApp.start.addingTimeInterval(3600))))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            let words = "loom.example asked us to wait until 10:20. Its comments are loaded after that."
            #expect(page.alerts.contains(words))
            #expect(!page.buttons.contains { $0.text.hasSuffix("Try again") })
        }
    }

    @Test(.mission("NEXUS-30", "HN-14")) func `a failure later leaves the comments, with their time`() async throws {
        let (app, story, _) = try await makeApp(thread([comment("11", "<p>Kept words.</p>")]))
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            app.source.put(comments: .failure(.unreachable(.noAnswer(from: "loom.example"))), under: "1")
            app.clock.advance(7_200)
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            #expect(page.texts("li.comment p").contains("Kept words."))
            #expect(page.text.contains("These are the comments loaded before."))
            let source = try page.part("p.fetch-time")
            #expect(source.text.hasPrefix("From loom.example, fetched "))
            #expect(source.has("time[data-spelled-out][datetime=2026-11-21T09:20:00Z]"))
        }
    }

    @Test func `what is wrong with a site's comments stands on its feed's page, not in the thread`() async throws {
        let answer = DiscussionResponse(comments: [comment("11")], missingCount: 1, diagnostics: ["A date is no date."])
        let (app, story, row) = try await makeApp(.success(answer))
        try await app.withBrowser { browser async throws in
            let thread = try await browser.get("\(story)/comments", Browser.navigation).page
            #expect(thread.has("li.comment") && !thread.text.contains("than it sent"))
            #expect(!thread.text.contains("A date is no date."))
            let feed = try await browser.get("/mine/feed/\(row.channel.rawValue)/details").page
            let problems = try feed.part("ul.discussion-problems")
            #expect(problems.hasLink("Story <1>", to: "\(story)/comments"))
            #expect(problems.texts("span") == ["Loom counts 1 more comment than it sent.", "A date is no date."])
        }
    }

    @Test(.mission("HN-86", "HN-88"))
    func `deleted, dead, flagged, pending and pingbacks are told in words, and answers stay`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("1", by: nil, "", standing: .deleted), comment("2", answering: "1", "<p>Stays.</p>"),
                comment("3", standing: .dead), comment("4", standing: .flagged), comment("5", standing: .pending),
                comment("6", kind: .pingback), comment("7", fade: 60), comment("8", fade: 20), comment("9", fade: 90),
            ]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            let texts = page.texts("li.comment p") + page.texts("summary span")
            for words in [
                "deleted", "This comment was deleted.", "Stays.", "dead: hidden by the site’s rules",
                "flagged: hidden after reports by readers", "waiting for approval", "another site’s link", "voted down",
            ] { #expect(texts.contains(words), "\(words)") }
            for step in 1...3 { #expect(page.has(".text.comment-text.fade-\(step)"), "\(step)") }
        }
    }

    @Test func `lists, story and thread count the same, and what is a pingback is said`() async throws {
        let (app, story, _) = try await makeApp(
            thread([
                comment("1"), comment("2"), comment("3"), comment("4", kind: .pingback),
                comment("5", standing: .pending),
            ]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            #expect(page.headings(2).contains("4 comments") && page.text.contains("1 of them a pingback"))
            #expect(try await browser.get(story).page.texts("[data-comment-count]").contains("4 comments"))
            #expect(try await app.row("Story <1>").commentCount == 4)
        }
    }

    @Test func `a server error is the site's own fault and no refusal`() async throws {
        let (app, story, _) = try await makeApp(.failure(.refused(status: 502)))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("\(story)/comments", Browser.navigation)
            let words = "loom.example reported a server error (502). Try again later."
            #expect(answer.page.alerts.contains { $0.contains(words) })
            #expect(!answer.text.contains("refused"))
        }
    }

    @Test func `what the site shows folded is folded at first, and a new account's name says so`() async throws {
        var folded = comment("1")
        folded.isCollapsed = true
        var new = comment("2", answering: "1", by: "newcomer")
        new.isAuthorNew = true
        let (app, story, _) = try await makeApp(thread([folded, new, comment("3")]))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            // The second is an answer to the first.
            #expect(page.parts("li.comment > details").map { $0["open"] } == [nil, "", ""])
            #expect(page.parts("li.new-account").map { $0["class"] } == ["comment new-account"])
            #expect(page.parts("span").count { $0.text.hasSuffix("new account") } == 1)
        }
    }

    @Test(.mission("HN-19", "HN-70"))
    func `links lead to threads here, else on in this house, and in full where the text cuts them`() async throws {
        let long = "https://far.example/a/very/long/way/to/go?with=1&more=2"
        let html = """
            <p><a href="https://loom.example/item?id=1">the story</a> <a href="https://loom.example/item?id=11">that</a>
            <a href="\(long.replacing("&", with: "&amp;"))">https://far.example/a/very/lo...</a> <img src="https://far.example/x.png" alt="x"></p>
            <pre><code>a  b</code></pre><script>alert(1)</script>
            """
        let (app, story, _) = try await makeApp(thread([comment("11"), comment("12", html)]))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("\(story)/comments", Browser.navigation)
            let page = answer.page
            let links = page.links.filter { $0["rel"] == "noopener noreferrer" }
            #expect(links.contains { $0.text == "the story" && $0.path == "\(story)/comments" })
            #expect(links.contains { $0.text == "that" && $0.path == "#c1" })
            let full = page.parts("ul.full-links > li > a[href^=/mine/linked/]")
            #expect(full.map(\.text) == [long])
            #expect(answer.text.contains("<pre><code>a  b</code></pre>") && !answer.text.contains("alert(1)"))
            #expect(!answer.text.contains("href=\"https://far.example") && !answer.text.contains("src=\"https:"))
        }
    }

    @Test func `what came since the last visit is marked and counted`() async throws {
        let (app, story, row) = try await makeApp(thread([comment("11")]))
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("\(story)/comments", Browser.navigation)
            app.clock.advance(7_200)
            app.source.put(
                comments: thread([comment("12"), comment("11"), comment("13", answering: "11")]), under: "1")
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            #expect(page.parts("li.comment.is-new").count == 2)
            #expect(page.hasLink("2 new", to: "#c2") && page.has("a[data-next-new][href=#c2]"))
            let counts = try await browser.get("/mine/counts?stories=\(row.id.rawValue),99")
            #expect(counts.text.contains("\"comments\":3") && counts.text.contains("\"points\":41"))
            #expect(counts.text.contains("\"story\":1") && !counts.text.contains("99"))
        }
    }

    @Test(.mission("HN-85")) func `a poll is told in words and in bars`() async throws {
        var told = FetchedStory(key: "1", title: "Story <1>", kind: .poll)
        told.pollOptions = [PollOption(text: "Tea & milk", votes: 3), PollOption(text: "Rope", votes: 1)]
        let (app, story, _) = try await makeApp(
            .success(DiscussionResponse(comments: [comment("11")], story: told)), kind: .poll)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            #expect(page.texts(".poll-option") == ["Tea & milk", "Rope"])
            #expect(page.texts(".votes") == ["3 votes, 75 %", "1 vote, 25 %"])
            #expect(page.has("progress[max=3][value=1]"))
        }
    }

    @Test func `votes without measure stop no page`() async throws {
        var told = FetchedStory(key: "1", title: "Story <1>", kind: .poll)
        told.pollOptions = [Int.max, .max, .min].map { PollOption(text: "Rope", votes: $0) }
        let (app, story, _) = try await makeApp(
            .success(DiscussionResponse(comments: [comment("11")], story: told)), kind: .poll)
        try await app.withBrowser { browser async throws in
            let votes = try await browser.get("\(story)/comments", Browser.navigation).page.texts(".votes")
            #expect(votes.contains { $0.contains("100 %") } && votes.contains { $0.contains("0 %") })
        }
    }

    @Test(.mission("HN-63")) func `places to work have neither votes nor comments`() async throws {
        let (app, story, _) = try await makeApp(thread([]), kind: .job)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(story).text
            #expect(!page.contains("/comments\"") && !page.contains("41 points"))
            let list = try await browser.get("/mine/all")
            #expect(list.page.has("article[data-story-kind=job]") && !list.text.contains("3 comments"))
        }
    }

    @Test func `rows count comments, and a story without a discussion here leads to the origin's`() async throws {
        let (app, _, _) = try await makeApp(thread([]))
        try await app.withBrowser { browser async throws in
            let list = try await browser.get("/mine/all").page
            #expect(list.texts("[data-comments=1] > span[data-comment-count]") == ["3 comments"])
        }
        let plain = try WebTestApp()
        var story = plain.stories(1...1)[0]
        (story.discussionLink, story.commentCount) = (try webAddress("https://far.example/talk"), 5)
        try await plain.follow("https://far.example/feed", stories: [story])
        let id = try await plain.row("Story 1").id.rawValue
        try await plain.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(id)").page
            #expect(page.hasLink("5 comments", to: "https://far.example/talk"))
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

    @Test(.mission("HN-36", "HN-40"))
    func `a name leads to who that is, what they submitted and what they said`() async throws {
        let (app, story, _) = try await makeApp(thread([comment("11", by: "ada & co")]))
        let words = HTMLSanitizer().sanitize("<p>Rings <i>bells</i>.</p>").html
        app.source.put(person: "ada & co", Profile(karma: 7, joinedAt: WebTestApp.start, about: words))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(story)/comments", Browser.navigation).page
            let way = "/mine/profile/1?name=ada%20%26%20co"
            #expect(page.parts("a.author[href=\(way)]").map(\.text) == ["ada & co"])
            let about = try await browser.get(way, Browser.navigation).page
            #expect(about.headings(1).contains("ada & co") && about.terms["Karma"] == "7")
            #expect(about.terms["Member since"] == "21 November 2026")
            #expect(about.texts("p").contains("Rings bells.") && about.texts("i").contains("bells"))
            let stories = try await browser.get(way + "&show=stories", Browser.navigation).page
            #expect(stories.storyTitles.contains("What I made") && stories.has("a[href*=after=p%202]"))
            let comments = try await browser.get(way + "&show=comments", Browser.navigation).page
            #expect(comments.text.contains("I said so.") && comments.texts("i").contains("said"))
            #expect(comments.hasLink("Story <1>", to: "\(story)/comments#c1"))
            let nobody = try await browser.get("/mine/profile/1?name=eve", Browser.navigation).page
            #expect(nobody.text.contains("has no public profile of eve"))
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
                let answer = try await browser.get(way + shelf, Browser.navigation.merging(headers) { $1 })
                let page = answer.page
                #expect(page.text.contains("Nothing has been loaded from "), "\(shelf)")
                #expect(!page.texts("dd").contains("7") && !answer.text.contains("What I made"))
                #expect(!page.texts("i").contains { $0.hasSuffix("said") })
            }
            #expect(try await browser.get(way, Browser.navigation).page.terms["Karma"] == "7")
            // What is known needs no asking.
            let known = try await browser.get(way, Browser.navigation.merging(headers) { $1 }).page
            #expect(known.terms["Karma"] == "7")
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
            #expect(!(try await browser.get(story).page.has(".related-discussions")))
            let refused = try await browser.post(
                "/mine/act/related-discussions", "story=\(row.id.rawValue)", ["Accept": "application/json"])
            #expect(refused.status != .ok)
            let settings = try await browser.get("/mine/settings/reading").page
            #expect(try settings.part("input[name=mentions]")["checked"] == nil)
            _ = try await browser.post("/mine/act/preferences", "part=reading&mentions=1")
            #expect(try await browser.get("/mine/settings/reading").page.has("input[name=mentions][checked]"))
        }
    }
}
