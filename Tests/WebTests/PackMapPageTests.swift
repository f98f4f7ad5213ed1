import Foundation
import HTTPTypes
import Library
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Web

/// A pack without pictures.
private struct NoPictures: PackMediaSource {
    func bytes(of id: PackMediumID) throws(PackError) -> Data { throw .notThere("no picture \(id)") }
}

@Suite struct PackMapPageTests {
    private static let edition = Edition(
        id: EditionID(rawValue: "guide"), title: "Guide", language: "en-GB",
        theme: EditionTheme(accent: EditionTheme.LightDarkColor(light: "#1F6F6F", dark: "#6CC5C5")),
        layout: EditionBars(storyBottomBar: .tabs, tabs: [.today, .photographs, .map, .saved], hasDrawer: false),
        sections: .listed([
            EditionSection(key: "pages", title: "Pages", channels: [options.channel].compactMap(\.self))
        ]), pack: options)
    private static let options = PackOptions(identity: "guide-to-loom", mapPage: "universities")

    private static let baseMap = PackBaseMap(
        areas: [
            PackBaseMap.Area(
                name: "Loomshire", kind: .district,
                rings: [[point(53, -2), point(54, -2), point(54, 0), point(53, -2)]])
        ],
        towns: [
            PackBaseMap.Town(name: "Loom", place: point(53.65, -0.99), population: 20_000),
            PackBaseMap.Town(name: "Far Loom", place: point(53.9, -0.99), population: 90_000),
        ], credits: ["Drawn by hand & eye."])

    private static func point(_ latitude: Double, _ longitude: Double) -> PackBaseMap.Point {
        PackBaseMap.Point(latitude: Int(latitude * 1_000_000), longitude: Int(longitude * 1_000_000))
    }

    private func app(baseMap: PackBaseMap? = baseMap, tiles: MapTileServer? = nil) async throws -> WebTestApp {
        let app = try WebTestApp(editions: [Self.edition], kinds: [.feed, .pack], mapTiles: tiles)
        try await app.library.editions.synchronize([Self.edition])
        guard let version = PackVersion("1") else { throw MissingValue(what: "a version") }
        let pack = Pack(
            manifest: PackManifest(
                identity: "guide-to-loom", version: version, title: "Guide", languages: ["en-GB"],
                credits: ["The guide's editors."]),
            pages: [
                PackPage(slug: "home", title: "Home"),
                PackPage(slug: "universities", parent: "home", title: "Universities"),
                PackPage(slug: "loom", parent: "universities", position: 1, title: "Loom University"),
                PackPage(slug: "none", parent: "universities", position: 2, title: "University of <Nowhere>"),
                PackPage(slug: "far", parent: "universities", position: 3, title: "Farther Loom"),
                PackPage(slug: "pub", parent: "home", title: "A pub"),
            ],
            places: [
                PackPlace(page: "loom", latitude: 53_653_000, longitude: -986_001),
                PackPlace(page: "far", latitude: 53_800_000, longitude: -990_000),
                PackPlace(page: "pub", latitude: 53_700_000, longitude: -990_000),
            ], baseMap: baseMap)
        let outcome = try await app.library.packs.install(pack, media: NoPictures(), in: Self.edition)
        guard case .installed = outcome else { throw MissingValue(what: "an installed pack") }
        return app
    }

    @Test(.mission("YORK-34"))
    func `the map's list has every page with town, coordinates and the number of its pin`() async throws {
        try await app().withBrowser { browser async throws in
            let answer = try await browser.get("/guide/map")
            let page = answer.page
            let loom = try page.part("li[data-latitude=53653000][data-longitude=-986001] > a[href=/guide/page/loom]")
            #expect(loom.texts("b") == ["Loom University"])
            #expect(loom.texts("small") == ["Loom, 53.653° N, 0.986° W"])
            let far = try page.part("a[href=/guide/page/far]")
            #expect(far.texts("b") == ["Farther Loom"])
            #expect(far.texts("small") == ["11 km from Far Loom, 53.800° N, 0.990° W"])
            let none = try page.part("li > a[href=/guide/page/none]")
            #expect(none.has("span.map-number.no-place[aria-hidden=true]"))
            #expect(none.texts("b") == ["University of <Nowhere>"])
            #expect(none.texts("small").first?.hasPrefix("Its place is not known, so it has no pin.") == true)
            #expect(page.parts("li[data-latitude]").count == 2 && page.parts("li[data-longitude]").count == 2)
            #expect(!answer.text.contains("A pub") && page.headings(2).contains("3 places"))
            #expect(page.texts(".map-number").filter { !$0.isEmpty } == ["1", "2"])
            #expect(page.texts(".map-credit").first?.contains("Drawn by hand & eye. · The guide") == true)
        }
    }

