import Foundation
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The editions that come with Tidings, from their files to their pages: what a row of the mission takes from a file is
/// missing from a page when the file loses it.
@Suite struct ShippedEditionsTests {
    @Test func `MIT News has the rows, lists, bars, colours and actions that its file says`() async throws {
        try await check(
            "mit-news",
            [
                .has("MIT-08", "data-row-style=\"right\"") { [$0.front] },
                .has("MIT-63", "<footer class=\"status-bar\"><form") { [$0.front, $0.section] },
                .lacks("MIT-40, MIT-63", "class=\"status-bar\"") { [$0.story, $0.storyMenu] },
                .lacks("MIT-63", "class=\"tabs\"") { [$0.front, $0.section, $0.story] },
                .has("MIT-28", "href=\"/mit-news/search\"") { [$0.front, $0.section] },
                .lacks("MIT-39", "data-toggle=\"saved\"") { [$0.story] },
                .lacks("MIT-39", "data-save") { [$0.story] },
                .lacks("MIT-39", "value=\"saved\"") { [$0.storyMenu] },
                .has("MIT-18", "<h1>Latest</h1>") { [$0.section] },
                .lacks("MIT-18", "class=\"section-head\"") { [$0.section] },
                .has("MIT-19", "<a class=\"icon-button\" data-back aria-label=\"Back\"") { [$0.section, $0.story] },
                .has("MIT-54", "<a data-sheet=\"leave\" data-original-link") { [$0.story, $0.storyMenu] },
                .has("MIT-42", "<article class=\"story\"") { [$0.story] },
                .lacks("MIT-42", "class=\"standfirst") { [$0.story] },
                .lacks("MIT-42", "<figure") { [$0.story] },
                .has("MIT-38", "mailto:?subject=MIT%20News%3A%20Latest%201&amp;") { [$0.storyMenu] },
                .has("MIT-72", "data-reload-minutes=\"5\"") { [$0.front, $0.section] },
                .has("MIT-74", "name=\"layout\" value=\"grid\" aria-pressed=\"false\"") { [$0.front, $0.section] },
                .lacks("MIT-74", "data-layout=\"grid\"") { [$0.front] },
                .lacks("MIT-04", "class=\"row lead") { [$0.front] },
                .has("MIT-01", "<title>MIT News</title>") { [$0.front] },
                .has("MIT-01", "<h1 class=\"visually-hidden\">MIT News</h1>") { [$0.front] },
                .lacks("MIT-01", "data-back aria-label") { [$0.front] },
                .lacks("MIT-01", "data-panel=\"left\"") { [$0.front] },
                .has("MIT-01", "lang=\"en-US\"") { [$0.front] },
                .has("MIT-01", "data-headline-font=\"system\"") { [$0.front] },
                .has("MIT-01", "--accent:#A31F34") { [$0.stylesheet] },
                .has("MIT-01", "--accent:#FF8A94") { [$0.stylesheet] },
            ])
    }

    @Test func `MIT News has three rows of a section in front, twenty in its list, and a story's bar without title`()
        async throws
    {
        try await open("mit-news") { browser, pages async throws in
            let (front, section) = (try await browser.get(pages.front).text, try await browser.get(pages.section).text)
            #expect(count("<article", in: front) == 6, "MIT-04: of two sections")
            #expect(count("<article", in: section) == 20, "MIT-20")
            // A word of all stories, looked for at the one address that the bars of all lists lead to.
            let found = try await browser.get("/mit-news/search?q=text&local=1&depth=60").text
            for title in ["Latest 1", "In the Media 1"] { #expect(found.contains(">\(title)<"), "MIT-30: \(title)") }
            let bar = try bar(of: try await browser.get(pages.story).text)
            // The way to the front page has words on wide screens; a title there is none.
            #expect(PlainText.of(html: bar) == "Front page", "MIT-36")
        }
    }

    @Test func `MIT News takes its sections from the categories of the Institute's interface`() throws {
        guard case .offered(let directory, _) = try Self.edition("mit-news").sections else {
            throw MissingValue(what: "offered sections")
        }
        #expect(directory.kind.rawValue == "mit-news" && directory.site.text == "https://m.mit.edu/")
        #expect(directory.address.text == "https://m.mit.edu/apis/news/categories")
    }

    @Test func `MIT News sends readers of In the Media to its tellers, and of no other section`() async throws {
        try await open("mit-news") { browser, pages async throws in
            let front = try await browser.get(pages.front).text
            for (title, isOutside) in [("Latest 1", false), ("In the Media 1", true)] {
                let row = try #require(
                    front.components(separatedBy: "<article").first { $0.contains(">\(title)<") }, "\(title)")
                #expect(row.contains("href=\"/mit-news/linked/") == isOutside, "MIT-11, MIT-16: \(title)")
                #expect(row.contains("href=\"/mit-news/story/") != isOutside, "MIT-15: \(title)")
                // Such a row leaves no room for a picture; without a logo it has none at its foot either.
                let classes = try #require(row.firstMatch(of: /class="([^"]*)"/)?.1).split(separator: " ")
                #expect(classes.contains("external") == isOutside, "MIT-12: \(title)")
                #expect(!row.contains("source-logo") && !row.contains("row-image"), "MIT-12: \(title)")
            }
        }
    }

