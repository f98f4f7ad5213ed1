import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// Icons, names, counts and credits: what the house says of its newspapers and of itself.
@Suite struct EditionBrandingTests {
    private static func edition(
        _ id: String, _ title: String, _ accent: String = "#A31F34", rows: EditionTheme.RowStyle = .right
    ) -> Edition {
        Edition(
            id: EditionID(rawValue: id), title: title,
            theme: EditionTheme(accent: EditionTheme.LightDarkColor(light: accent, dark: accent), rowStyle: rows),
            sections: .folders)
    }

    /// Width and height of a PNG, from its header.
    private func size(_ png: [UInt8]) -> [Int] {
        [16, 20].map { at in png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func `every newspaper has icons of its own, maskable too, in its accent`() async throws {
        let papers = [
            Self.edition("harbour", "The Harbour Paper"), Self.edition("chao", "潮汐日报", "#FFE680"),
            Self.edition("ete", "Été"),
        ]
        let app = try WebTestApp(editions: papers)
        try await app.withBrowser { browser async throws in
            var seen: Set<[UInt8]> = []
            for paper in papers + [.mine] {
                let manifest = try await browser.get("/\(paper.id.rawValue)/manifest.webmanifest").text
                let icons = manifest.matches(of: /"src":"([^"]+)"/).map { String($0.1) }
                #expect(icons.count == 3 && manifest.contains("\"purpose\":\"maskable\""))
                for path in icons {
                    #expect(path.contains("icon-\(paper.id.rawValue)-"))
                    let icon = try await browser.get(path)
                    #expect(icon.status == .ok && icon.header("Content-Type") == "image/png", "\(path)")
                    #expect(size(icon.bytes) == (path.hasSuffix("-192.png") ? [192, 192] : [512, 512]), "\(path)")
                    #expect(seen.insert(icon.bytes).inserted, "\(path) looks as another")
                }
                let page = try await browser.get("/\(paper.id.rawValue)/").page
                let touch = try #require(try page.part("link[rel=apple-touch-icon]").path)
                #expect(size(try await browser.get(touch).bytes) == [180, 180])
            }
            #expect(try await browser.get("/assets/x/icon-nobody-192.png").status == .notFound)
            #expect(try await browser.get("/assets/x/icon-harbour-193.png").status == .notFound)
        }
    }

    @Test func `an installed newspaper begins with itself, and all others can be read in it`() async throws {
        let app = try WebTestApp(editions: [Self.edition("harbour", "The Harbour Paper")])
        try await app.withBrowser { browser async throws in
            for id in ["mine", "harbour"] {
                let manifest = try await browser.get("/\(id)/manifest.webmanifest").text
                #expect(manifest.contains("\"scope\":\"/\""))
                #expect(manifest.contains("\"id\":\"/\(id)/\"") && manifest.contains("\"start_url\":\"/\(id)/\""))
            }
            let page = try await browser.get("/harbour/newsstand").page
            #expect(page.has("meta[name=apple-mobile-web-app-capable][content=yes]"))
            #expect(try page.part("meta[name=apple-mobile-web-app-title]")["content"] == "The Harbour Paper")
            #expect(page.hasLink(to: "/mine/") && !page.has("[target=_blank]"), "no way out of the app")
        }
    }

    @Test func `an icon has the title's initials, as far as they are letters it can draw`() {
        #expect(EditionIcon.initials(of: "The Harbour Paper") == ["H", "P"])
        #expect(EditionIcon.initials(of: "Été") == ["E"])
        #expect(EditionIcon.initials(of: "24 hours, daily") == ["2", "H"])
        #expect(EditionIcon.initials(of: "潮汐日报").isEmpty)
        let light = Self.edition("a", "A", "#FFE680")
        let template = "{size}{round}{ground}{place}{ink}{letters}"
        #expect(EditionIcon(edition: light, variant: .maskable).svg(template).contains("#1A1A1C"))
        #expect(EditionIcon(edition: light, variant: .maskable).svg(template).contains("scale(.74)"))
        #expect(!EditionIcon(edition: light, variant: .touch).svg(template).contains("{"))
    }

    @Test func `no newspaper can be called as addresses of the house begin or go on`() async throws {
        let app = try WebTestApp()
        var names: Set<String> = []
        for route in app.routes {
            let parts = route.split(separator: "/").filter {
                !$0.contains(":") && !$0.contains("{") && !$0.contains("*")
            }
            // `feeds.opml` and `manifest.webmanifest` are no names an edition can have.
            names.formUnion(parts.map(String.init).filter { !$0.contains(".") && $0 != "mine" })
        }
        #expect(names.isSuperset(of: ["assets", "picture", "audio", "api", "sign-in", "enter", "act", "story"]))
        #expect(names.subtracting(EditionRegistry.reservedIDs) == [])
    }

    @Test func `rows of a community lead to what is said of a story, where its origin counts`() async throws {
        let app = try WebTestApp(editions: [Self.edition("talk", "Talk", rows: .counted)])
        let stories = app.stories(1...3).enumerated().map { index, story in
            var story = story
            story.commentCount = [1, 1234, nil][index]
            return story
        }
        try await app.follow("https://a.example/feed", stories: stories)
        try await app.withBrowser { browser async throws in
            let rows = try await browser.get("/talk/all").page.parts("article.row")
            let targets = rows.map { row in row.parts("a.comments-link").map(\.text) }
            #expect(targets == [["1 comment"], ["1234 comments"], []])
            #expect(!(try await browser.get("/mine/all").page.has("a.comments-link")))
        }
    }

    @Test func `the list of feeds says which are muted`() async throws {
        let app = try WebTestApp()
        let quiet = try await app.follow("https://a.example/feed", title: "Quiet Post", stories: app.stories(1...1))
        try await app.follow("https://b.example/feed", title: "Loud Post")
        try await app.library.mutes.mute(MuteRule(kind: .feed, words: "Quiet Post", channel: quiet), for: app.reader)
        try await app.withBrowser { browser async throws in
            let rows = try await browser.get("/mine/feeds").page.parts(".feed-row")
            let muted = rows.filter { $0.texts("span").contains("Muted") }
            #expect(muted.map { $0.texts("b") } == [["Quiet Post"]])
        }
    }

    @Test(.mission("MIT-10"))
    func `a teller's mark is as large as it goes into its place, and never stretched`() async throws {
        let app = try WebTestApp(editions: [Self.edition("clips", "Clips")])
        let sizes = [(532, 136), (192, 192), (60, 20)]
        let stories = try sizes.enumerated().map { index, size in
            var story = FetchedStory(
                key: "c\(index)", title: "Clip \(index)", text: "T", publishedAt: WebTestApp.start)
            story.link = try webAddress("https://gazette.example/\(index)")
            story.isExternal = true
            story.pictures = [
                PictureReference(
                    address: try webAddress("https://gazette.example/\(index).png"), width: size.0, height: size.1)
            ]
            return story
        }
        try await app.follow("https://a.example/feed", stories: stories)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/clips/all").page
            for (width, height) in [(133, 34), (34, 34), (60, 20)] {
                #expect(page.has("img.source-logo[width=\(width)][height=\(height)]"), "\(width) × \(height)")
            }
        }
    }

