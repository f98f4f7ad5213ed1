import Foundation
import Markup
import TestSupport
import Testing
import URLs

@testable import Packs

@Suite struct PackFolderTests {
    @Test(.mission("YORK-02"))
    func `a folder becomes a pack with its tree, texts, pictures, places and photographs`() throws {
        let fixture = try PackFixture()
        let reader = try PackReader(file: try fixture.countyPack())
        try reader.verifyMedia()
        #expect(reader.notes.isEmpty)
        let (pack, tree) = (reader.pack, PackTree(reader.pack.pages))
        #expect(pack.manifest.identity == "invented-county")
        #expect(pack.manifest.languages == ["en-GB", "cy"])
        #expect(pack.manifest.credits == ["The council & its *friends*", "A. Photographer"])
        #expect(tree.roots.map(\.slug) == ["mobile-app"])
        #expect(tree.children(of: "mobile-app").map(\.slug) == ["universities", "living"])
        #expect(tree.children(of: "universities").map(\.slug) == ["food_drink", "loom"])
        #expect(tree.path(to: "great_tour").map(\.slug) == ["mobile-app", "living", "tours", "great_tour"])
        let loom = try #require(tree["loom"])
        #expect(loom.kind == .university)
        #expect(loom.address?.text == "https://county.example/guide/universities/loom")
        #expect(loom.pictures[.picture]?.files.keys.sorted { $0.rawValue < $1.rawValue } == [.phone, .tablet])
        #expect(loom.pictures[.header]?.files[.phone] == PackMediumID(of: PackFixture.jpeg("pictures/loom-head.jpg")))
        #expect(pack.places == [PackPlace(page: "loom", latitude: 53_653_000, longitude: -986_001)])
        #expect(pack.favourites.map(\.date) == [Date(timeIntervalSince1970: 1_404_554_400)])
        #expect(pack.gallery.map(\.name) == ["castle", "gone", "bay"])
        #expect(pack.gallery.map(\.picture.files.count) == [5, 0, 1])
        #expect(pack.gallery[0].caption == "A castle – \"old\"")
        #expect(pack.gallery[0].credit == "A. Photographer")
    }

    @Test func `a page's text is clean, and its links and pictures lead into the pack`() throws {
        let fixture = try PackFixture()
        let pack = try PackReader(file: try fixture.countyPack()).pack
        let text = try #require(PackTree(pack.pages)["loom"]?.text.text)
        #expect(text.contains("https://pack.invalid/page/food#fish"))
        #expect(text.contains("https://pack.invalid/page/mobile-app"))
        #expect(text.contains("https://town.example/?a=1&amp;b=2"))
        #expect(text.contains(PackAddress.medium(PackMediumID(of: PackFixture.png("gate")))))
        #expect(text.contains("Plain"))
        #expect(!text.contains("script") && !text.contains("onclick") && !text.contains("alert"))
        #expect(PackTree(pack.pages)["living"]?.text.text == "<p>In the <b>county</b>.</p>")
    }

    @Test func `the same folder gives the same bytes`() throws {
        let (one, other) = (try PackFixture(), try PackFixture())
        #expect(try Data(contentsOf: one.countyPack()) == Data(contentsOf: other.countyPack()))
    }

    @Test func `an exported pack builds into the same bytes`() throws {
        let fixture = try PackFixture()
        let file = try fixture.countyPack()
        let reader = try PackReader(file: file)
        try PackFolderExporter.write(reader.pack, media: reader, to: fixture.path("out"))
        let draft = try PackBuilder.build(fixture.path("out"))
        #expect(draft.pack == reader.pack)
        try PackWriter(draft.pack, media: draft.media).write(to: fixture.path("again.pack"), isReplacing: false)
        #expect(try Data(contentsOf: file) == Data(contentsOf: fixture.path("again.pack")))
        #expect(FileManager.default.fileExists(atPath: fixture.path("out/living/tours/great_tour.html").path))
    }

