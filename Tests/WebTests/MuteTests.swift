import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// Muting by pages and forms alone, as without script.
@Suite struct MuteTests {
    private func makeApp() async throws -> (app: WebTestApp, story: Int64) {
        let app = try WebTestApp()
        var story = FetchedStory(
            key: "1", title: "The <tide> turns", link: try webAddress("https://www.tides.example/1"), text: "Text",
            publishedAt: WebTestApp.start - 60)
        story.byline = "Jane Doe"
        try await app.follow(
            "https://a.example/feed", title: "Harbour & Post", stories: [story] + app.stories(2...5))
        return (app, try await app.row("The <tide> turns").id.rawValue)
    }

    @Test func `a story's menu leads to a choice, a preview and the deed, each without script`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let menu = try await browser.get("/mine/story/\(story)/menu").page
            #expect(menu.hasLink(to: "/mine/mute?story=\(story)"))
            let choice = try await browser.get("/mine/mute?story=\(story)").page
            let kinds = choice.texts("label")
            #expect(kinds.contains("The feed Harbour & Post") && kinds.contains("Stories by Jane Doe"))
            #expect(kinds.contains("Stories that link to www.tides.example") && !choice.text.contains("Hides"))
            let shown = try await browser.get("/mine/mute?story=\(story)&what=words&words=TIDE&for=week").page
            let title = try shown.part(".mute-titles li > a")
            #expect(shown.text.contains("Hides 1 story:") && title.text == "The <tide> turns")
            #expect(title.texts("mark") == ["tide"])
            #expect(shown.form("/mine/act/mute")?.fields["for"] == "week")
            #expect(try await browser.get("/mine/all").page.storyTitles.contains("The <tide> turns"))
            let done = try await browser.post(
                "/mine/act/mute", "story=\(story)&what=words&words=TIDE&for=week&back=/mine/story/\(story)")
            #expect(done.status == .seeOther && done.header("Location") == "/mine/story/\(story)")
            let page = try await browser.get("/mine/story/\(story)").page
            #expect(page.hasButton("Undo") && page.text.contains("muted by “TIDE”"))
            #expect(!(try await browser.get("/mine/all").page.text.contains("The <tide> turns")))
            let search = try await browser.get("/mine/search?q=tide").page
            #expect(search.text.contains("muted by “TIDE”"))
        }
    }

    @Test(arguments: ["feed", "site", "author"])
    func `a feed, a site and an author are muted from a story without typing`(what: String) async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let shown = try await browser.get("/mine/mute?story=\(story)&what=\(what)&words=").page
            #expect(shown.text.contains(what == "feed" ? "Hides 5 stories:" : "Hides 1 story:"))
            _ = try await browser.post("/mine/act/mute", "story=\(story)&what=\(what)")
            #expect(!(try await browser.get("/mine/all").page.text.contains("The <tide> turns")))
        }
    }

    @Test func `Settings lists what is muted, to change and to take back`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/settings/feeds").page.hasLink(to: "/mine/settings/mutes"))
            #expect(try await browser.get("/mine/settings/mutes").page.text.contains("No muted words."))
            let added = try await browser.post("/mine/act/mute", "what=words&words=tide&text=1&for=day&back=/mine/mute")
            #expect(added.header("Location") == "/mine/settings/mutes", "not the emptied form")
            let rule = try #require(try await app.library.mutes.all(for: app.reader).first)
            #expect(rule.rule.inText && rule.until == WebTestApp.start + 86_400)
            let list = try await browser.get("/mine/settings/mutes").page
            #expect(list.text.contains("A word or phrase, in texts too · until 9:20 tomorrow · 1 story hidden"))
            let form = try await browser.get("/mine/mute?rule=\(rule.id.rawValue)").page
            #expect(form.form("/mine/mute")?.fields["words"] == "tide" && form.text.contains("Until 9:20 tomorrow"))
            // Other words, the same end.
            let changed = try await browser.post(
                "/mine/act/mute", "rule=\(rule.id.rawValue)&what=words&words=turns&for=")
            #expect(changed.header("Location") == "/mine/settings/mutes")
            let now = try await app.library.mutes.all(for: app.reader)
            #expect(now.map(\.rule.words) == ["turns"] && now.map(\.until) == [rule.until])
            _ = try await browser.post(
                "/mine/act/unmute", "rule=\(rule.id.rawValue)&back=/mine/settings/mutes")
            #expect(try await browser.get("/mine/all").page.storyTitles.contains("The <tide> turns"))
            // A muted feed says so where its stories are.
            _ = try await browser.post("/mine/act/mute", "story=\(story)&what=feed")
            let channel = try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions)[0].id
                .rawValue
            let feed = try await browser.get("/mine/feed/\(channel)").page
            #expect(feed.text.contains("This feed is muted.") && feed.storyTitles.contains("The <tide> turns"))
        }
    }

    @Test(.mission("BREAK-41"))
    func `kinds of headlines are off, show their rules, and list what they hide`() async throws {
        let app = try WebTestApp()
        let titles = (3...32).map { "\($0) ways to <cook> a leek" } + ["A leek for supper"]
        let stories = try titles.enumerated().map { index, title in
            FetchedStory(
                key: "\(index)", title: title, link: try webAddress("https://leeks.example/\(index)"), text: "Text",
                publishedAt: WebTestApp.start - Double(60 * index))
        }
        try await app.follow("https://a.example/feed", title: "Leeks", stories: stories)
        try await app.withBrowser { browser async throws in
            func cooking(_ page: ShownPage) -> Int {
                page.texts(".mute-titles a").count { $0.contains("ways to <cook>") }
            }
            #expect(try await browser.get("/mine/all").page.storyTitles.contains("3 ways to <cook> a leek"))
            let listed = try await browser.get("/mine/settings/mutes")
            let list = listed.page
            #expect(list.text.contains("No muted words.") && list.headings(2).contains("Kinds of headlines"))
            for name in [
                "Teasers", "Lists", "Deals and gift guides", "Horoscopes and game answers", "Celebrity gossip",
                "Shouting",
            ] {
                #expect(list.texts("b").contains(name) && list.hasButton("Mute “\(name)”"))
            }
            #expect(!listed.text.contains("Unmute"))
            // The whole rule, and what it would hide.
            let form = try await browser.get("/mine/mute?what=headlines&words=lists").page
            for noun in HeadlineKind.lists.phrases { #expect(form.texts(".mute-phrases li").contains(noun)) }
            #expect(form.text.contains("begins with a number of three or more"))
            #expect(form.text.contains("Hides 30 stories, such as:") && cooking(form) == 5)
            let done = try await browser.post(
                "/mine/act/mute", "what=headlines&words=lists&for=ever&back=/mine/settings/mutes")
            #expect(done.header("Location") == "/mine/settings/mutes")
            let muted = try await browser.get("/mine/settings/mutes").page
            #expect(muted.text.contains("Muting changed") && muted.hasButton("Undo"))
            #expect(muted.texts("small").contains("Muted · 30 stories hidden"))
            #expect(muted.text.contains("No muted words."))
            #expect(try await browser.get("/mine/all").text.matches(of: /leek/).count == 1)
            // What is hidden can be listed, to the end, and opened.
            let rule = try #require(try await app.library.mutes.all(for: app.reader).first)
            let edit = "/mine/mute?rule=\(rule.id.rawValue)"
            let first = try await browser.get(edit).page
            #expect(cooking(first) == 20 && first.hasLink(to: "\(edit)&depth=40"))
            let all = try await browser.get("\(edit)&depth=40")
            #expect(cooking(all.page) == 30 && !all.text.contains("depth="))
            let path = try #require(try all.page.part(".mute-titles a").path)
            #expect(try await browser.get(path).page.text.contains("muted by “Lists”"))
            // Another period changes the same rule.
            _ = try await browser.post("/mine/act/mute", "rule=\(rule.id.rawValue)&what=headlines&words=lists&for=day")
            let daily = try await browser.get("/mine/settings/mutes").page
            #expect(daily.text.contains("Muted · until 9:20 tomorrow · 30"))
            let shown = try await browser.post(
                "/mine/act/unmute", "rule=\(rule.id.rawValue)", ["Accept": "application/json"])
            #expect(shown.text.contains("“Lists” is no longer muted"))
            #expect(try await browser.get("/mine/all").page.storyTitles.contains("3 ways to <cook> a leek"))
            let unknown = try await browser.get("/mine/mute?what=headlines&words=boring").page
            #expect(unknown.text.contains("There is no such kind of headlines."))
        }
    }

    @Test func `a choice that says nothing is answered by a sentence`() async throws {
        let (app, _) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/mute?what=site&words=nowhere").page
            #expect(page.text.contains("is not the name of a site"))
            let json = ["Accept": "application/json"]
            #expect(
                try await browser.post("/mine/act/mute", "what=words&words=", json).text.contains("Type what to mute."))
        }
    }

    @Test func `where somebody stopped is kept, offered on the story's page, and forgotten at the end`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let form = "story=\(story)&part=text&whole=10000&anchor=3"
            #expect(
                try await browser.post("/mine/act/reading-progress", form + "&at=99999", ["Accept": "application/json"])
                    .status
                    == .unprocessableContent)
            _ = try await browser.post("/mine/act/reading-progress", form + "&at=4200")
            let page = try await browser.get("/mine/story/\(story)", Browser.navigation).page
            #expect(page.has("article[data-position=4200][data-resume-block=3]"))
            _ = try await browser.post("/mine/act/reading-progress", "story=\(story)&part=text&done=1")
            #expect(!(try await browser.get("/mine/story/\(story)", Browser.navigation).page.has("[data-position]")))
            // A recording heard to its end is read.
            let other = try await app.row("Story 2").id.rawValue
            _ = try await browser.post("/mine/act/reading-progress", "story=\(other)&part=0&done=1")
            #expect(try await app.row("Story 2").isRead)
        }
    }
}
