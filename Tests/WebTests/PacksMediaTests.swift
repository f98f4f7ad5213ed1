import Foundation
import HTTPTypes
import Library
import News
import Packs
import TestSupport
import Testing

@testable import Web

/// Photographs of a guide, and its pictures' files.
@Suite struct PacksMediaTests {
    private func read(_ work: @escaping @Sendable (Browser, WebTestApp) async throws -> Void) async throws {
        let app = try await PacksFixture.app()
        try await app.withBrowser { browser in try await work(browser, app) }
    }

    @Test(.mission("YORK-25", "YORK-32"))
    func `photographs stand in the gallery's order, with their files by width, and a stand-in for a missing one`()
        async throws
    {
        try await read { browser, _ in
            let page = try await browser.get("/county/photographs").page
            let links = page.parts("figure > a[data-picture][data-cropped]")
            #expect(links.compactMap(\.path) == ["quay", "tower", "a%20sheep"].map { "/county/photographs/\($0)" })
            #expect(page.has("ol[data-gallery=/county/photographs]"))
            let widths: [(PackRendition, Int)] = [(.phone, 480), (.phone2x, 960), (.tablet, 1024), (.tablet2x, 2048)]
            let files = widths.map { "/county/media/\(PacksFixture.id("quay", $0.0).hex) \($0.1)w" }
            #expect(page.parts("li").contains { $0["data-srcset"] == files.joined(separator: ", ") })
            let thumbnail = "/county/media/\(PacksFixture.id("quay", .thumbnail).hex) 185w, "
            #expect(page.images.contains { $0["srcset"]?.contains(thumbnail) == true })
            let standIn = try #require(page.images.first { $0["alt"] == "Missing photograph: The tower" })
            #expect(standIn.path?.hasPrefix("/assets/") == true)
        }
    }

    @Test func `many photographs stand on pages of 240, each with its own gallery, and all can be taken along`()
        async throws
    {
        let app = try await PacksFixture.app(morePhotographs: 500 - 3)
        try await app.withBrowser { browser async throws in
            let paths = ["/county/photographs", "/county/photographs/from/241", "/county/photographs/from/481"]
            for (path, size) in zip(paths, [240, 240, 20]) {
                let page = try await browser.get(path).page
                #expect(page.parts("li[id^=picture-]").count == size, "\(path)")
                #expect(page.has("ol[data-gallery=\(path)][data-picture-count=500]"))
            }
            let answer = try await browser.get(paths[1])
            let middle = answer.page
            #expect(middle.has("#picture-241") && middle.has("ol[data-first-index=240]"))
            #expect(middle.hasLink("Photographs 1 to 240", to: paths[0]))
            #expect(middle.hasLink("Photographs 481 to 500", to: paths[2]))
            #expect(try await browser.get("/county/photographs/from/300").text == answer.text)
            for beyond in ["721", "99999999999999999999", "9223372036854775807"] {
                #expect(try await browser.get("/county/photographs/from/\(beyond)").status == .notFound, "\(beyond)")
            }
            for start in ["0", "-5", "x"] {
                let page = try await browser.get("/county/photographs/from/\(start)").page
                #expect(page.has("#picture-1"), "\(start)")
            }
            let photograph = try await browser.get("/county/photographs/more-300").page
            #expect(photograph.texts(".title").contains("304 of 500"))
            #expect(photograph.has("[data-gallery=\(paths[1])]"))
            let taken = try await browser.get("/county/offline.json").text
            #expect(taken.contains("\"photographs\",\"photographs\\/from\\/241\",\"photographs\\/from\\/481\""))
        }
    }

    @Test(.mission("YORK-28"))
    func `a photograph has its caption with a dash and its credit, and its arrows do not wrap around`() async throws {
        try await read { browser, _ in
            let first = try await browser.get("/county/photographs/quay").page
            #expect(first.texts("figcaption") == ["The quay – at dawn Ada Lune"])
            #expect(first.texts("figcaption > span.credit") == ["Ada Lune"])
            #expect(first.texts(".title").contains("1 of 3") && !first.has("[data-neighbour=previous]"))
            #expect(first.has("[data-next=/county/photographs/tower]"))
            let last = try await browser.get("/county/photographs/a%20sheep").page
            #expect(last.texts(".title").contains("3 of 3") && !last.has("[data-neighbour=next]"))
            #expect(last.has("[data-previous=/county/photographs/tower]"))
            #expect(try await browser.get("/county/photographs/none").status == .notFound)
        }
    }

    @Test(.mission("YORK-08"))
    func `a picture is its stored file, of its kind, for ever, and only of the installed version`() async throws {
        try await read { browser, app in
            let id = PacksFixture.id("keld", .phone)
            let path = "/county/media/\(id.hex)"
            let answer = try await browser.get(path)
            #expect(answer.status == .ok && PackMediumID(of: Data(answer.bytes)) == id)
            #expect(answer.header("Content-Type") == "image/jpeg")
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Cache-Control") == "private, max-age=31536000, immutable")
            let tag = try #require(answer.header("ETag"))
            #expect(try await browser.get(path, ["If-None-Match": tag]).status == .notModified)
            let head = try await browser.get(path, method: .head)
            #expect(
                head.status == .ok && head.bytes.isEmpty && head.header("Content-Length") == "\(answer.bytes.count)")
            for other in ["0", String(repeating: "0", count: 64), "../x"] {
                #expect(try await browser.get("/county/media/\(other)").status == .notFound)
            }
            #expect(try await browser.get("/mine/media/\(id.hex)").status == .notFound)
            try await PacksFixture.install(in: app, version: "2.0") { pages in pages.removeAll { $0.slug == "keld" } }
            #expect(try await browser.get(path).status == .notFound)
        }
    }
}
