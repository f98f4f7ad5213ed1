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
    private func choices(_ page: ShownPage) -> [String] {
        page.parts("a.guide-choice").filter { $0["data-page-colour"]?.isEmpty == false }.compactMap(\.path)
    }

    /// The article of the page at an address.
    private func article(_ path: String, _ browser: Browser) async throws -> ShownPage {
        try await browser.get(path).page.part("article")
    }

    @Test(.mission("YORK-04", "YORK-14", "YORK-15"))
    func `home has a button for each chapter, by position, then title, and the tour's at its foot`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/county/").page
            #expect(choices(page) == ["universities", "about", "living"].map { "/county/page/\($0)" })
            #expect(page.has("a.guide-tour[href=/county/page/round]"))
            #expect(page.texts("h1.visually-hidden").contains("Small County"))
            let tabs = try page.part("nav.tabs").links.map(\.path)
            #expect(tabs == ["/county/", "/county/photographs", "/county/map", "/county/saved"])
            #expect(!page.has("[class*=guide-setup]"))
        }
    }

    @Test(.mission("YORK-16")) func `without a page of the tour's title home has no button for it`() async throws {
        let app = try await PacksFixture.app { pages in pages.removeAll { $0.slug == "round" } }
        try await app.withBrowser { browser in
            let answer = try await browser.get("/county/")
            #expect(answer.status == .ok && !answer.page.has("[class*=guide-tour]"))
        }
    }

    @Test(.mission("YORK-59")) func `a new branch of pages needs no change but the pack`() async throws {
        let app = try await PacksFixture.app { pages in
            pages.append(PackPage(slug: "hills", parent: "county", position: 9, title: "Hills"))
            pages.append(PackPage(slug: "fells", parent: "hills", title: "Fells"))
        }
        try await app.withBrowser { browser in
            #expect(choices(try await browser.get("/county/").page).last == "/county/page/hills")
            let page = try await browser.get("/county/page/hills").page
            #expect(choices(page) == ["/county/page/fells"] && page.headings(1).contains("Hills"))
        }
    }

    @Test(.mission("YORK-03", "YORK-05"))
    func `a page with children is its choices, and its first child is open beside them`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/universities").page
            #expect(page.has("div.guide-split.shows-choices") && page.headings(1).contains("Universities"))
            #expect(choices(page) == ["ash", "keld", "marske"].map { "/county/page/\($0)" })
            #expect(page.has("a[href=/county/page/ash][data-opens-in-pane][aria-current=page]"))
            #expect(try page.part("article").headings(1) == ["Ash University"])
            #expect(page.has("a[data-back][aria-label=Back][href=/county/]"))
            #expect(page.has("button[popovertarget=choices]") && page.has("#choices[popover]"))
        }
    }

    @Test(.mission("YORK-11"))
    func `a page of tiles shows its children as tiles, and those that lead on open as pages of their own`() async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/living").page
            #expect(page.has("ul.guide-choice-list.tiles"))
            #expect(page.has("a[href=/county/page/food][data-opens-in-pane]"))
            #expect(choices(page).contains("/county/page/walks"))
            #expect(!page.has("[href=/county/page/walks][data-opens-in-pane]"))
        }
    }

    @Test(.mission("YORK-06"))
    func `a page that informs has its sisters beside it, title, picture and text, and no gap without a picture`()
        async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/page/about").page
            #expect(page.has("div.guide-split.shows-article"))
            #expect(choices(page) == ["universities", "about", "living"].map { "/county/page/\($0)" })
            let about = try page.part("article")
            #expect(about.texts("h1.guide-name") == ["About the county"] && about.has("div.text"))
            #expect(!about.has("[class*=guide-picture]") && !about.has("[src=]"))
            let keld = try await article("/county/page/keld", browser)
            #expect(keld.has("div.guide-picture > img") && keld.texts("p").contains("Keld stands by the water."))
            #expect(try await browser.get("/county/page/nowhere").status == .notFound)
        }
    }

    @Test(.mission("YORK-11"))
    func `a university has its header picture in its title's place, and its title where that is missing`() async throws
    {
        try await read { browser, _ in
            let keld = try await article("/county/page/keld", browser)
            let head = try keld.part(".guide-head.pictured")
            #expect(head.texts("h1.guide-name") == ["Keld University"])
            #expect(head.has("img[srcset*=\(PacksFixture.id("keld-header", .tablet).hex)]"))
            let ash = try await article("/county/page/ash", browser)
            #expect(ash.texts("h1.guide-name") == ["Ash University"])
        }
    }

    @Test(.mission("YORK-06"))
    func `every page that informs has its header picture, and the same picture stands once`() async throws {
        let app = try await PacksFixture.app { pages in
            let header = pages.first { $0.slug == "keld" }?.pictures[.header]
            for index in pages.indices where ["about", "universities", "marske"].contains(pages[index].slug) {
                pages[index].pictures[.header] = header
            }
            for index in pages.indices where pages[index].slug == "marske" { pages[index].pictures[.picture] = header }
        }
        try await app.withBrowser { browser in
            let medium = PacksFixture.id("keld-header", .tablet).hex
            let about = try await article("/county/page/about", browser)
            #expect(about.parts("header.guide-head.pictured").map { $0["class"] } == ["guide-head pictured"])
            #expect(about.has("header.guide-head.pictured > img[srcset*=\(medium)]"))
            #expect(about.texts("h1.guide-name") == ["About the county"])
            let marske = try await article("/county/page/marske", browser)
            #expect(marske.has(".guide-head.pictured") && !marske.has("[class*=guide-picture]"))
            // It leads on, and the page beside it has none.
            #expect(!(try await browser.get("/county/page/universities").page.has("[class*=pictured]")))
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
                let page = try await browser.get("/county/page/fell-\(open)").page
                #expect(choices(page) == (first..<first + 100).map { "/county/page/fell-\($0)" }, "\(open)")
                #expect(page.has("a[href=/county/page/fell-\(open)][data-opens-in-pane][aria-current=page]"))
                #expect(page.texts("a.guide-all-pages[href=/county/page/fells]") == ["All 250 pages"])
            }
            let all = try await browser.get("/county/page/fells").page
            #expect(choices(all).count == 250 && !all.has("[class*=guide-all-pages]"))
            let few = try await browser.get("/county/page/keld").page
            #expect(!few.has("[class*=guide-all-pages]"))
        }
    }

    @Test(.mission("YORK-44"))
    func `the bar has a favourite button for the page that the address names`() async throws {
        try await read { browser, app in
            func bar(_ path: String) async throws -> ShownPage {
                try await browser.get(path).page.part("header.top-bar")
            }
            for slug in ["keld", "universities"] {
                let form = try #require(try await bar("/county/page/\(slug)").form("set-mark"))
                #expect(form.fields["slug"] == slug && form.hasButton("Add to favourites"))
                #expect(form.texts("[title]").contains("Add to favourites"))
            }
            #expect(!(try await bar("/county/").has("[class*=guide-favourite]")))
            let change = PackFavouriteChange(slug: "keld", isFavourite: true, date: app.clock.now)
            try await app.library.packs.setFavourites([change], in: PacksFixture.edition, for: app.reader)
            #expect(try await bar("/county/page/keld").hasButton("Remove from favourites"))
            #expect(!(try await bar("/county/saved").has("[class*=guide-favourite]")))
        }
    }

    @Test func `inside a guide the search is the guide's`() async throws {
        try await read { browser, _ in
            let search = try await browser.get("/county/").page.part("a[data-search-label]")
            #expect(search["data-search-label"] == "Search this guide")
            let page = try await browser.get("/county/search?q=zebra").page
            #expect(page.parts("input").contains { $0["placeholder"] == "Search this guide" })
            #expect(page.text.contains("No page has the words “zebra”."))
            // A page has no age.
            let found = try await browser.get("/county/search?q=keld").page
            #expect(found.has("article.row") && !found.has("time"))
        }
    }

    @Test(.mission("YORK-31"))
    func `a picture's files are offered by width, and the screen's place by sizes`() async throws {
        try await read { browser, _ in
            let keld = try await article("/county/page/keld", browser)
            let wanted: [(PackRendition, Int)] = [(.phone, 480), (.phone2x, 960), (.tablet, 1024), (.tablet2x, 2048)]
            let srcset = wanted.map { "/county/media/\(PacksFixture.id("keld", $0.0).hex) \($0.1)w" }
            let picture = try #require(keld.images.first { $0["srcset"] == srcset.joined(separator: ", ") })
            #expect(picture["sizes"]?.hasPrefix("(min-width: 1024px)") == true)
        }
    }

    @Test(.mission("YORK-24"))
    func `arrows lead to the sisters in the menu's order, with none at the ends`() async throws {
        try await read { browser, _ in
            let ash = try await article("/county/page/ash", browser)
            #expect(!ash.has("[data-neighbour=previous]") && !ash.has("[data-previous]"))
            #expect(ash["data-previous"] == nil && ash["data-next"] == "/county/page/keld")
            #expect(ash.hasLink("Next Keld University", to: "/county/page/keld"))
            let keld = try await article("/county/page/keld", browser)
            #expect(keld["data-previous"] == "/county/page/ash" && keld["data-next"] == "/county/page/marske")
            let marske = try await article("/county/page/marske", browser)
            #expect(!marske.has("[data-neighbour=next]") && marske.has("[data-neighbour=previous]"))
        }
    }

    @Test(.mission("YORK-07", "YORK-08", "YORK-09"))
    func `links of a guide's text lead to its pages and pictures, others to the world in a new tab`() async throws {
        try await read { browser, _ in
            let answer = try await browser.get("/county/page/about")
            let about = try answer.page.part("article")
            #expect(about.hasLink("food", to: "/county/page/food#fish"))
            #expect(about.has("img[src=/county/media/\(PacksFixture.id("map", .phone).hex)]"))
            let link = try about.part("a.external-link[target=_blank][href=https://world.example/far]")
            #expect(link["rel"] == "noopener noreferrer")
            #expect(link.text == "the world (outside)" && link.texts(".visually-hidden") == ["(outside)"])
            #expect(!answer.text.contains("pack.invalid"))
        }
    }

    @Test(.mission("YORK-12"))
    func `a page is shared by the question, its title and its public address`() async throws {
        try await read { browser, _ in
            let about = try await article("/county/page/about", browser)
            let actions = try about.part("[data-original=https://county.example/about]")
            #expect(actions["data-title"] == "About the county")
            #expect(actions["data-share-text"] == "Have you thought of the county? About the county")
            #expect(actions.has("button[hidden][data-share]"))
            #expect(actions.has("a[href^=mailto:?subject=About%20the%20county]"))
            let ash = try await article("/county/page/ash", browser)
            #expect(!ash.has("[data-original]") && ash.has("button[hidden][data-share-without-link]"))
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
            let entry = try await browser.get("/county/newsstand").page.part("a[href=/county/page/ash]")
            #expect(entry.has("[data-unread-list=unread@county][hidden]"))
            let shortcuts = try await browser.get("/county/manifest.webmanifest").text
            #expect(shortcuts.contains("\"/county/photographs\"") && !shortcuts.contains("/unread"))
        }
    }

    @Test func `About names the version, licence and makers of a guide`() async throws {
        try await read { browser, _ in
            let text = try await browser.get("/county/settings/about").page.text
            #expect(text.contains("Version 1, here since") && text.contains("Licence: CC-BY-4.0"))
            #expect(text.contains("The county’s editors") || text.contains("The county's editors"))
        }
    }

    @Test func `until a pack is there an edition says what it is and how to bring it, in one step each`() async throws {
        let app = try WebTestApp(editions: [PacksFixture.edition], kinds: [.feed, .pack])
        try await app.library.editions.synchronize([PacksFixture.edition])
        try await app.withBrowser { browser in
            for path in ["/county/", "/county/photographs", "/county/saved"] {
                let page = try await browser.get(path).page
                #expect(page.headings(2).contains { $0.contains("Bring it in one step") }, "\(path)")
                let lines = page.texts("code")
                #expect(lines.contains { $0.contains("--edition county") }, "\(path)")
                #expect(lines.contains { $0.contains("identity: small-county, address:") }, "\(path)")
            }
            #expect(try await browser.get("/county/page/ash").status == .notFound)
            #expect(try await browser.get("/mine/photographs").status == .notFound)
        }
    }

    // MARK: - Colours

    @Test(.mission("YORK-10"))
    func `a page has the colour and ground of the page above, in a sheet that the policy allows by its hash`()
        async throws
    {
        try await read { browser, _ in
            let answer = try await browser.get("/county/page/ash", Browser.navigation)
            #expect(answer.page.state("palette") == "ffe08a-7")
            let css = try #require(answer.text.firstMatch(of: /<style data-palette-styles>(.*?)<\/style>/)?.1)
            let source = AssetCatalog.InlineStylesheet(bytes: Array(css.utf8)).cspSource
            #expect(answer.header("Content-Security-Policy")?.contains(source) == true)
            #expect(try await browser.get("/county/page/about").page.state("palette") == "3da1a1-1")
        }
    }

    @Test(.mission("YORK-10"), arguments: ["#3da1a1", "#ffe08a", "#ffffff", "#000000", "#00ff00", "#8f3e5e"])
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
