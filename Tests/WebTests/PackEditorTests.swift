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

/// The editor of packs, as it works without script.
@Suite struct PackEditorTests {
    private func edit(_ work: @escaping @Sendable (Browser, WebTestApp) async throws -> Void) async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            let begun = try await browser.post("/county/act/edit-pack", "back=/county/edit")
            #expect(begun.status == .seeOther && begun.header("Location") == "/county/edit")
            try await work(browser, app)
        }
    }

    private func revision(_ path: String, _ browser: Browser) async throws -> String {
        try #require(try await browser.get(path).page.parts("input[name=revision]").first?["value"])
    }

    private func save(_ slug: String, _ fields: String, _ browser: Browser) async throws -> Browser.Response {
        let revision = try await revision("/county/edit/page/\(slug)", browser)
        return try await browser.post(
            "/county/act/save-pack-page", "slug=\(slug)&revision=\(revision)&\(fields)", ["Accept": "application/json"])
    }

    @Test(.mission("YORK-55"))
    func `a form changes every part of a page, and readers get it with the next publication`() async throws {
        try await edit { browser, app in
            let form = try await browser.get("/county/edit/page/keld").page
            #expect(form.texts("h1") == ["Keld University"])
            #expect(try form.part("select[name=kind]").part("option[selected]")["value"] == "university")
            let fields =
                "title=Keld+College&text=%3Cp%3ENew%3Cscript%3Ex%3C/script%3E%3C/p%3E&kind=basic&colour=%238f57a0&ground=9"
                + "&parent=living&position=7&latitude=53.9&longitude=-1,5&address=https://county.example/keld"
            #expect(try await save("keld", fields, browser).json["words"] as? String == "Saved.")
            #expect(try await browser.get("/county/page/keld").page.texts("h1").contains("Keld University"))
            let published = try await browser.post("/county/act/publish-pack", "back=/county/edit/publish")
            #expect(published.header("Location") == "/county/edit")
            let page = try await app.library.packs.page("keld", in: PacksFixture.edition, for: app.reader)
            #expect(page.summary.title == "Keld College" && page.text.text == "<p>New</p>")
            #expect(page.summary.kind == .basic && page.summary.ground == 9)
            #expect(page.summary.colour?.description == "#8f57a0" && page.path.last?.slug == "living")
            #expect(page.summary.place?.latitude == 53_900_000 && page.summary.place?.longitude == -1_500_000)
            #expect(page.address?.text == "https://county.example/keld")
            #expect(page.pictures[.header] != nil)
        }
    }

    @Test(.mission("YORK-56"))
    func `the preview is the reader's own pages with what is not published, and only our pages frame it`() async throws
    {
        try await edit { browser, app in
            _ = try await save("keld", "title=Keld+College", browser)
            let preview = try await browser.get("/county/edit/preview?page=keld")
            let frames = preview.page.parts("iframe").compactMap { $0["src"] }
            #expect(frames == ["/county--preview/page/keld", "/county--preview/page/keld"])
            #expect(preview.header("Content-Security-Policy")?.contains("frame-src 'self'") == true)
            let framed = try await browser.get("/county--preview/page/keld")
            #expect(framed.page.texts("h1").contains("Keld College"))
            #expect(framed.header("Content-Security-Policy")?.contains("frame-ancestors 'self'") == true)
            let links = framed.page.links.compactMap(\.path).filter { $0.hasPrefix("/county/") }
            #expect(links.isEmpty)
            let sheet = try #require(
                framed.page.parts("link[rel=stylesheet]").compactMap { $0["href"] }.first { $0.contains("--preview") })
            #expect(try await browser.get(sheet).status == .ok)
            let picture = try #require(
                framed.page.parts("img").compactMap { $0["src"] }.first { $0.hasPrefix("/county--preview/media/") })
            #expect(try await browser.get(picture).status == .ok)
            let own = try await browser.get("/county/page/keld")
            #expect(own.page.texts("h1").contains("Keld University"))
            #expect(own.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
            _ = try await save("keld", "title=Keld+Hall", browser)
            #expect(try await browser.get("/county--preview/page/keld").page.texts("h1").contains("Keld Hall"))
            #expect(try await browser.get("/mine--preview/").status == .notFound)
            #expect(try await browser.get("/county/search?q=Hall").page.storyTitles.isEmpty)
        }
    }

    @Test func `two forms of one page: other fields are merged, and the same field is told, with nothing lost`()
        async throws
    {
        try await edit { browser, app in
            let revision = try await revision("/county/edit/page/keld", browser)
            func send(_ fields: String) async throws -> [String: Any] {
                try await browser.post(
                    "/county/act/save-pack-page", "slug=keld&revision=\(revision)&\(fields)",
                    ["Accept": "application/json"]
                ).json
            }
            #expect(try await send("title=One")["isConflict"] as? Bool == false)
            #expect(try await send("ground=3")["isConflict"] as? Bool == false)
            let refused = try await send("title=Two")
            #expect(refused["isConflict"] as? Bool == true)
            #expect((refused["words"] as? String)?.contains("Copy what you wrote") == true)
            let now = try await browser.get("/county/edit/page/keld").page
            #expect(now.texts("h1") == ["One"])
            #expect(try now.part("select[name=ground]").part("option[selected]")["value"] == "3")
        }
    }

    @Test func `pages are added, moved and removed, and history brings them back`() async throws {
        try await edit { browser, app in
            let added = try await browser.post("/county/act/add-pack-page", "parent=living&title=By+bus")
            #expect(added.header("Location") == "/county/edit/page/by-bus")
            _ = try await browser.post("/county/act/move-pack-page", "slug=by-bus&before=food")
            func order() async throws -> [String] {
                try await browser.get("/county/edit").page.parts("li[data-slug]").compactMap { $0["data-slug"] }
            }
            let before = try await order()
            #expect(before.firstIndex(of: "by-bus").map { before[$0 + 1] } == "food")
            _ = try await browser.post("/county/act/remove-pack-page", "slug=living")
            #expect(try await order().contains("round") == false)
            let history = try await browser.get("/county/edit/history").page
            let number = try #require(history.parts("input[name=number]").first?["value"])
            _ = try await browser.post("/county/act/undo-pack-change", "number=\(number)")
            #expect(try await order() == before)
            let refused = try await browser.post("/county/act/move-pack-page", "slug=living&below=round")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("A page cannot stand below itself."))
        }
    }

    @Test(arguments: [
        ("latitude=91&longitude=0", "A place has a latitude"), ("latitude=&longitude=3", "A place has a latitude"),
        ("ownColour=red", "A colour is written"), ("position=x", "A position is"),
        ("address=nowhere", "no web address"),
    ])
    func `a value that pages do not have is told, and nothing is saved`(_ fields: String, _ words: String) async throws
    {
        try await edit { browser, app in
            let answer = try await save("keld", "title=X&\(fields)", browser)
            #expect((answer.json["words"] as? String)?.contains(words) == true, "\(answer.text)")
            #expect(try await browser.get("/county/edit/page/keld").page.texts("h1") == ["Keld University"])
        }
    }

    @Test func `another editor on the page is named, until there is no sign of that one`() throws {
        let presence = PackEditorPresence()
        let place = PackEditorPresence.Place(edition: PacksFixture.edition.id, slug: "keld")
        let (ada, bea) = (PackEditor(key: "1", name: "Ada's phone"), PackEditor(key: "2", name: "Bea's desk"))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(presence.record(ada, at: place, now: now).isEmpty)
        #expect(presence.record(bea, at: place, now: now + 10) == ["Ada's phone"])
        #expect(presence.record(ada, at: place, now: now + 20) == ["Bea's desk"])
        let other = PackEditorPresence.Place(edition: place.edition, slug: "ash")
        #expect(presence.record(ada, at: other, now: now + 20).isEmpty)
        #expect(presence.record(bea, at: place, now: now + 80).isEmpty)
    }

    @Test func `history offers to take back only what was not changed since`() async throws {
        try await edit { browser, app in
            _ = try await save("keld", "title=One", browser)
            _ = try await save("ash", "title=Two", browser)
            _ = try await save("keld", "title=Three", browser)
            let offered = try await browser.get("/county/edit/history").page.parts("input[name=number]").map {
                $0["value"]
            }
            // The last one is the beginning, to which everything goes back.
            #expect(offered == ["4", "3", "1"])
        }
    }

    @Test func `towns are found for a place, and the map of a guide without one has those around`() async throws {
        try await edit { browser, app in
            #expect(try await browser.get("/county/edit/towns?q=York").text.contains("\"latitude\":\"53.96"))
            #expect(try await browser.get("/county/edit/towns?q=").text == "[]")
            let map = try await browser.get("/county/edit/map.json?latitude=50.37&longitude=-4.14").text
            #expect(map.contains("\"name\":\"Plymouth\"") && map.contains("\"areas\":[]"))
        }
    }

    @Test func `a guide that comes from elsewhere is not edited here`() async throws {
        var edition = PacksFixture.edition
        edition.pack?.address = try webAddress("https://county.example/pack.json")
        let app = try await PacksFixture.app(edition: edition)
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/county/edit").text.contains("comes from its publishers"))
            #expect(try await browser.post("/county/act/edit-pack", "").status == .notFound)
            #expect(try await !browser.get("/county/page/keld").text.contains("/edit/page/"))
        }
    }
}

extension Browser.Response {
    /// The answer to script.
    fileprivate var json: [String: Any] {
        // An answer that is not JSON has no fields.
        (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]) ?? [:]
    }
}
