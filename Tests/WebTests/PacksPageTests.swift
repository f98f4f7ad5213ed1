import Foundation
import HTTPTypes
import Library
import Markup
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Web

/// The pages of a guide, as they come from the server: what stands on them, in which order, and where it leads.
@Suite struct PacksPageTests {
    private func read(_ work: @escaping @Sendable (Browser, WebTestApp) async throws -> Void) async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in try await work(browser, app) }
    }

    /// The targets of the choices, in order.
    private func choices(_ page: String) -> [String] {
        page.matches(of: /class="guide-choice" data-page-colour="\w+" href="([^"]+)"/).map { String($0.1) }
    }

    private func article(_ page: String) throws -> String {
        let start = try #require(page.range(of: "<article")), end = try #require(page.range(of: "</article>"))
        return String(page[start.lowerBound..<end.upperBound])
    }

    @Test func `home has a button for each chapter, by position, then title, and the tour's at its foot`() async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/").text
            #expect(choices(page) == ["universities", "about", "living"].map { "/county/page/\($0)" })
            #expect(page.contains("class=\"guide-tour\"") && page.contains("href=\"/county/page/round\""))
            #expect(page.contains("<h1 class=\"visually-hidden\">Small County</h1>"))
            for tab in ["/county/", "/county/photographs", "/county/map", "/county/saved"] {
                #expect(page.contains("<a href=\"\(tab)\""), "\(tab)")
            }
            #expect(!page.contains("guide-setup"))
        }
    }

    @Test func `without a page of the tour's title home has no button for it`() async throws {
        let app = try await PacksFixture.app { pages in pages.removeAll { $0.slug == "round" } }
        try await app.withBrowser { browser in
            let answer = try await browser.get("/county/")
            #expect(answer.status == .ok && !answer.text.contains("guide-tour"))
        }
    }

    @Test func `a new branch of pages needs no change but the pack`() async throws {
        let app = try await PacksFixture.app { pages in
            pages.append(PackPage(slug: "hills", parent: "county", position: 9, title: "Hills"))
            pages.append(PackPage(slug: "fells", parent: "hills", title: "Fells"))
        }
        try await app.withBrowser { browser in
            #expect(choices(try await browser.get("/county/").text).last == "/county/page/hills")
            let page = try await browser.get("/county/page/hills").text
            #expect(choices(page) == ["/county/page/fells"] && page.contains("<h1>Hills</h1>"))
        }
    }

    @Test func `a page with children is its choices, and its first child is open beside them`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/universities").text
            #expect(
                page.contains("<div class=\"guide-split shows-choices\">") && page.contains("<h1>Universities</h1>"))
            #expect(choices(page) == ["ash", "keld", "marske"].map { "/county/page/\($0)" })
            #expect(page.contains("href=\"/county/page/ash\" data-opens-in-pane aria-current=\"page\""))
            #expect(try article(page).contains(">Ash University</h1>"))
            #expect(page.contains("data-back aria-label=\"Back\" href=\"/county/\""))
            #expect(page.contains("popovertarget=\"choices\"") && page.contains("id=\"choices\" popover"))
        }
    }

    @Test func `a page of tiles shows its children as tiles, and those that lead on open as pages of their own`()
        async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/living").text
            #expect(page.contains("<ul class=\"guide-choice-list tiles\">"))
            #expect(
                page.contains("href=\"/county/page/food\" data-opens-in-pane")
                    && choices(page).contains("/county/page/walks"))
            #expect(!page.contains("href=\"/county/page/walks\" data-opens-in-pane"))
        }
    }

    @Test func `a page that informs has its sisters beside it, title, picture and text, and no gap without a picture`()
        async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/about").text
            #expect(page.contains("<div class=\"guide-split shows-article\">"))
            #expect(choices(page) == ["universities", "about", "living"].map { "/county/page/\($0)" })
            let about = try article(page)
            #expect(
                about.contains("<h1 class=\"guide-name\">About the county</h1>")
                    && about.contains("<div class=\"text\">"))
            #expect(!about.contains("guide-picture") && !about.contains("src=\"\""))
            let keld = try article(try await browser.get("/county/page/keld").text)
            #expect(keld.contains("<div class=\"guide-picture\"><img") && keld.contains("Keld stands by the water."))
            #expect(try await browser.get("/county/page/nowhere").status == .notFound)
        }
    }

    @Test func `a university has its header picture in its title's place, and its title where that is missing`()
        async throws
    {
        try await read { browser, _ in
            let keld = try article(try await browser.get("/county/page/keld").text)
            // Its caption, as the style sheet says.
            #expect(keld.contains("guide-head pictured captioned"))
            #expect(keld.contains("<h1 class=\"guide-name\">Keld University</h1>"))
            #expect(keld.contains(PacksFixture.id("keld-header", .tablet).hex))
            let ash = try article(try await browser.get("/county/page/ash").text)
            #expect(ash.contains("<h1 class=\"guide-name\">Ash University</h1>"))
        }
    }

    @Test func `every page that informs has its header picture, and the same picture stands once`() async throws {
        let app = try await PacksFixture.app { pages in
            let header = pages.first { $0.slug == "keld" }?.pictures[.header]
            for index in pages.indices where ["about", "universities", "marske"].contains(pages[index].slug) {
                pages[index].pictures[.header] = header
            }
            for index in pages.indices where pages[index].slug == "marske" { pages[index].pictures[.picture] = header }
        }
        try await app.withBrowser { browser in
            let medium = PacksFixture.id("keld-header", .tablet).hex
            let about = try article(try await browser.get("/county/page/about").text)
            #expect(about.contains("<header class=\"guide-head pictured\"><img") && about.contains(medium))
            #expect(about.contains("<h1 class=\"guide-name\">About the county</h1>"))
            let marske = try article(try await browser.get("/county/page/marske").text)
            #expect(marske.contains("guide-head pictured") && !marske.contains("guide-picture"))
            // It leads on, and the page beside it has none.
            #expect(!(try await browser.get("/county/page/universities").text).contains("pictured"))
        }
    }

    @Test func `beside a page with many sisters stand a hundred of them, and a way to all`() async throws {
        let app = try await PacksFixture.app { pages in
            pages.append(PackPage(slug: "fells", parent: "county", position: 9, title: "Fells"))
            for number in 100..<350 {
                pages.append(PackPage(slug: "fell-\(number)", parent: "fells", title: "Fell \(number)"))
            }
        }
        try await app.withBrowser { browser in
            for (open, first) in [(100, 100), (220, 170), (349, 250)] {
                let page = try await browser.get("/county/page/fell-\(open)").text
                #expect(choices(page) == (first..<first + 100).map { "/county/page/fell-\($0)" }, "\(open)")
                #expect(page.contains("/county/page/fell-\(open)\" data-opens-in-pane aria-current=\"page\""))
                #expect(page.contains("<a class=\"guide-all-pages\" href=\"/county/page/fells\">All 250 pages</a>"))
            }
            let all = try await browser.get("/county/page/fells").text
            #expect(choices(all).count == 250 && !all.contains("guide-all-pages"))
            let few = try await browser.get("/county/page/keld").text
            #expect(!few.contains("guide-all-pages"))
        }
    }

    @Test func `the bar has a favourite button for the page that the address names`() async throws {
        try await read { browser, app in
            func bar(_ path: String) async throws -> String {
                let page = try await browser.get(path).text
                let start = try #require(page.range(of: "<header class=\"top-bar\">"))
                let end = try #require(page.range(of: "</header>"))
                return String(page[start.lowerBound..<end.upperBound])
            }
            for slug in ["keld", "universities"] {
                let bar = try await bar("/county/page/\(slug)")
                #expect(bar.contains("name=\"slug\" value=\"\(slug)\"") && bar.contains("title=\"Add to favourites\""))
            }
            #expect(!(try await bar("/county/").contains("guide-favourite")))
            let change = PackFavouriteChange(slug: "keld", isFavourite: true, date: app.clock.now)
            try await app.library.packs.setFavourites([change], in: PacksFixture.edition, for: app.reader)
            #expect(try await bar("/county/page/keld").contains("<span>Remove from favourites</span>"))
            #expect(!(try await bar("/county/saved").contains("guide-favourite")))
        }
    }

    @Test func `inside a guide the search is the guide's`() async throws {
        try await read { browser, _ in
            #expect(try await browser.get("/county/").text.contains("data-search-label=\"Search this guide\""))
            let page = try await browser.get("/county/search?q=zebra").text
            #expect(page.contains("placeholder=\"Search this guide\""))
            #expect(page.contains("No page has the words “zebra”."))
            // A page has no age.
            let found = try await browser.get("/county/search?q=keld").text
            #expect(found.contains("<article class=\"row") && !found.contains("<time"))
        }
    }

    @Test func `a picture's files are offered by width, and the screen's place by sizes`() async throws {
        try await read { browser, _ in
            let keld = try article(try await browser.get("/county/page/keld").text)
            let wanted: [(PackRendition, Int)] = [(.phone, 480), (.phone2x, 960), (.tablet, 1024), (.tablet2x, 2048)]
            let srcset = wanted.map { "/county/media/\(PacksFixture.id("keld", $0.0).hex) \($0.1)w" }
            #expect(keld.contains("srcset=\"\(srcset.joined(separator: ", "))\" sizes=\"(min-width: 1024px)"))
        }
    }

    @Test func `arrows lead to the sisters in the menu's order, with none at the ends`() async throws {
        try await read { browser, _ in
            let ash = try article(try await browser.get("/county/page/ash").text)
            #expect(!ash.contains("data-neighbour=\"previous\"") && !ash.contains("data-previous"))
            #expect(
                ash.contains("data-next=\"/county/page/keld\"") && ash.contains("aria-label=\"Next: Keld University\""))
            let keld = try article(try await browser.get("/county/page/keld").text)
            #expect(
                keld.contains("data-previous=\"/county/page/ash\"")
                    && keld.contains("data-next=\"/county/page/marske\""))
            let marske = try article(try await browser.get("/county/page/marske").text)
            #expect(!marske.contains("data-neighbour=\"next\"") && marske.contains("data-neighbour=\"previous\""))
        }
    }

    @Test func `links of a guide's text lead to its pages and pictures, others to the world in a new tab`() async throws
    {
        try await read { browser, _ in
            let about = try article(try await browser.get("/county/page/about").text)
            #expect(about.contains("href=\"/county/page/food#fish\""))
            #expect(about.contains("src=\"/county/media/\(PacksFixture.id("map", .phone).hex)\""))
            #expect(about.contains("<a target=\"_blank\" class=\"external-link\" href=\"https://world.example/far\""))
            #expect(about.contains("rel=\"noopener noreferrer\""))
            #expect(about.contains("the world<span class=\"visually-hidden\"> (outside)</span></a>"))
            #expect(!about.contains("pack.invalid"))
        }
    }

    @Test func `a page is shared by the question, its title and its public address`() async throws {
        try await read { browser, _ in
            let about = try article(try await browser.get("/county/page/about").text)
            #expect(about.contains("data-original=\"https://county.example/about\" data-title=\"About the county\""))
            #expect(about.contains("data-share-text=\"Have you thought of the county? About the county\""))
            #expect(about.contains("hidden data-share>") && about.contains("mailto:?subject=About%20the%20county"))
            let ash = try article(try await browser.get("/county/page/ash").text)
            #expect(!ash.contains("data-original") && ash.contains("hidden data-share-without-link>"))
        }
    }

    @Test func `a story that is a guide's page leads there, from whatever edition`() async throws {
        try await read { browser, app in
            let page = try await app.library.packs.page("ash", in: PacksFixture.edition, for: app.reader)
            let story = page.summary.story.rawValue
            let answer = try await browser.get("/county/story/\(story)", Browser.navigation)
            #expect(answer.status == .seeOther && answer.header("Location") == "/county/page/ash")
        }
    }

    @Test func `a guide's last page is where it opens again, and nothing of it is unread`() async throws {
        try await read { browser, _ in
            _ = try await browser.get("/county/page/ash", Browser.navigation)
            let newsstand = try await browser.get("/county/newsstand").text
            let entry = try #require(newsstand.firstMatch(of: /<a[^>]*href="\/county\/page\/ash".*?<\/a>/)?.0)
            #expect(entry.contains("data-unread-list=\"unread@county\" hidden>"), "\(entry)")
            let shortcuts = try await browser.get("/county/manifest.webmanifest").text
            #expect(shortcuts.contains("\"/county/photographs\"") && !shortcuts.contains("/unread"))
        }
    }

    @Test func `About names the version, licence and makers of a guide`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/county/settings/about").text
            #expect(page.contains("Version 1, here since") && page.contains("Licence: CC-BY-4.0"))
            #expect(page.contains("The county’s editors") || page.contains("The county's editors"))
        }
    }

    @Test func `until a pack is there an edition says what it is and how to bring it, in one step each`() async throws {
        let app = try WebTestApp(editions: [PacksFixture.edition], kinds: [.feed, .pack])
        try await app.library.editions.synchronize([PacksFixture.edition])
        try await app.withBrowser { browser in
            for path in ["/county/", "/county/photographs", "/county/saved"] {
                let page = try await browser.get(path).text
                #expect(page.contains("Bring it in one step") && page.contains("--edition county"), "\(path)")
                #expect(page.contains("identity: small-county, address:"))
            }
            #expect(try await browser.get("/county/page/ash").status == .notFound)
            #expect(try await browser.get("/mine/photographs").status == .notFound)
        }
    }

    // MARK: - Colours

    @Test func `a page has the colour and ground of the page above, in a sheet that the policy allows by its hash`()
        async throws
    {
        try await read { browser, _ in
            let answer = try await browser.get("/county/page/ash", Browser.navigation)
            #expect(answer.text.contains("data-palette=\"ffe08a-7\""))
            let css = try #require(answer.text.firstMatch(of: /<style data-palette-styles>(.*?)<\/style>/)?.1)
            let source = AssetCatalog.InlineStylesheet(bytes: Array(css.utf8)).cspSource
            #expect(answer.header("Content-Security-Policy")?.contains(source) == true)
            #expect(try await browser.get("/county/page/about").text.contains("data-palette=\"3da1a1-1\""))
        }
    }

    @Test(arguments: ["#3da1a1", "#ffe08a", "#ffffff", "#000000", "#00ff00", "#8f3e5e"])
    func `every text is legible on tiles and grounds of any colour`(hex: String) throws {
        let theme = EditionTheme()
        let colour = try #require(RGBColor(hex))
        for isNight in [false, true] {
            #expect(PackPalette.tile(colour, isNight: isNight).contrast(with: .white) >= 4.5)
        }
        for ground in [1, 2, 8, 15, 99] {
            let hue = PackPalette.Hue(colour: colour, ground: ground)
            for name in ThemePalette.Theme.allCases {
                let sheet = PackPalette.sheet(hue, name, of: theme)
                for text in [sheet.ink, sheet.second, sheet.accent, sheet.opened] {
                    #expect(text.contrast(with: sheet.paper) >= 4.5 && text.contrast(with: sheet.raised) >= 4.5)
                }
                #expect(sheet.onAccent.contrast(with: sheet.accent) >= 4.5)
            }
        }
    }
}
