import Foundation
import HTTPTypes
import Library
import News
import Packs
import TestSupport
import Testing

@testable import Web

/// Favourites of a guide: the button, the list, and what happens to both.
@Suite struct PacksFavouritesTests {
    private func story(_ slug: String, _ app: WebTestApp) async throws -> Int64 {
        try await app.library.packs.page(slug, in: PacksFixture.edition, for: app.reader).summary.story.rawValue
    }

    private func mark(
        _ slug: String, _ value: Int, _ browser: Browser, _ app: WebTestApp, back: String = "/county/saved"
    ) async throws -> Browser.Response {
        let story = try await story(slug, app)
        return try await browser.post("/county/act/set-mark", "story=\(story)&kind=saved&value=\(value)&back=\(back)")
    }

    /// The slugs of the favourites, in order.
    private func listed(_ page: ShownPage) -> [String] {
        page.parts("a[data-opens-in-pane]").compactMap(\.path).compactMap { path in
            path.wholeMatch(of: /\/county\/page\/(\w+)\?in=saved/).map { String($0.1) }
        }
    }

    @Test(.mission("YORK-39", "YORK-40", "YORK-44"))
    func `the favourite button says what it will do, and favourites stand newest first`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            let before = try #require(try await browser.get("/county/page/ash").page.form("set-mark"))
            #expect(before.hasButton("Add to favourites") && before.fields["value"] == "1")
            for slug in ["ash", "food", "keld"] {
                app.clock.advance(60)
                let answer = try await mark(slug, 1, browser, app)
                #expect(answer.status == .seeOther && answer.header("Location") == "/county/saved")
            }
            let after = try #require(try await browser.get("/county/page/ash").page.form("set-mark"))
            #expect(after.hasButton("Remove from favourites") && after.fields["value"] == "0")
            let list = try await browser.get("/county/saved").page
            #expect(listed(list) == ["keld", "food", "ash"])
            #expect(list.has(".guide-split.shows-choices") && list.headings(1).contains("Favourites"))
            #expect(list.headings(1).contains("Keld University"), "the first is open beside the list")
        }
    }

    @Test(.mission("YORK-42")) func `a favourite opens beside the list, whose order its arrows follow`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            for slug in ["ash", "food"] {
                app.clock.advance(60)
                _ = try await mark(slug, 1, browser, app)
            }
            let page = try await browser.get("/county/page/food?in=saved").page
            #expect(page.has(".guide-split.shows-article") && listed(page) == ["food", "ash"])
            #expect(page.has("[data-next=/county/page/ash?in=saved]") && !page.has("[data-previous]"))
            #expect(page.has("a[data-back][aria-label=Back][href=/county/saved]"))
        }
    }

    @Test(.mission("YORK-45")) func `taking off the open favourite leads to those that are left`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            for slug in ["ash", "food"] {
                app.clock.advance(60)
                _ = try await mark(slug, 1, browser, app)
            }
            let off = try await mark("food", 0, browser, app, back: "/county/page/food?in=saved")
            #expect(off.header("Location") == "/county/page/food?in=saved")
            let stale = try await browser.get("/county/page/food?in=saved")
            #expect(stale.status == .seeOther && stale.header("Location") == "/county/saved")
            let list = try await browser.get("/county/saved").page
            #expect(listed(list) == ["ash"] && list.headings(1).contains("Ash University"))
        }
    }

    @Test(.mission("YORK-41"))
    func `that there are no favourites is said in a line for a phone and on a screen of its own for a tablet`()
        async throws
    {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            let page = try await browser.get("/county/saved").page
            #expect(page.texts(".phone-only").contains("No favourites yet. Add a page to find it here again."))
            #expect(try page.part(".tablet-only").headings(2) == ["Your favourites will be here"])
            #expect(!page.has(".guide-choices"))
        }
    }

    @Test func `favourites whose pages a new version no longer has are listed below the others`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            _ = try await mark("ash", 1, browser, app)
            _ = try await mark("marske", 1, browser, app)
            try await PacksFixture.install(in: app, version: "2.0") { pages in pages.removeAll { $0.slug == "marske" } }
            let page = try await browser.get("/county/saved").page
            #expect(listed(page) == ["ash"])
            let lost = try page.part(".guide-orphans")
            #expect(lost.headings() == ["No longer in this guide"] && lost.texts("li > span") == ["Marske College"])
        }
    }
}