    @Test(.mission("MIT-78", "HN-97"))
    func `every part taken from others stands on the list with an acceptable licence`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func file(_ name: String) throws -> String {
            try String(contentsOf: root.appending(path: name), encoding: .utf8)
        }
        let pinned = try file("Package.resolved").matches(of: /"identity" : "([^"]+)"/).map { String($0.1) }
        #expect(pinned.count > 20 && Set(ThirdPartyLicences.packages.map(\.name)) == Set(pinned))
        // The benchmarks' own peer is no part of the program.
        let linked = Set(
            try file("Package.swift").matches(of: /systemLibrary\(name: "C(\w+)"/).map { $0.1.lowercased() })
        let named = Set(ThirdPartyLicences.libraries.map { $0.name.lowercased().replacing("lib", with: "") })
        // malloc.h is glibc's, which every program here is linked with.
        #expect(linked == ["cmark", "gumbo", "zlib", "idn2", "qrencode", "curl", "uchardet", "malloc"])
        #expect(try file("Sources/CVipsShim/libvips.h").contains("\"libvips.so") && named.contains("vips"))
        let embedded = Set(
            try file("Sources/CAssets/CAssets.c").matches(of: /#embed "\/usr\/share\/javascript\/(\w+)/).map {
                "\($0.1)"
            })
        #expect(embedded == ["leaflet", "katex"] && named.isSuperset(of: embedded))
        let fetched = Set(
            try file("Sources/CAssets/CAssets.c").matches(of: /#embed "..\/..\/.tools\/(\w+)/).map { "\($0.1)" })
        #expect(fetched == ["prosemirror"] && named.isSuperset(of: ["prosemirror", "tiptap", "django-prose-editor"]))
        #expect(named.isSuperset(of: ["cmark", "gumbo", "vips", "idn2", "qrencode", "curl", "uchardet", "sqlite"]))
        let page = try file("docs/licences.md")
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let about = try await browser.get("/mine/settings/about").page.terms
            for part in ThirdPartyLicences.parts {
                #expect(ThirdPartyLicences.acceptableLicences.contains(part.licence), "\(part.name)")
                #expect(page.contains("| \(part.name) | \(part.licence) |"), "\(part.name)")
                #expect(about[part.name] == part.licence, "\(part.name)")
            }
            #expect(try await browser.get("/mine/settings").page.hasLink(to: "/mine/settings/about"))
        }
    }

    @Test func `About says how the front page is chosen, and the settings lead there`() async throws {
        let app = try WebTestApp()
        try await app.publish([
            "harbour.yaml":
                "title: Harbour\nsections: [{ title: Ships, key: ships, feeds: [https://a.example/feed] }]\n"
                + "options: { front: { order: newest } }\n"
        ])
        try await app.withBrowser { browser async throws in
            let about = try await browser.get("/mine/settings/about").page
            #expect(about.texts("h2#front-page") == ["How is the front page chosen?"])
            #expect(about.text.contains("Stories are weighed, and"))
            let listed = try await browser.get("/harbour/settings/about").page.text
            #expect(listed.contains("Harbour shows the first stories of its lists") && !listed.contains("are weighed,"))
            for path in ["/mine/settings/reading", "/mine/settings?q=front"] {
                #expect(try await browser.get(path).page.hasLink(to: "/mine/settings/about#front-page"), "\(path)")
            }
        }
    }

    @Test(.mission("HN-96")) func `Tidings is free under the MIT licence`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let licence = try String(contentsOf: root.appending(path: "LICENSE"), encoding: .utf8)
        #expect(licence.hasPrefix("MIT License") && licence.contains("Permission is hereby granted, free of charge"))
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/settings/about").text.contains("Free software under the MIT licence"))
        }
    }
}