    @Test func `the Daily Nexus has the rows, drawer, colours and bars that its file says`() async throws {
        try await check(
            "daily-nexus",
            [
                .has("NEXUS-01", "data-row-style=\"left\"") { [$0.front, $0.section] },
                .has("NEXUS-16", "data-layout=\"grid\"") { [$0.front, $0.section] },
                .has("NEXUS-16", "name=\"layout\" value=\"list\" aria-pressed=\"false\"") { [$0.section] },
                .has("NEXUS-02, NEXUS-42", "data-panel=\"left\"") { [$0.front, $0.section, $0.everything] },
                .has("NEXUS-42", " data-has-drawer") { [$0.front, $0.section] },
                .lacks("NEXUS-42", "class=\"tabs\"") { [$0.front, $0.section, $0.story] },
                .lacks("NEXUS-42", "class=\"status-bar\"") { [$0.front, $0.section, $0.story] },
                .has("NEXUS-47", "<span>Daily Nexus, in Tidings test</span>") { _ in ["/daily-nexus/sections"] },
                .has("NEXUS-49, NEXUS-50", "<nav class=\"story-bar bottom\"") { [$0.story] },
                .has("NEXUS-53", "data-reload-minutes=\"15\"") { [$0.front, $0.section] },
                .has("NEXUS-48", "--paper:#F7F5F0") { [$0.stylesheet] },
                .has("NEXUS-48", "--ink:#333333") { [$0.stylesheet] },
                .has("NEXUS-48", "grain.svg\"); opacity: .03") { [$0.stylesheet] },
                .lacks("NEXUS-48", "--second:#5C5C61") { [$0.stylesheet] },
                .has("NEXUS-48", "--accent:#0F4C6B") { [$0.stylesheet] },
                .has("NEXUS-48", "--accent:#8CC4DE") { [$0.stylesheet] },
                .has("NEXUS-48", "data-headline-font=\"book\"") { [$0.front] },
            ])
        try await open("daily-nexus") { browser, pages async throws in
            let bar = try bar(of: try await browser.get(pages.story).text)
            #expect(PlainText.of(html: bar).contains("Topic of Most Recent"), "NEXUS-51")
        }
    }

    @Test func `the Daily Nexus has its nine sections, each a feed of its own`() async throws {
        let paths = [
            "Most Recent": "/feed/", "Features": "/category/feature/feed/", "News": "/category/news/feed/",
            "Sports": "/category/sports/feed/", "Opinion": "/category/opinion/feed/",
            "Artsweek": "/category/artsweek/feed/", "On the Menu": "/category/on-the-menu/feed/",
            "Science & Tech": "/category/science/feed/", "Online": "/category/online-2/feed/",
        ]
        let order = [
            "Most Recent", "Features", "News", "Sports", "Opinion", "Artsweek", "On the Menu", "Science & Tech",
            "Online",
        ]
        try await check(
            sections: order, of: "daily-nexus", kind: "wordpress",
            at: order.map { "https://dailynexus.com\(paths[$0] ?? "")" })
    }

    @Test func `Hacker News has the rows, drawer, colours and bars that its file says`() async throws {
        try await check(
            "hacker-news",
            [
                .has("HN-71", " data-hides-on-scroll") { [$0.front, $0.section, $0.story] },
                .has("HN-02", "<span class=\"count-column\"><b>") { [$0.front, $0.section] },
                .has("HN-02", "data-row-style=\"counted\"") { [$0.front] },
                .has("HN-02", "<span data-comment-count>3 comments</span>") { [$0.front, $0.section] },
                .has("HN-02", "<span class=\"site-name separated\">stories.example</span>") { [$0.front, $0.section] },
                .has("HN-75", "data-panel=\"left\"") { [$0.front, $0.section] },
                .has("HN-75", " data-has-drawer") { [$0.front, $0.section] },
                .has("HN-75", "<a data-panel=\"right\"") { [$0.story] },
                .has("HN-12", "<nav class=\"story-bar bottom\"") { [$0.story] },
                .has("HN-69", "\(Self.webPage) href=\"https://stories.example/Top/1\"") { [$0.story] },
                .has("HN-83", "href=\"/hacker-news/search\"") { [$0.front, $0.section] },
                .lacks("HN-75", "class=\"tabs\"") { [$0.front, $0.section, $0.story] },
                .lacks("HN-01", "class=\"row lead") { [$0.front] },
                .lacks("HN-01", "data-layout") { [$0.front, $0.section] },
                .has("HN-67", "--paper:#F6F6EF") { [$0.stylesheet] },
                .has("HN-67", "--accent:#B4460A") { [$0.stylesheet] },
                .has("HN-67", "--accent:#FF9F5A") { [$0.stylesheet] },
            ])
    }

