import Foundation
import News
import Testing

@testable import Web

/// Editions as the design language's table has them, and two that a careless operator might write.
private let looks: [(id: String, look: EditionLook)] = [
    ("mine", EditionLook()),
    ("mit-news", EditionLook(accent: .init(day: "#A31F34", night: "#FF8A94"), headlines: .system, rows: .right)),
    (
        "daily-nexus",
        EditionLook(
            accent: .init(day: "#0F4C6B", night: "#8CC4DE"), headlines: .book, rows: .left,
            ground: .init(day: "#F7F5F0", night: "#121214"), grain: 3)
    ),
    ("breaking", EditionLook(accent: .init(day: "#5B3FC4", night: "#B8A6FF"), headlines: .tight, rows: .wide)),
    ("yorkshire", EditionLook(accent: .init(day: "#1F6F6F", night: "#6CC5C5"), headlines: .rounded, rows: .tiles)),
    (
        "hacker-news",
        EditionLook(
            accent: .init(day: "#B4460A", night: "#FF9F5A"), headlines: .system, rows: .counted,
            ground: .init(day: "#F6F6EF", night: "#121214"))
    ),
    ("pale", EditionLook(accent: .init(day: "#808080", night: "#333333"))),
    (
        "loud",
        EditionLook(
            accent: .init(day: "#FFEE00", night: "#0000AA"), ground: .init(day: "#FF6600", night: "#660000"))
    ),
]

@Suite struct LookTests {
    @Test(arguments: looks.indices, Palette.Theme.allCases)
    func `an edition's text reads on its own ground in every theme`(index: Int, theme: Palette.Theme) {
        let palette = Palette(theme, of: looks[index].look)
        for ground in [palette.paper, palette.raised] {
            for text in [palette.ink, palette.second, palette.opened, palette.accent] {
                #expect(text.contrast(with: ground) >= 4.5, "\(looks[index].id) \(text.text) on \(ground.text)")
            }
        }
        #expect(palette.onAccent.contrast(with: palette.accent) >= 4.5)
        #expect(palette.edge.contrast(with: palette.paper) >= 3)
        #expect(palette.named.contrast(with: palette.paper) >= 3)
    }

    @Test func `the design language's own colours stay as they are`() {
        let day = Palette(.day, of: EditionLook())
        let found = [day.paper, day.raised, day.ink, day.second, day.opened, day.rule, day.edge, day.accent].map(\.text)
        #expect(
            found == ["#FFFFFF", "#F6F6F4", "#1A1A1C", "#5C5C61", "#6A6A70", "#E2E2DF", "#8A8A90", "#1F5A96"])
        for (_, look) in looks.dropFirst().prefix(5) {
            #expect(Palette(.day, of: look).accent.text == look.accent.day)
            #expect(Palette(.night, of: look).accent.text == look.accent.night)
        }
    }

    @Test func `a colour too pale for small text is darkened there and kept for rules`() {
        let look = EditionLook(
            accent: .init(day: "#808080", night: "#8CC4DE"), ground: .init(day: "#F7F5F0", night: "#121214"))
        let palette = Palette(.day, of: look)
        #expect(palette.named.text == "#808080")
        #expect(palette.accent.text != "#808080")
        #expect(palette.accent.contrast(with: palette.paper) < 5.2, "the nearest shade, not black")
    }

    @Test func `contrast is WCAG's`() throws {
        let grey = try #require(Shade("#808080"))
        #expect(abs(grey.contrast(with: .white) - 3.95) < 0.01)
        #expect(abs(Shade.black.contrast(with: .white) - 21) < 0.001)
        let nexus = try #require(Shade("#F7F5F0"))
        let named = try #require(Shade("#6E6E6E"))
        #expect(abs(named.contrast(with: nexus) - 4.68) < 0.02)
        #expect(Shade("#12345") == nil && Shade("red") == nil && Shade("#GGGGGG") == nil)
    }

    @Test func `each edition has one style sheet, under an address that names its content`() async throws {
        let plain = Edition(id: EditionID(rawValue: "harbour"), title: "Harbour", sections: .folders)
        var red = plain
        red.look.accent = .init(day: "#A31F34", night: "#FF8A94")
        let one = try await Self.sheet(of: plain)
        let two = try await Self.sheet(of: red)
        #expect(one.address != two.address)
        #expect(two.css.contains("--accent:#A31F34") && !one.css.contains("--accent:#A31F34"))
        #expect(two.css.contains(".section-head"), "the house's own rules come along: one file a page")
        #expect(!two.page.contains("style=\""))
    }

    @Test func `files travel without what is there for their readers only`() {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(
            text(Tightened.script(Array("// A.\nconst a = 'b // c';\n\n  // D\n  run(a); // no\n".utf8)))
                == "const a = 'b // c';\nrun(a); // no\n")
        #expect(
            text(Tightened.sheet(Array("/* a\n b */\n.c { d: e f; }\n  .f {}/* open".utf8))) == ".c{d:e f}\n.f{}\n")
        #expect(
            text(Tightened.sheet(Array("@media (a: b) and (c) { .g :hover, h > i { content: \"j ; { k\" } }".utf8)))
                == "@media (a:b) and (c){.g :hover,h > i{content:\"j ; { k\"}}\n")
        #expect(Tightened.sheet([]).isEmpty && Tightened.script(Array("//".utf8)).isEmpty)
    }

    private static func sheet(of edition: Edition) async throws -> (address: String, css: String, page: String) {
        let house = try SiteHouse(editions: [edition])
        let found = Slot<(String, String, String)>()
        try await house.open { browser in
            let page = try await browser.get("/harbour/").text
            let address = try #require(
                page.split(separator: "rel=\"stylesheet\" href=\"").last?.split(separator: "\"").first)
            #expect(page.contains("edition-harbour.css"))
            found.put((String(address), try await browser.get(String(address)).text, page))
        }
        let (address, css, page) = try #require(found.held)
        return (address, css, page)
    }
}
