import Foundation
import Library
import News
import Testing

@testable import Web

/// Editions as the design language's table has them, and two that a careless operator might write.
private let themes: [(id: String, look: EditionTheme)] = [
    ("mine", EditionTheme()),
    (
        "mit-news",
        EditionTheme(accent: .init(light: "#A31F34", dark: "#FF8A94"), headlineFont: .system, rowStyle: .right)
    ),
    (
        "daily-nexus",
        EditionTheme(
            accent: .init(light: "#0F4C6B", dark: "#8CC4DE"), headlineFont: .book, rowStyle: .left,
            background: .init(light: "#F7F5F0", dark: "#15130E"), grain: 3)
    ),
    ("breaking", EditionTheme(accent: .init(light: "#5B3FC4", dark: "#B8A6FF"), headlineFont: .tight, rowStyle: .wide)),
    (
        "yorkshire",
        EditionTheme(accent: .init(light: "#1F6F6F", dark: "#6CC5C5"), headlineFont: .rounded, rowStyle: .tiles)
    ),
    (
        "hacker-news",
        EditionTheme(
            accent: .init(light: "#B4460A", dark: "#FF9F5A"), headlineFont: .system, rowStyle: .counted,
            background: .init(light: "#F6F6EF", dark: "#14140D"))
    ),
    ("pale", EditionTheme(accent: .init(light: "#808080", dark: "#333333"))),
    (
        "loud",
        EditionTheme(
            accent: .init(light: "#FFEE00", dark: "#0000AA"), background: .init(light: "#FF6600", dark: "#660000"))
    ),
]

@Suite struct ThemeTests {
    @Test(arguments: themes.indices, ThemePalette.Theme.allCases)
    func `an edition's text reads on its own ground in every theme`(index: Int, theme: ThemePalette.Theme) {
        let palette = ThemePalette(theme, of: themes[index].look)
        for ground in [palette.paper, palette.raised] {
            for text in [palette.ink, palette.second, palette.opened, palette.accent, palette.ticked] {
                #expect(text.contrast(with: ground) >= 4.5, "\(themes[index].id) \(text.hex) on \(ground.hex)")
            }
            #expect(palette.edge.contrast(with: ground) >= 3, "\(themes[index].id) on \(ground.hex)")
        }
        #expect(palette.onAccent.contrast(with: palette.accent) >= 4.5)
        #expect(palette.named.contrast(with: palette.paper) >= 3)
    }

