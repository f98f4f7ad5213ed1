import Foundation
import HTTPTypes
import Library
import Markup
import News
import Packs
import TestSupport
import Testing

@testable import Web

/// The ways back in the editor of packs: history, undo, refused forms and the end of a guide, as they work without script.
@Suite struct PackEditorWaysBackTests {
    private func edit(_ work: @escaping @Sendable (Browser, WebTestApp) async throws -> Void) async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in
            _ = try await browser.post("/county/act/edit-pack", "back=/county/edit")
            try await work(browser, app)
        }
    }

    private func save(_ slug: String, _ fields: String, _ browser: Browser) async throws -> Browser.Response {
        let form = try await browser.get("/county/edit/page/\(slug)").page
        let revision = try #require(form.parts("input[name=revision]").first?["value"])
        return try await browser.post(
            "/county/act/save-pack-page", "slug=\(slug)&revision=\(revision)&back=/county/edit/page/\(slug)&\(fields)")
    }

    @Test func `history names the fields, and an old version is shown whole with what differs`() async throws {
        try await edit { browser, _ in
            _ = try await save("keld", "title=Keld+College&text=<p>Old</p><p>Same</p>&ground=9", browser)
            _ = try await save("keld", "title=Keld+College&text=<p>New</p><p>Same</p>&ground=3", browser)
            let history = try await browser.get("/county/edit/history").page
            #expect(history.texts(".pack-change p") == ["Text, Ground", "Title, Text, Ground"])
            let version = try await browser.get("/county/edit/history/2?page=keld").page
            #expect(version.texts("h1") == ["Keld College"])
            #expect(version.texts(".pack-version-note") == ["Different today: Text, Ground."])
            #expect(
                version.texts("dt").map {
                    $0.replacing("Different today", with: "").trimmingCharacters(in: .whitespaces)
                }
                    == [
                        "Title", "Text", "Picture", "Header picture", "Looks", "Colour", "Ground", "Place",
                        "Page above",
                        "Order", "Address on the web", "Draft",
                    ])
            #expect(version.texts("dd.differs .text p") == ["Old", "Same"])
            #expect(version.texts("dd.today li") == ["Old", "New"])
            _ = try await browser.post("/county/act/restore-pack-item", "number=2&kind=page&name=keld")
            let form = try await browser.get("/county/edit/page/keld").page
            #expect(try form.part("select[name=ground]").part("option[selected]")["value"] == "9")
            #expect(
                try await browser.get("/county/edit/history/2?page=keld").text.contains("Today it is the same again."))
        }
    }

    @Test func `a whole version comes back from history, and nothing is published by it`() async throws {
        try await edit { browser, app in
            _ = try await save("keld", "title=One", browser)
            _ = try await browser.post("/county/act/publish-pack", "back=/county/edit/publish")
            _ = try await save("keld", "title=Two", browser)
            let history = try await browser.get("/county/edit/history").page
            let publication = try history.part(".pack-publication")
            let version = try #require(publication.texts("b").first)
            #expect(publication.texts("button") == ["Go back to v\(version.dropFirst())"])
            let number = try #require(publication.parts("input[name=number]").first?["value"])
            _ = try await browser.post("/county/act/go-back-to-pack-version", "number=\(number)")
            #expect(try await browser.get("/county/edit/page/keld").page.texts("h1") == ["One"])
            #expect(try await browser.get("/county/edit").text.contains("2 changes since"))
        }
    }

    @Test func `removing asks, and the page that follows takes it back`() async throws {
        try await edit { browser, _ in
            let form = try await browser.get("/county/edit/page/living").page
            let link = try #require(form.parts("a.pack-removal").first?["href"])
            let title = try #require(form.texts("h1").first)
            let question = try await browser.get(link).page
            #expect(question.texts("#sheet-pack-removal p").first?.contains("Remove “\(title)” and the") == true)
            let removed = try await browser.post("/county/act/remove-pack-page", "slug=living&back=/county/edit")
            #expect(removed.header("Location") == "/county/edit")
            let page = try await browser.get("/county/edit", Browser.navigation).page
            let toast = try page.part(".toast")
            #expect(toast.texts("button") == ["Undo"])
            let number = try #require(toast.parts("input[name=number]").first?["value"])
            _ = try await browser.post("/county/act/undo-pack-change", "number=\(number)&back=/county/edit")
            #expect(try await browser.get("/county/edit/page/living").page.texts("h1") == [title])
        }
    }

    @Test(arguments: [
        ("ownColour=red&latitude=53&longitude=-1", "A colour is written", "ownColour"),
        ("latitude=91&longitude=0", "A place has a latitude", "latitude"),
        ("address=nowhere", "no web address", "address"),
    ])
    func `a refused form comes back with what was typed and the sentence at its field`(
        _ fields: String, _ words: String, _ field: String
    ) async throws {
        try await edit { browser, _ in
            let answer = try await save("keld", "title=Typed&text=<p>Mine</p>&\(fields)", browser)
            #expect(answer.status == .seeOther)
            let path = try #require(answer.header("Location"))
            #expect(path.hasPrefix("/county/edit/page/keld?"))
            let page = try await browser.get(path).page
            #expect(try page.part("input[name=title]")["value"] == "Typed")
            #expect(page.texts("textarea[name=text]").first?.contains("Mine") == true)
            let input = try page.part("input[aria-invalid=true]")
            #expect(input["name"] == field && input["aria-describedby"] == "form-fault")
            #expect(try page.part("#form-fault").text.contains(words))
            #expect(try page.part("p.form-error a")["href"] == "#form-fault")
            #expect(try await browser.get("/county/edit/page/keld").page.texts("h1") == ["Keld University"])
        }
    }

    @Test func `a new page without a title, and a guide without a name, come back at their fields`() async throws {
        try await edit { browser, _ in
            let refused = try await browser.post(
                "/county/act/add-pack-page", "parent=living&title=+&back=/county/edit%23page-living")
            let path = try #require(refused.header("Location"))
            #expect(path.hasPrefix("/county/edit?") && path.hasSuffix("#page-living"))
            let open = try await browser.get(String(path.prefix { $0 != "#" })).page.part("details[open]")
            #expect(open.texts(".form-error").first?.contains("The title is missing") == true)
        }
    }

    @Test func `a photograph is moved by its buttons, and pictures of pages are named apart`() async throws {
        try await edit { browser, app in
            func names() async throws -> [String] {
                try await browser.get("/county/edit/photographs").page.parts(".pack-photograph").compactMap {
                    $0["data-slug"]
                }
            }
            let before = try await names()
            try #require(before.count > 1)
            _ = try await browser.post(
                "/county/act/move-pack-photograph",
                "slug=\(before[1])&before=\(before[0])&back=/county/edit/photographs")
            #expect(try await names() == [before[1], before[0]] + before.dropFirst(2))
            _ = try await browser.post("/county/act/move-pack-photograph", "slug=\(before[1])&below=")
            #expect(try await names().last == before[1])
            let page = try await browser.get("/county/edit/photographs").page
            #expect(page.texts(".pack-page-thumbnails span").contains("Keld University"))
            for name in before { _ = try await browser.post("/county/act/remove-pack-photograph", "name=\(name)") }
            let empty = try await browser.get("/county/edit/photographs").page
            #expect(empty.texts("h1") == ["Photographs"])
            #expect(empty.texts(".pack-page-thumbnails span").contains("Keld University"))
        }
    }

    @Test func `only the editing ends, and readers keep what they have`() async throws {
        try await edit { browser, app in
            _ = try await save("keld", "title=Draft", browser)
            let page = try await browser.get("/county/edit/delete").page
            // The edition of this test has no file that could be removed.
            #expect(page.texts("button") == ["Stop editing here"])
            let refused = try await browser.post("/county/act/delete-pack", "")
            #expect(refused.status == .unprocessableContent)
            _ = try await browser.post("/county/act/stop-pack-editing", "")
            #expect(try await browser.get("/county/edit").text.contains("Begin editing"))
            #expect(try await browser.get("/county/page/keld").page.texts("h1").contains("Keld University"))
        }
    }

    @Test func `a link that leads nowhere says so in the preview, which may be framed`() async throws {
        try await edit { browser, _ in
            let answer = try await browser.get("/county--preview/page/nowhere")
            #expect(answer.status == .notFound)
            #expect(answer.text.contains("There is no such page in this guide"))
            #expect(answer.header("Content-Security-Policy")?.contains("frame-ancestors 'self'") == true)
        }
    }

    @Test func `an upload to a guide that is not edited is refused before its body is read`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser async throws in
            let body = String(repeating: "x", count: PackUploadForm.bodyLimit + 1)
            #expect(try await browser.post("/county/act/upload-pack-pictures", body).status == .notFound)
            #expect(try await browser.post("/mine/act/save-pack-page", "slug=home").status == .notFound)
        }
    }

    @Test func `the search of the settings finds the beginning of a guide`() async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser async throws in
            let found = try await browser.get("/mine/settings?q=guide").page
            #expect(found.links.contains { $0.path == "/mine/edit/new" })
        }
    }

    @Test func `pages of the editor have no bar of the reader's tabs`() async throws {
        try await edit { browser, _ async throws in
            #expect(try await !browser.get("/county/").page.parts("nav.tabs").isEmpty)
            #expect(try await browser.get("/county/edit").page.parts("nav.tabs").isEmpty)
        }
    }
}