    @Test func `an export replaces no files`() throws {
        let fixture = try PackFixture()
        let reader = try PackReader(file: try fixture.countyPack())
        #expect(throws: PackError.targetOccupied("\(fixture.path("county").path) is not empty. Name a new folder.")) {
            try PackFolderExporter.write(reader.pack, media: reader, to: fixture.path("county"))
        }
    }

    @Test(.mission("YORK-54")) func `drafts and the pages below them stay out of the pack`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write("---\ntitle: Living\ndraft: true\n---\n", "county/living/index.html")
        #expect(try fixture.faults().map { $0.prefix(27) } == ["universities/loom.md:13: Th"])
        try fixture.write("---\ntitle: Loom\n---\n", "county/universities/loom.md")
        let draft = try PackBuilder.build(fixture.path("county"))
        #expect(draft.pack.pages.map(\.slug) == ["food_drink", "loom", "mobile-app", "universities"])
        #expect(
            draft.notes.map(\.place).sorted() == [
                "living/food.html", "living/index.html", "living/tours/great.md", "living/tours/index.md",
            ])
    }

    @Test func `all faults of a folder are told, with file and line`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write("identity: No Slug\ntitle: T\nlanguages: en\nversoin: 2\n", "county/pack.yaml")
        try fixture.write(
            "---\ntitle: Loom\nkind: round\nposition: first\ncolour: red\nlatitude: 91\npicture: ../../x.jpg\n---\nText\n\n[x](gone.md)\n\n![y](no.png)\n",
            "county/universities/loom.md")
        try fixture.write("---\nslug: food_drink\ntitle: Again\n---\n", "county/again.md")
        try fixture.write("---\ntitle: Lost\nparent: nowhere\n---\n", "county/lost.md")
        try fixture.write("No front matter", "county/bare.md")
        try fixture.write("position: x\n", "county/photographs/bay.yaml")
        try fixture.write(Data("text".utf8), "county/photographs/castle.jpg")
        let faults = try fixture.faults()
        let starts = [
            "bare.md:1: A page begins", "bare.md:1: The title is missing", "lost.md:3: The page above, “nowhere”",
            "pack.yaml:1: “identity” names", "pack.yaml:1: “version” is", "pack.yaml:4: There is no key “versoin”",
            "photographs/bay.yaml:1: “position” is", "photographs/castle.jpg: This is no picture",
            "universities/food.md:3: “again.md” has the slug", "universities/loom.md:3: “kind” is",
            "universities/loom.md:4: “position” is", "universities/loom.md:5: “colour” is",
            "universities/loom.md:6: A place has both", "universities/loom.md:6: “latitude” is",
            "universities/loom.md:7: “../../x.jpg” leads out", "universities/loom.md:11: There is no page or picture",
            "universities/loom.md:13: There is no picture",
        ]
        for start in starts { #expect(faults.contains { $0.hasPrefix(start) }, "\(start) in \(faults)") }
        #expect(faults.count == starts.count, "\(faults)")
    }

    @Test func `pages that lead to each other in a circle are refused with their names`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write("---\ntitle: A\nslug: a\nparent: b\n---\n", "county/a.md")
        try fixture.write("---\ntitle: B\nslug: b\nparent: a\n---\n", "county/b.md")
        #expect(
            try fixture.faults()
                == ["a.md:4:", "b.md:4:"].map {
                    "\($0) The pages above lead back to this page in a circle. Name another parent."
                })
    }

    @Test func `links to files outside of a folder are not followed`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write(PackFixture.jpeg("secret"), "secret.jpg")
        try FileManager.default.createSymbolicLink(
            at: fixture.path("county/photographs/secret.jpg"), withDestinationURL: fixture.path("secret.jpg"))
        try FileManager.default.createSymbolicLink(
            at: fixture.path("county/more"), withDestinationURL: fixture.path("county/living"))
        #expect(
            try fixture.faults()
                == ["more", "photographs/secret.jpg"].map {
                    "\($0): This is a link, which is not followed. Put the file itself here."
                })
    }

    @Test(arguments: ["../secret.png", "%2e%2e/%2e%2e/secret.png", "..%2f..%2fsecret.png", "/../../secret.png"])
    func `a picture of a text comes from inside the folder`(address: String) throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write(PackFixture.png("secret"), "secret.png")
        try fixture.write("---\ntitle: Home\n---\n![x](\(address))\n", "county/index.md")
        try fixture.write("---\ntitle: Loom\n---\n", "county/universities/loom.md")
        #expect(try fixture.faults().map { $0.prefix(33) } == ["index.md:4: There is no picture “"])
    }

    @Test func `a picture elsewhere stays there, and is noted, since it needs a network`() throws {
        let fixture = try PackFixture()
        try fixture.writeCounty()
        try fixture.write(
            "---\ntitle: Food\n---\n<img src=\"https://far.example/a.jpg\" alt=\"\">", "county/living/food.html")
        let draft = try PackBuilder.build(fixture.path("county"))
        let notes = draft.notes.map(\.description)
        #expect(notes.count == 1)
        #expect(
            notes.first?.hasPrefix("living/food.html:4: The picture “https://far.example/a.jpg” is elsewhere") == true)
        #expect(PackTree(draft.pack.pages)["food"]?.text.contains("https://far.example/a.jpg") == true)
    }

    @Test(.mission("YORK-50")) func `the version of a pack stands in one place`() throws {
        let fixture = try PackFixture()
        let first = try PackReader(file: try fixture.countyPack()).pack
        let manifest = fixture.path("county/pack.yaml")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.components(separatedBy: "1.6").count == 2)
        try text.replacing("1.6", with: "1.7").write(to: manifest, atomically: true, encoding: .utf8)
        let next = try PackBuilder.build(fixture.path("county")).pack
        #expect(first.manifest.version < next.manifest.version)
        #expect(zip(first.manifest.parts, next.manifest.parts).filter { $0 != $1 }.map(\.0.name) == ["manifest"])
    }
}
