import Foundation
import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The editions that come with Tidings, from their files to their pages: what a row of the mission takes from a file is
/// missing from a page when the file loses it.
@Suite struct ShippedEditionsTests {
    @Test(
        .mission(
            "MIT-01", "MIT-08", "MIT-18", "MIT-19", "MIT-28", "MIT-38", "MIT-39", "MIT-40", "MIT-42", "MIT-54",
            "MIT-63", "MIT-72", "MIT-74"))
    func `MIT News has the rows, lists, bars, colours and actions that its file says`() async throws {
        try await check(
            "mit-news",
            [
                .state("MIT-08", "row-style", "right") { [$0.front] },
                .has("MIT-63", "footer.status-bar > form") { [$0.front, $0.section] },
                .lacks("MIT-40, MIT-63", ".status-bar") { [$0.story, $0.storyMenu] },
                .lacks("MIT-63", ".tabs") { [$0.front, $0.section, $0.story] },
                .has("MIT-28", "a[href=/mit-news/search]") { [$0.front, $0.section] },
                .lacks("MIT-39", "[data-toggle=saved]") { [$0.story] },
                .omits("MIT-39", "data-save") { [$0.story] },
                .lacks("MIT-39", "[value=saved]") { [$0.storyMenu] },
                .reads("MIT-18", "h1", "Latest") { [$0.section] },
                .lacks("MIT-18", ".section-head") { [$0.section] },
                .has("MIT-19", "a.icon-button[data-back][aria-label=Back]") { [$0.section, $0.story] },
                .has("MIT-54", "a[data-sheet=leave][data-original-link]") { [$0.story, $0.storyMenu] },
                .has("MIT-42", "article.story") { [$0.story] },
                .lacks("MIT-42", "[class^=standfirst]") { [$0.story] },
                .lacks("MIT-42", "figure") { [$0.story] },
                .has("MIT-38", "a[href^=mailto:?subject=MIT%20News%3A%20Latest%201&]") { [$0.storyMenu] },
                .state("MIT-72", "reload-minutes", "5") { [$0.front, $0.section] },
                .has("MIT-74", "button[name=layout][value=grid][aria-pressed=false]") {
                    [$0.front, $0.section]
                },
                .state("MIT-74", "layout", nil) { [$0.front] },
                .lacks("MIT-04", ".row.lead") { [$0.front] },
                .reads("MIT-01", "title", "MIT News") { [$0.front] },
                .reads("MIT-01", "h1.visually-hidden", "MIT News") { [$0.front] },
                .lacks("MIT-01", "[data-back]") { [$0.front] },
                .lacks("MIT-01", "[data-panel=left]") { [$0.front] },
                Claim("MIT-01", "en-US", of: { [$0.front] }) { page, _ in page["lang"] == "en-US" },
                .state("MIT-01", "headline-font", "system") { [$0.front] },
                .writes("MIT-01", "--accent:#A31F34") { [$0.stylesheet] },
                .writes("MIT-01", "--accent:#FF8A94") { [$0.stylesheet] },
            ])
    }