    @Test func `the design language's own colours stay as they are`() {
        let day = ThemePalette(.day, of: EditionTheme())
        let found = [day.paper, day.raised, day.ink, day.second, day.opened, day.rule, day.edge, day.accent].map(\.hex)
        #expect(
            found == ["#FFFFFF", "#F6F6F4", "#1A1A1C", "#5C5C61", "#6A6A70", "#E2E2DF", "#8A8A90", "#1F5A96"])
        for (_, look) in themes.dropFirst().prefix(5) {
            #expect(ThemePalette(.day, of: look).accent.hex == look.accent.light)
            #expect(ThemePalette(.night, of: look).accent.hex == look.accent.dark)
        }
    }

    @Test func `a colour too pale for small text is darkened there and kept for rules`() {
        let look = EditionTheme(
            accent: .init(light: "#808080", dark: "#8CC4DE"), background: .init(light: "#F7F5F0", dark: "#121214"))
        let palette = ThemePalette(.day, of: look)
        #expect(palette.named.hex == "#808080")
        #expect(palette.accent.hex != "#808080")
        #expect(palette.accent.contrast(with: palette.paper) < 5.2, "the nearest shade, not black")
    }

    @Test func `by night pictures are dimmed, and logos and drawings have a light plate`() throws {
        let sheet = EditionStylesheet(edition: .mine, all: [.mine]).css
        for theme in ThemePalette.Theme.allCases {
            let selector = theme == .day ? ":root" : "[data-theme=\"\(theme.rawValue)\"]"
            let rule = try #require(
                sheet.components(separatedBy: "\n").first { $0.hasPrefix("\(selector) { color-scheme") })
            let isDark = theme == .night || theme == .black
            #expect(rule.contains("--dim: brightness(.9)") == isDark && rule.contains("--plate: #") == isDark)
        }
        #expect(
            sheet.contains("@media (prefers-color-scheme: dark) {\n[data-theme=\"automatic\"] { color-scheme: dark"))
    }

    @Test(arguments: ["daily-nexus", "hacker-news", "mit-news"])
    func `a shipped paper's colours by night are its own, and reach the browser's bars`(name: String) throws {
        let assets = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/CAssets/assets")
        let text = try String(contentsOf: assets.appending(path: "editions/\(name).yaml"), encoding: .utf8)
        let registry = EditionRegistry(
            bundledFiles: [.init(name: "\(name).yaml", text: text)], isSupported: { _ in true })
        let edition = try #require(registry.editions.first { $0.id.rawValue == name })
        let night = ThemePalette(.night, of: edition.theme)
        let warmth = night.paper.red - night.paper.blue
        #expect(edition.theme.background == nil ? night.paper.hex == "#121214" : warmth >= 6)
        #expect(AppManifest(edition).night == night.paper.hex)
        #expect(AppManifest(edition).day == ThemePalette(.day, of: edition.theme).paper.hex)
        #expect(night.accent.hex == edition.theme.accent.dark)
    }

    @Test func `each edition has one style sheet, under an address that names its content`() async throws {
        let plain = Edition(id: EditionID(rawValue: "harbour"), title: "Harbour", sections: .folders)
        var red = plain
        red.theme.accent = .init(light: "#A31F34", dark: "#FF8A94")
        let one = try await Self.stylesheet(of: plain)
        let two = try await Self.stylesheet(of: red)
        #expect(one.address != two.address)
        #expect(two.css.contains("--accent:#A31F34") && !one.css.contains("--accent:#A31F34"))
        #expect(two.css.contains(".section-head"), "the house's own rules come along: one file a page")
        #expect(!two.page.contains(" style=\""))
    }

    /// What is outside all braces.
    private func topLevel(_ css: String) -> String {
        var depth = 0
        return css.filter { character in
            if character == "}" { depth -= 1 }
            defer { if character == "{" { depth += 1 } }
            return depth == 0 && character != "}" && character != "{"
        }
    }

    @Test func `every rule is in a cascade layer, so that style sheets can load in any order`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            let mark = try #require(page.firstMatch(of: /assets\/([^\/]+)\//)?.1)
            for (name, layer) in [
                ("edition-mine.css", "shared"), ("app.css", "shared"), ("thread.css", "part"), ("gallery.css", "part"),
                ("player.css", "part"), ("linked-page.css", "part"), ("columns.css", "part"), ("feeds.css", "part"),
                ("sign-in.css", "part"),
            ] {
                let css = try await browser.get("/assets/\(mark)/\(name)").text
                let statements = Set(
                    topLevel(css).split(whereSeparator: { $0 == ";" || $0.isNewline }).map(String.init))
                #expect(statements == ["@layer shared,part", "@layer \(layer)"], "\(name)")
            }
        }
    }

    private static func stylesheet(of edition: Edition) async throws -> (address: String, css: String, page: String) {
        let app = try WebTestApp(editions: [edition])
        let found = ValueBox<(String, String, String)>()
        try await app.withBrowser { browser in
            let page = try await browser.get("/harbour/").text
            let address = try #require(
                page.split(separator: "rel=\"stylesheet\" href=\"").last?.split(separator: "\"").first)
            #expect(page.contains("edition-harbour.css"))
            found.store((String(address), try await browser.get(String(address)).text, page))
        }
        let (address, css, page) = try #require(found.storedValue)
        return (address, css, page)
    }
}