    /// The way to the page itself, without a question.
    private static let webPage = "<a target=\"_blank\" rel=\"noopener noreferrer\" data-original-link class=\"quiet\""

    @Test func `Hacker News has its six lists, each at the page of the site that it shows`() async throws {
        let order = ["Top", "New", "Best", "Ask", "Show", "Jobs"]
        let pages = ["news", "newest", "best", "ask", "show", "jobs"]
        try await check(
            sections: order, of: "hacker-news", kind: "hacker-news",
            at: pages.map { "https://news.ycombinator.com/\($0)" })
    }

    @Test func `HN-60: Hacker News opens again on the list that was chosen in its drawer`() async throws {
        try await open("hacker-news") { browser, _ async throws in
            let drawer = try await browser.get("/hacker-news/sections").text
            let ask = String(try #require(drawer.firstMatch(of: /href="([^"]+)"[^>]*><span>Ask</)?.1))
            #expect(try await browser.get(ask, Browser.navigation).text.contains(">Ask 1<"))
            #expect(try await browser.get("/mine/newsstand").text.contains("href=\"\(ask)\""))
        }
    }

    @Test func `Breaking News has the ticks, star, words, tabs and byline that its file says`() async throws {
        let tabs = ["News", "Read", "Readlist"]
        try await open("breaking-news") { browser, pages async throws in
            for path in [pages.front, pages.section, pages.story, "/breaking-news/ticked", "/breaking-news/saved"] {
                let page = try await browser.get(path).text
                let text = try #require(page.components(separatedBy: "<nav class=\"tabs\"").last)
                let places = tabs.compactMap { text.range(of: "</svg>\($0)</a>")?.lowerBound }
                #expect(places.count == 3 && places == places.sorted(), "BREAK-15: \(path)")
            }
        }
        try await check(
            "breaking-news",
            [
                .has("BREAK-03", "data-row-style=\"wide\"") { [$0.front, $0.section] },
                .has("BREAK-11", "data-toggle=\"ticked\" class=\"mark-button tick\" aria-pressed=\"false\"") {
                    [$0.story]
                },
                .has("BREAK-12", "data-toggle=\"saved\" class=\"mark-button\" aria-pressed=\"false\"") { [$0.story] },
                .has("BREAK-12", "icons.svg#star") { [$0.story] },
                .lacks("BREAK-12", "data-toggle=\"saved\"") { [$0.storyMenu] },
                .has("BREAK-06", "<span>Unknown</span>") { [$0.story] },
                .has("BREAK-07", "<span>Published: ") { [$0.story] },
                .has("BREAK-13", "<h1>Read</h1>") { _ in ["/breaking-news/ticked"] },
                .has("BREAK-14", "<h1>Readlist</h1>") { _ in ["/breaking-news/saved"] },
                .has("BREAK-14", "</svg>Readlist</a>") { _ in ["/breaking-news/newsstand"] },
                .has("BREAK-17", "Nothing here yet. Tick a story to keep it here.") { _ in ["/breaking-news/ticked"] },
                .has("BREAK-17", "Nothing here yet. Star a story to keep it here.") { _ in ["/breaking-news/saved"] },
                .has("BREAK-11", "--ticked:#1B763D") { [$0.stylesheet] },
                .has("BREAK-11", "--ticked:#7BCB90") { [$0.stylesheet] },
            ])
    }

    @Test func `every edition that comes with Tidings is valid, in the theme of the design`() throws {
        #expect(Self.registry.files.map(\.diagnostics).allSatisfy { $0.isEmpty }, "\(Self.registry.files)")
        let themes = Self.registry.validEditions.map {
            "\($0.id.rawValue) \($0.theme.rowStyle) \($0.theme.headlineFont)"
        }
        #expect(
            themes.sorted() == [
                "breaking-news wide tight", "daily-nexus left book", "hacker-news counted system",
                "mit-news right system", "yorkshire tiles rounded",
            ])
    }
}
