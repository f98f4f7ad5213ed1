import HTTPTypes
import Library
import News
import Synchronization
import Testing

@testable import Web

/// Only what `AuthMiddleware` let in acts for a reader.
@Suite struct `A request without access` {
    private func pages(of story: StoryID) -> [String] {
        let within = [
            "", "all", "unread", "saved", "feeds", "feeds.opml", "settings", "settings/mutes", "newsstand", "sections",
            "search?q=Story", "add", "keyboard-shortcuts", "story/\(story.rawValue)", "story/\(story.rawValue)/menu",
            "counts?story=\(story.rawValue)",
        ]
        return ["/", "/api/live"] + within.map { "/mine/\($0)" }
    }

    @Test func `gets no reader's page from a route that nothing guards`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", title: "Harbour Post", stories: app.stories(1...3))
        let story = try await app.row("Story 1").id
        let pages = pages(of: story)
        try await app.withBrowser { browser async throws in
            for page in pages { #expect(try await browser.get(page).status != .notFound, "\(page)") }
        }
        try await app.withoutAuthentication { browser async throws in
            for page in pages {
                let answer = try await browser.get(page, Browser.navigation)
                #expect(answer.status == .notFound && answer.header("ETag") == nil, "\(page)")
                #expect(answer.text == LibraryError.notThere.userMessage + "\n", "\(page)")
                #expect(try await browser.get(page, method: .head).status == .notFound, "\(page)")
            }
            let form = "story=\(story.rawValue)&kind=saved&value=1"
            #expect(try await browser.post("/mine/act/set-mark", form).status == .notFound)
        }
        #expect(try await app.library.stories.list(.saved, for: app.reader, depth: 60).rows.isEmpty)
        #expect(try await app.row("Story 1").isRead == false)
    }

    @Test func `learns nothing of which paths there are`() async throws {
        let app = try WebTestApp(accessPolicy: AccessPolicy(anonymousAccess: .never))
        try await app.withBrowser { browser async throws in
            // Each leads to the sign-in, whether or not there is something.
            for path in ["/", "/mine/", "/mine/nothing", "/nothing", "/sw.js/", "/offline/1"] {
                #expect(try await browser.get(path, Browser.navigation).status == .seeOther, "\(path)")
            }
        }
    }

    /// Status, headers and text, without the id that was asked for.
    private func answer(_ browser: Browser, _ path: String, _ id: String, _ method: HTTPRequest.Method) async throws
        -> String
    {
        let path = path.replacing("ID", with: id)
        let page = method == .post ? try await browser.post(path) : try await browser.get(path, method: method)
        let headers = page.headers.filter { ![.date, .contentLength].contains($0.name) }.map {
            "\($0.name): \($0.value)"
        }
        return "\(page.status.code) \(headers.sorted()) \(page.text)".replacing(id, with: "ID")
    }

    @Test func `gets the same for a newspaper that exists and for one that does not`() async throws {
        let paper = Edition(id: EditionID(rawValue: "harbour"), title: "The Harbour Paper", sections: .listed([]))
        let app = try WebTestApp(editions: [.mine, paper], accessPolicy: AccessPolicy(anonymousAccess: .never))
        let paths = [
            "/ID/sign-in", "/ID/sign-in?next=/ID/saved", "/ID/manifest.webmanifest", "/ID/", "/ID/saved", "/ID",
            "/ID/sign-out",
            "/ID/offline.json", "/ID/media/x", "/ID/map/base.json", "/ID/act/set-mark", "/ID/favourites.json",
            "/ID/nothing",
            "/api/live?edition=ID", "/assets/x/edition-ID.css", "/assets/x/icon-ID-192.png",
            "/assets/x/icon-ID-maskable.png",
        ]
        try await app.withBrowser { browser async throws in
            for path in paths {
                for method in [HTTPRequest.Method.get, .head, .post, .delete] {
                    let known = try await answer(browser, path, "harbour", method)
                    #expect(try await answer(browser, path, "nowhere", method) == known, "\(method) \(path)")
                    #expect(!known.contains("Harbour"), "\(method) \(path)")
                }
            }
            // Not even what these pages load names one.
            for path in ["/sign-in", "/offline", "/sw.js", "/mine/manifest.webmanifest"] {
                #expect(!(try await browser.get(path).text.lowercased().contains("harbour")), "\(path)")
            }
            let shown = try await strangersText(browser)
            for file in shown.matches(of: /"(\/assets\/[^"]+)"/) {
                let asset = try await browser.get(String(file.1))
                #expect(asset.status == .ok && !asset.text.contains("harbour"), "\(file.1)")
            }
            // Nor opens what they load the files of one.
            let marks = assetMarks(in: shown)
            #expect(!marks.isEmpty)
            for mark in marks {
                for file in ["edition-ID.css"] + EditionIcon.Variant.allCases.map({ "icon-ID-\($0.rawValue).png" }) {
                    let path = "/assets/\(mark)/\(file)"
                    #expect(try await browser.get(path.replacing("ID", with: "harbour")).status == .notFound, "\(path)")
                }
            }
        }
    }

    /// All that strangers are shown which links files.
    private func strangersText(_ browser: Browser) async throws -> String {
        var text = ""
        for path in ["/sign-in", "/harbour/sign-in", "/offline", "/mine/manifest.webmanifest"] {
            text += try await browser.get(path).text
        }
        return text
    }

    private func assetMarks(in text: String) -> Set<String> {
        Set(text.matches(of: /\/assets\/([^\/"]+)\//).map { String($0.1) })
    }

    @Test func `has the style sheet and the icons of a newspaper only by the addresses in its pages`() async throws {
        let paper = Edition(id: EditionID(rawValue: "harbour"), title: "The Harbour Paper", sections: .listed([]))
        let app = try WebTestApp(editions: [paper], accessPolicy: AccessPolicy(anonymousAccess: .untilPasswordSet))
        let paths = Mutex<[String]>([])
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/harbour/")
            let link = try answer.page.part("link[rel=manifest]")
            #expect(link["crossorigin"] == "use-credentials" && link.path == "/harbour/manifest.webmanifest")
            let manifest = try await browser.get("/harbour/manifest.webmanifest")
            #expect(
                manifest.text.contains("The Harbour Paper") && manifest.header("Cache-Control") == "private, no-cache")
            let text = answer.text + manifest.text
            let found = text.matches(of: /\/assets\/[0-9a-f]+\/(?:edition|icon)-harbour[a-z0-9.\-]+/)
            #expect(Set(found.map { String($0.0) }).count >= 5)
            paths.withLock { $0 = found.map { String($0.0) } }
        }
        try await app.library.sessions.setPassword("tide barrier", for: app.reader)
        try await app.withBrowser { browser async throws in
            let known = Set(paths.withLock { $0 })
            let publicMarks = assetMarks(in: try await strangersText(browser))
            for path in known {
                #expect(try await browser.get(path).status == .ok, "\(path)")
                // The mark of one of its files opens no other.
                let others = assetMarks(in: known.subtracting([path]).joined(separator: "\n"))
                for mark in others.union(publicMarks) {
                    let guessed = "/assets/\(mark)/\(path.split(separator: "/").last ?? "")"
                    #expect(try await browser.get(guessed).status == .notFound, "\(guessed)")
                }
            }
        }
    }
}
