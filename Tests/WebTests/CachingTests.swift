import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import TestSupport
import Testing

@testable import Web

/// ETags, 304 and compression (decision 17).
@Suite struct CachingTests {
    @Test(arguments: ["/mine/", "/mine/unread", "/mine/feeds", "/mine/all?depth=40", "/mine/settings", "/mine/story/1"])
    func `an unchanged page is answered 304 without a body`(path: String) async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            // The first look at the front page begins a visit.
            _ = try await browser.get("/mine/")
            let first = try await browser.get(path)
            let tag = try #require(first.header("ETag"))
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "\"a\",W/\(tag) , \"b\""] {
                let again = try await browser.get(path, ["If-None-Match": known])
                #expect(again.status == .notModified && again.bytes.isEmpty && again.header("ETag") == tag, "\(known)")
                // A 304's headers replace the kept page's: it must not bring a policy of its own.
                #expect(again.header("Content-Security-Policy") == nil)
            }
            #expect(try await browser.get(path, ["If-None-Match": "\"other\""]).status == .ok)
            #expect(try await browser.get(path, ["If-None-Match": String(tag.dropLast())]).status == .ok)
        }
    }

    @Test func `a mark, another zone, another day and another address change the tag`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            func tag(_ path: String = "/mine/all", _ headers: [String: String] = [:]) async throws -> String? {
                try await browser.get(path, headers).header("ETag")
            }
            let first = try await tag()
            #expect(try await tag() == first)
            #expect(try await tag("/mine/all?depth=40") != first)
            #expect(try await tag("/mine/all", ["Cookie": "zone=Asia%2FTokyo"]) != first)
            app.clock.advance(86_400)
            #expect(try await tag() != first)
            app.clock.advance(-86_400)
            #expect(try await tag() == first)
            let story = try await app.row("Story 1")
            _ = try await app.library.marks.mark([story.id], as: .read, true, for: app.reader)
            #expect(try await tag() != first)
        }
    }

    @Test func `times are worded in the zone the browser tells`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...1))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/all").page.texts("time").contains("9:19"))
            let tokyo = try await browser.get("/mine/all", ["Cookie": "a=b; zone=Asia%2FTokyo"]).page
            #expect(tokyo.texts("time").contains("18:19"))
        }
    }

    @Test func `a front page that was read before shows at once what has changed since`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            func front() async throws -> String { try await browser.get("/mine/").text }
            #expect(try await front().contains("3 unread"))
            let story = try await app.row("Story 1")
            let ticket = try await app.library.marks.mark([story.id], as: .read, true, for: app.reader)
            #expect(try await front().contains("2 unread"))
            _ = try await app.library.marks.undo(ticket.id, for: app.reader)
            #expect(try await front().contains("3 unread"))
            let before = try await front()
            app.clock.advance(5)
            let later = try await front()
            #expect(later != before && later.contains("3 unread"), "the time on it is now's")
            try await app.follow("https://b.example/feed", title: "Night Ferry", stories: app.stories(7...8))
            #expect(try await front().contains("Story 7"))
        }
    }

    @Test func `a row's link is the address that the story has`() throws {
        let lists: [StoryList?] = [
            nil, .everything, .unread, .saved, .section(SectionID(rawValue: 3)), .channel(ChannelID(rawValue: 12)),
            .within(nil, .unread), .within(EditionID(rawValue: "mit-news"), .everything),
        ]
        for list in lists {
            var writer = HTMLWriter()
            Route.writeStory(StoryID(rawValue: 41), in: list, of: EditionID(rawValue: "mine"), into: &writer)
            let path = Route.story(StoryID(rawValue: 41), in: list).path(in: EditionID(rawValue: "mine"))
            #expect(String(decoding: writer.bytes, as: UTF8.self) == path)
        }
    }

    @Test func `what went wrong is not kept`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            for path in ["/mine/story/99", "/mine/nowhere"] {
                #expect(try await browser.get(path).header("ETag") == nil)
            }
        }
    }

    @Test func `pages are compressed for those who take it`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...40))
        try await app.withBrowser { browser async throws in
            let plain = try await browser.get("/mine/all?depth=40")
            let small = try await browser.get("/mine/all?depth=40", ["Accept-Encoding": "gzip, br"])
            #expect(plain.header("Content-Encoding") == nil && small.header("Content-Encoding") == "gzip")
            #expect(small.bytes.starts(with: [0x1F, 0x8B]) && small.bytes.count * 4 < plain.bytes.count)
            #expect(small.header("Content-Length") == String(small.bytes.count))
            #expect(small.header("Vary")?.contains("Accept-Encoding") == true)
            #expect(
                try await browser.get("/mine/all?depth=40", ["Accept-Encoding": "gzip;q=0"]).header("Content-Encoding")
                    == nil)
        }
    }

    @Test func `assets are kept for ever under an address that names their content`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            let paths = page.matches(of: /\/assets\/[0-9a-f]+\/[a-z0-9.\-]+/).map { String($0.0) }
            #expect(
                Set(paths.map { $0.split(separator: "/").last ?? "" }).isSuperset(of: [
                    "edition-mine.css", "app.js", "icons.svg", "tidings.svg",
                ]))
            for path in Set(paths) {
                let answer = try await browser.get(path, ["Accept-Encoding": "gzip"])
                #expect(
                    answer.status == .ok && answer.header("Cache-Control")?.contains("immutable") == true, "\(path)")
            }
            #expect(try await browser.get("/assets/other/none.js").status == .notFound)
        }
    }

    @Test func `modules that are needed together come as one script, and imports lead to scripts that there are`() {
        let assets = AssetCatalog(editions: [.mine])
        for (script, modules) in JoinedScript.modules {
            for module in modules { #expect(assets.contains(module) == (module == script), "\(module)") }
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = AssetCatalog(
            folder: folder.appending(path: "../../Sources/CAssets/assets").standardized, editions: [.mine])
        let scripts = assets.offlinePaths(for: .mine).map { String($0.split(separator: "/").last ?? "") }
            .filter { $0.hasSuffix(".js") && !$0.hasSuffix(".min.js") }
        for script in scripts {
            let text = String(decoding: assets.bytes(script), as: UTF8.self)
            for path in text.matches(of: /(?:import|from) ?\(?'\.\/([\w.\-]+)'/).map({ String($0.1) }) {
                #expect(assets.contains(path) && path != script, "\(script) imports \(path)")
            }
            // Only the files are indented, by which names of the module differ from those within.
            let names = String(decoding: files.bytes(script), as: UTF8.self)
                .matches(of: /(?m)^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/).map { $0.1 }
            #expect(Set(names).count == names.count, "a name stands for two things in \(script)")
        }
        let app = String(decoding: assets.bytes("app.js"), as: UTF8.self)
        #expect(app.matches(of: /from ?'\.\/page\.js'/).count == 1 && app.contains("export function followHeading"))
    }

    @Test func `what edits a guide's text is never kept for reading offline`() {
        let assets = AssetCatalog(editions: [.mine])
        let names = ["prosemirror.min.js", "text-editor.js", "text-editor-dialogs.js", "text-editor.css"]
        let kept = Set(assets.offlinePaths(for: .mine).compactMap { $0.split(separator: "/").last.map(String.init) })
        for name in names { #expect(assets.contains(name) && !kept.contains(name), "\(name)") }
        // Its licence comes with it, and no address that a browser would fetch.
        let editor = String(decoding: assets.bytes("prosemirror.min.js"), as: UTF8.self)
        #expect(editor.hasPrefix("/*!\nBSD 3-Clause License") && editor.contains("Marijn Haverbeke"))
        #expect(!editor.contains("sourceMappingURL"))
    }

    @Test func `the hash in public paths tells nobody which editions there are`() {
        let hashes = ["one", "one", "other"].map { AssetCatalog(secret: $0).contentHash }
        #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    }

    @Test func `style sheets that name files beside them are linked, never inlined`() throws {
        let catalog = AssetCatalog()
        let names = catalog.offlinePaths(for: .mine).compactMap { $0.split(separator: "/").last.map(String.init) }
        for name in names where name.hasSuffix(".css") {
            let css = String(decoding: catalog.bytes(name), as: UTF8.self)
            let namesFiles = css.contains(/url\(["']?[^"'\/]/)
            #expect(namesFiles == AssetCatalog.linkedStylesheets.contains(name), "\(name)")
            #expect((catalog.inlineStylesheet(named: name) == nil) == namesFiles, "\(name)")
        }
    }

    @Test func `a browser's first look needs no second answer, and the next names the file`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser in
            let person = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"]
            let first = try await browser.get("/mine/", person)
            // Browsers hold the sheet to the policy's digest; the browser tests would see them refuse it.
            #expect(first.text.contains("<style>"))
            #expect(first.header("Content-Security-Policy")?.contains("style-src 'self' 'sha256-") == true)
            // The content comes before the links to the files.
            let order = first.page.parts("main, link[rel=stylesheet]")
            #expect(order.first?["id"] == "main" && order.count > 1)
            // Styles that a list needs only once something is opened in it come with the file.
            #expect(first.text.contains(".row{") && !first.text.contains("dialog.sheet{"))
            #expect(first.header("Link")?.contains("as=style") != true)
            let cookie = try #require(first.header("Set-Cookie")?.split(separator: ";").first)
            let second = try await browser.get("/mine/", person.merging(["Cookie": "zone=x; \(cookie)"]) { $1 })
            #expect(!second.text.contains("<style>"))
            let sheet = try #require(second.page.part("head link[rel=stylesheet]").path)
            #expect(second.header("Link") == "<\(sheet)>; rel=preload; as=style")
            #expect(second.header("Content-Security-Policy")?.contains("style-src 'self';") == true)
            #expect(second.header("Set-Cookie") == nil)
            // What only some pages need comes in the page too.
            let settings = try await browser.get("/mine/settings", person)
            #expect(settings.text.components(separatedBy: "<style>").count == 3)
            #expect(settings.text.contains("dialog.sheet{"))
            let links = settings.page.parts("main, link[rel=stylesheet]")
            #expect(links.first?["id"] == "main" && links.contains { $0.path?.hasSuffix("/settings.css") == true })
            let policy = try #require(settings.header("Content-Security-Policy"))
            #expect(policy.components(separatedBy: "'sha256-").count == 3)
            #expect(second.header("ETag") != first.header("ETag"))
            // A newer build's style sheet is another file.
            let other = try await browser.get("/mine/", person.merging(["Cookie": "sheet=0123456789"]) { $1 })
            #expect(other.text.contains("<style>"))
        }
    }
}