    @Test func `only the map's page loads Leaflet`() async throws {
        try await app().withBrowser { browser async throws in
            let page = try await browser.get("/guide/map").text
            for name in ["leaflet.css", "map.css", "leaflet.min.js", "map.js"] {
                let path = try #require(page.firstMatch(of: try Regex("/assets/[^/\"]+/\(name)"))).0
                #expect(try await browser.get(String(page[path.startIndex..<path.endIndex])).status == .ok, "\(name)")
            }
            #expect(try await !browser.get("/guide/saved").text.contains("leaflet"))
        }
    }

    @Test func `the base map is served with a tag, compressed, and only where there is one`() async throws {
        try await app().withBrowser { browser async throws in
            let answer = try await browser.get("/guide/map/base.json")
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
            #expect(PackBaseMap(json: Data(answer.text.utf8)) == Self.baseMap)
            let tag = try #require(answer.headers[.eTag])
            #expect(try await browser.get("/guide/map/base.json", ["If-None-Match": tag]).status == .notModified)
            let packed = try await browser.get("/guide/map/base.json", ["Accept-Encoding": "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(try await browser.get("/mine/map/base.json").status == .notFound)
            #expect(try await browser.get("/mine/map").status == .notFound)
        }
        try await app(baseMap: nil).withBrowser { browser async throws in
            #expect(try await browser.get("/guide/map/base.json").status == .notFound)
            let page = try await browser.get("/guide/map").page
            #expect(page.has(".map-stage.without-base-map") && !page.has("[data-base-map-path]"))
            #expect(page.texts("small").contains("53.653° N, 0.986° W"))
        }
    }

    @Test func `tiles come from here, of the server that the operator has named, which the map says`() async throws {
        // Not open to the fetcher of these tests.
        let tiles = try #require(MapTileServer(template: "http://127.0.0.1:9/{z}/{x}/{y}.png", credit: "Loom & map"))
        let inner = try #require(MapTileServer.Tile(zoom: 7, column: 63, row: 41))
        #expect(tiles.address(of: inner) == "http://127.0.0.1:9/7/63/41.png")
        try await app(tiles: tiles).withBrowser { browser async throws in
            let answer = try await browser.get("/guide/map")
            #expect(answer.page.has("[data-tiles-path=/guide/map/tiles]"))
            let credit = "Map: Loom & map. This Tidings fetches it from 127.0.0.1 · Drawn by hand"
            #expect(answer.page.texts(".map-credit").first?.contains(credit) == true)
            #expect(!answer.text.contains("127.0.0.1:9"))
            for path in ["7/63/41", "7/128/0", "17/0/0", "1/0/-1", "a/0/0", "1/0/99999999999999999999"] {
                #expect(try await browser.get("/guide/map/tiles/\(path)").status == .notFound, "\(path)")
            }
        }
        try await app().withBrowser { browser async throws in
            #expect(!(try await browser.get("/guide/map").page.has("[data-tiles-path]")))
            #expect(try await browser.get("/guide/map/tiles/1/0/0").status == .notFound)
        }
    }

    @Test(arguments: [
        ("https://a.example/{z}/{x}.png", "A"), ("https://a.example/{z}/{x}/{y}/{y}", "A"),
        ("ftp://a.example/{z}/{x}/{y}", "A"),
        ("https://a.example/{z}/{x}/{y}", ""), ("https://a.example/{z}/{x}/{y}", "A\nB"), ("", "A"),
    ])
    func `a tile server needs an address with all places and a credit`(template: String, credit: String) {
        #expect(MapTileServer(template: template, credit: credit) == nil)
    }

    @Test func `without an installed version the map says so`() async throws {
        let app = try WebTestApp(editions: [Self.edition], kinds: [.feed, .pack])
        try await app.library.editions.synchronize([Self.edition])
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/guide/map")
            #expect(page.status == .ok && page.text.contains("There is no map yet"))
        }
    }

    @Test(arguments: [
        (53_653_000, -986_001, "53.653° N, 0.986° W"), (-33_868_800, 151_209_300, "33.869° S, 151.209° E"),
        (0, 0, "0.000° N, 0.000° E"), (89_999_999, -179_999_999, "90.000° N, 180.000° W"),
        (4_000, -4_500, "0.004° N, 0.005° W"),
    ])
    func `coordinates are rounded to some hundred metres`(latitude: Int, longitude: Int, words: String) {
        #expect(Strings.coordinates(latitude: latitude, longitude: longitude) == words)
    }
}