    @Test(.mission("MIT-04", "MIT-20", "MIT-30", "MIT-36"))
    func `MIT News has three rows of a section in front, twenty in its list, and a story's bar without title`()
        async throws
    {
        try await open("mit-news") { browser, pages async throws in
            #expect(try await browser.get(pages.front).page.rows.count == 6, "MIT-04: of two sections")
            #expect(try await browser.get(pages.section).page.rows.count == 20, "MIT-20")
            // A word of all stories, looked for at the one address that the bars of all lists lead to.
            let found = try await browser.get("/mit-news/search?q=text&local=1&depth=60").page.storyTitles
            for title in ["Latest 1", "In the Media 1"] { #expect(found.contains(title), "MIT-30: \(title)") }
            let bar = try await browser.get(pages.story).page.part("header.top-bar")
            // The way to the front page has words on wide screens; a title there is none.
            #expect(bar.text == "Front page", "MIT-36")
        }
    }

    @Test(.mission("MIT-02"))
    func `MIT News takes its sections from the categories of the Institute's interface`() throws {
        guard case .offered(let directory, _) = try Self.edition("mit-news").sections else {
            throw MissingValue(what: "offered sections")
        }
        #expect(directory.kind.rawValue == "mit-news" && directory.site.text == "https://m.mit.edu/")
        #expect(directory.address.text == "https://m.mit.edu/apis/news/categories")
    }

    @Test(.mission("MIT-11", "MIT-12", "MIT-15", "MIT-16"))
    func `MIT News sends readers of In the Media to its tellers, and of no other section`() async throws {
        try await open("mit-news") { browser, pages async throws in
            let front = try await browser.get(pages.front).page
            for (title, isOutside) in [("Latest 1", false), ("In the Media 1", true)] {
                let row = try front.row(title)
                #expect(row.has("a[href^=/mit-news/linked/]") == isOutside, "MIT-11, MIT-16: \(title)")
                #expect(row.has("a[href^=/mit-news/story/]") != isOutside, "MIT-15: \(title)")
                // Such a row leaves no room for a picture; without a logo it has none at its foot either.
                #expect(row.hasClass("external") == isOutside, "MIT-12: \(title)")
                #expect(!row.has(".source-logo, .row-image"), "MIT-12: \(title)")
            }
        }
    }

    @Test(
        .mission(
            "NEXUS-01", "NEXUS-02", "NEXUS-16", "NEXUS-42", "NEXUS-47", "NEXUS-48", "NEXUS-49", "NEXUS-51", "NEXUS-53"))
    func `the Daily Nexus has the rows, drawer, colours and bars that its file says`() async throws {
        try await check(
            "daily-nexus",
            [
                .state("NEXUS-01", "row-style", "left") { [$0.front, $0.section] },
                .state("NEXUS-16", "layout", "grid") { [$0.front, $0.section] },
                .has("NEXUS-16", "button[name=layout][value=list][aria-pressed=false]") { [$0.section] },
                .has("NEXUS-02, NEXUS-42", "[data-panel=left]") { [$0.front, $0.section, $0.everything] },
                .state("NEXUS-42", "has-drawer") { [$0.front, $0.section] },
                .lacks("NEXUS-42", ".tabs") { [$0.front, $0.section, $0.story] },
                .lacks("NEXUS-42", ".status-bar") { [$0.front, $0.section, $0.story] },
                .reads("NEXUS-47", "a.version", "Daily Nexus, in Tidings test") { _ in ["/daily-nexus/sections"] },
                .has("NEXUS-49, NEXUS-50", "nav.story-bar.bottom") { [$0.story] },
                .state("NEXUS-53", "reload-minutes", "15") { [$0.front, $0.section] },
                .writes("NEXUS-48", "--paper:#F7F5F0") { [$0.stylesheet] },
                .writes("NEXUS-48", "--ink:#333333") { [$0.stylesheet] },
                .writes("NEXUS-48", "grain.svg\"); opacity: .03") { [$0.stylesheet] },
                .omits("NEXUS-48", "--second:#5C5C61") { [$0.stylesheet] },
                .writes("NEXUS-48", "--accent:#0F4C6B") { [$0.stylesheet] },
                .writes("NEXUS-48", "--accent:#8CC4DE") { [$0.stylesheet] },
                .state("NEXUS-48", "headline-font", "book") { [$0.front] },
            ])
        try await open("daily-nexus") { browser, pages async throws in
            let bar = try await browser.get(pages.story).page.part("header.top-bar")
            #expect(bar.text.contains("Topic of Most Recent"), "NEXUS-51")
        }
    }

    @Test(.mission("NEXUS-44", "NEXUS-45"))
    func `the Daily Nexus has its nine sections, each a feed of its own`() async throws {
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

    @Test(.mission("HN-02", "HN-12", "HN-67", "HN-69", "HN-71", "HN-75", "HN-83"))
    func `Hacker News has the rows, drawer, colours and bars that its file says`() async throws {
        try await check(
            "hacker-news",
            [
                .state("HN-71", "hides-on-scroll") { [$0.front, $0.section, $0.story] },
                .reads("HN-02", "span.points", "12 points") { [$0.front, $0.section] },
                .state("HN-02", "row-style", "counted") { [$0.front] },
                .reads("HN-02", "span[data-comment-count]", "3 comments") { [$0.front, $0.section] },
                .reads("HN-02", "h2 > span.site-name", "stories.example") { [$0.front, $0.section] },
                .has("HN-75", "[data-panel=left]") { [$0.front, $0.section] },
                .state("HN-75", "has-drawer") { [$0.front, $0.section] },
                .has("HN-75", "a[data-panel=right]") { [$0.story] },
                .has("HN-12", "nav.story-bar.bottom") { [$0.story] },
                .has("HN-69", "\(Self.webPage)[href=https://stories.example/Top/1]") { [$0.story] },
                .has("HN-83", "a[href=/hacker-news/search]") { [$0.front, $0.section] },
                .lacks("HN-75", ".tabs") { [$0.front, $0.section, $0.story] },
                .lacks("HN-01", ".row.lead") { [$0.front] },
                .state("HN-01", "layout", nil) { [$0.front, $0.section] },
                .writes("HN-67", "--paper:#F6F6EF") { [$0.stylesheet] },
                .writes("HN-67", "--accent:#B4460A") { [$0.stylesheet] },
                .writes("HN-67", "--accent:#FF9F5A") { [$0.stylesheet] },
            ])
    }

    /// The way to the page itself, without a question.
    private static let webPage =
        "a.quiet[target=_blank][rel*=noopener][rel*=noreferrer][data-original-link]"

    @Test(.mission("HN-01", "HN-58", "HN-59", "HN-61", "HN-82"))
    func `Hacker News has its six lists, each at the page of the site that it shows`() async throws {
        let order = ["Top", "New", "Best", "Ask", "Show", "Jobs"]
        let pages = ["news", "newest", "best", "ask", "show", "jobs"]
        try await check(
            sections: order, of: "hacker-news", kind: "hacker-news",
            at: pages.map { "https://news.ycombinator.com/\($0)" })
    }

    @Test(.mission("HN-60")) func `Hacker News opens again on the list that was chosen in its drawer`() async throws {
        try await open("hacker-news") { browser, _ async throws in
            let drawer = try await browser.get("/hacker-news/sections").page
            let ask = try #require(drawer.links.first { $0.texts("span").first == "Ask" }?.path)
            #expect(try await browser.get(ask, Browser.navigation).page.storyTitles.contains("Ask 1"))
            #expect(try await browser.get("/mine/newsstand").page.hasLink(to: ask))
        }
    }

    @Test(.mission("BREAK-06", "BREAK-11", "BREAK-12", "BREAK-15", "BREAK-17"))
    func `Breaking News has the ticks, star, words, tabs and byline that its file says`() async throws {
        let tabs = ["News", "Read", "Readlist"]
        try await open("breaking-news") { browser, pages async throws in
            for path in [pages.front, pages.section, pages.story, "/breaking-news/ticked", "/breaking-news/saved"] {
                let words = try await browser.get(path).page.part("nav.tabs").links.map(\.text)
                #expect(words.filter { tabs.contains($0) } == tabs, "BREAK-15: \(path)")
            }
        }
        try await check(
            "breaking-news",
            [
                .state("BREAK-03", "row-style", "wide") { [$0.front, $0.section] },
                .has("BREAK-11", "button.mark-button.tick[data-toggle=ticked][aria-pressed=false]") {
                    [$0.story]
                },
                .has("BREAK-12", "button.mark-button[data-toggle=saved][aria-pressed=false]") { [$0.story] },
                .writes("BREAK-12", "icons.svg#star\"") { [$0.story] },
                .lacks("BREAK-12", "[data-toggle=saved]") { [$0.storyMenu] },
                .reads("BREAK-06", ".byline span", "Unknown") { [$0.story] },
                Claim("BREAK-07", "a date of publication", of: { [$0.story] }) { page, _ in
                    page.texts(".byline span").contains { $0.hasPrefix("Published: ") }
                },
                .reads("BREAK-13", "h1", "Read") { _ in ["/breaking-news/ticked"] },
                .reads("BREAK-14", "h1", "Readlist") { _ in ["/breaking-news/saved"] },
                .reads("BREAK-14", "a", "Readlist") { _ in ["/breaking-news/newsstand"] },
                .writes("BREAK-17", "Nothing here yet. Tick a story to keep it here.") { _ in ["/breaking-news/ticked"]
                },
                .writes("BREAK-17", "Nothing here yet. Star a story to keep it here.") { _ in ["/breaking-news/saved"]
                },
                .writes("BREAK-11", "--ticked:#1B763D") { [$0.stylesheet] },
                .writes("BREAK-11", "--ticked:#7BCB90") { [$0.stylesheet] },
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
