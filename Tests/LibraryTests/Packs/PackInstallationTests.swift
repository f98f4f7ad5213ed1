import Foundation
import Markup
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `An installed pack` {
    @Test(.mission("YORK-03"))
    func `a page of an installed pack leads on by its children only, whatever its kind`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        draft.change("humber") { $0.kind = .list }
        draft.change("living") { $0.kind = .university }
        let version = try draft.pack().manifest.version
        #expect(try await fixture.install(draft) == .installed(version, replaced: nil))
        let home = try await fixture.page(nil)
        #expect(home.summary.slug == "home" && home.path.isEmpty && home.position == (0, 1))
        #expect(home.children.map(\.slug) == ["universities", "living"])
        #expect(home.children.map(\.hasChildren) == [true, true])
        let humber = try await fixture.page("humber")
        #expect(!humber.summary.hasChildren && humber.summary.kind == .list)
        #expect(try await fixture.page("living").summary.kind == .university)
    }

    @Test(.mission("YORK-02"))
    func `a page has its text, path, sisters, pictures, place, and what it inherits`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        try draft.add("tides", "Tides", below: "living", text: "See <a href=\"page/food#pies\">food</a>.")
        try await fixture.install(draft)
        let loom = try await fixture.page("loom")
        #expect(loom.text.text.contains("Weaving since 1890."))
        #expect(loom.path.map(\.slug) == ["home", "universities"])
        #expect(loom.position == (1, 2) && loom.previous?.slug == "humber" && loom.next == nil)
        #expect(loom.summary.colour == PackColour("#2b835d") && loom.summary.ground == 1)
        #expect(loom.summary.place == draft.places.first)
        #expect(loom.pictures[.picture] == loom.summary.picture && loom.summary.picture != nil)
        let drink = try await fixture.page("drink")
        #expect(drink.summary.colour == PackColour("#2b835d"))
        #expect(drink.address?.text == "https://c.test/drink")
        #expect(try await fixture.page("food").summary.colour == PackColour("#3da1a1"))
        let tides = try await fixture.page("tides")
        #expect(tides.text.text.contains("https://pack.invalid/page/food#pies"))
        #expect(try await fixture.packs.slug(of: tides.summary.story) == "tides")
        #expect(try await fixture.packs.slug(of: StoryID(rawValue: 4711)) == nil)
        await #expect(throws: LibraryError.notThere) { _ = try await fixture.page("nowhere") }
    }

    @Test(.mission("YORK-47")) func `what a version changed is counted when it replaces another`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        #expect(try await fixture.installed().changes == nil)
        var next = draft.version("2").without("humber").without("tour")
        next.change("loom") { $0.title = "Loom" }
        try next.add("bus", "By bus", below: "living")
        try await fixture.install(next)
        let one = try #require(PackVersion("1.0"))
        let changes = try await fixture.installed().changes
        #expect(changes == PackChanges(replaced: one, newPages: 1, changedPages: 1, removedPages: 2))
        // A page that comes back is new.
        var last = draft.version("3")
        last.change("loom") { $0.title = "Loom" }
        try await fixture.install(last)
        let two = try #require(PackVersion("2"))
        #expect(
            try await fixture.installed().changes
                == PackChanges(replaced: two, newPages: 2, changedPages: 0, removedPages: 1))
    }

    @Test(.mission("YORK-15"))
    func `an installed pack's page is found by its exact title at depth 3, the first depth-first`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(PackDraft.county())
        func slug(_ title: String) async throws -> String? {
            try await fixture.packs.page(titled: title, in: fixture.edition, for: fixture.me)?.slug
        }
        #expect(try await slug("Great tour") == "tour")
        #expect(try await slug("Food and drink") == "drink")
        #expect(try await slug("great tour") == nil)
    }

    @Test func `photographs stand in order, the map has pages with and without a place`() async throws {
        let fixture = try await PackLibraryFixture(mapPage: "universities")
        var draft = try PackDraft.county()
        let corner = PackBaseMap.Point(latitude: 53_000_000, longitude: -1_000_000)
        let ring = [
            corner, .init(latitude: 54_000_000, longitude: -1_000_000), .init(latitude: 53_500_000, longitude: 0),
            corner,
        ]
        draft.baseMap = PackBaseMap(
            areas: [.init(name: "Loomshire", kind: .district, rings: [ring])], towns: [], credits: ["Natural Earth"])
        try await fixture.install(draft)
        let photographs = try await fixture.packs.photographs(in: fixture.edition, limit: 10).photographs
        #expect(photographs.map(\.name) == ["castle", "bay"])
        let second = try await fixture.packs.photographs(in: fixture.edition, from: 1, limit: 1)
        #expect(second.photographs.map(\.name) == ["bay"] && second.count == 2)
        #expect(photographs[0].credit == "A. Photographer" && photographs[0].picture.thumbnail != nil)
        #expect(photographs[1].picture.files.isEmpty)
        let pins = try await fixture.packs.mapPages(in: fixture.edition, for: fixture.me)
        #expect(pins.map(\.slug) == ["humber", "loom"] && pins.map { $0.place != nil } == [false, true])
        let everywhere = try PackLibraryFixture.edition()
        #expect(try await fixture.packs.mapPages(in: everywhere, for: fixture.me).map(\.slug) == ["loom"])
        #expect(try await fixture.packs.baseMap(in: fixture.edition) == draft.baseMap)
        // A backup edited by hand may contain such a place.
        let beyond = PackBaseMap(towns: [
            .init(name: "Far", place: .init(latitude: .min, longitude: .max), population: 1)
        ])
        let packed = try CompressedText(beyond.json)
        _ = try await fixture.base.library.context.writeAndNotify { transaction in
            try transaction.run(
                "update pack set base_map = ?, base_map_size = ?", [.bytes(packed.bytes), .number(packed.size)])
        }
        #expect(try await fixture.packs.baseMap(in: fixture.edition) == nil)
        let installed = try await fixture.installed()
        #expect(installed.hasBaseMap && installed.pageCount == 8 && installed.photographCount == 2)
        #expect(installed.placeCount == 1 && installed.manifest.credits.count == 2)
        #expect(try installed.manifest == draft.pack().manifest)
    }

    @Test func `media are files named by their hash, for this user only, and those of old versions go`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        #expect(try fixture.mediaFiles() == draft.media.list.map(\.id.hex))
        let medium = try #require(draft.media.list.first)
        let stored = try await fixture.packs.medium(medium.id, in: fixture.edition)
        #expect(stored.medium == medium)
        #expect(try PackMediumID(of: Data(contentsOf: stored.file)) == medium.id)
        func mode(_ file: URL) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode(stored.file) == 0o600)
        #expect(try mode(stored.file.deletingLastPathComponent()) == 0o700)
        #expect(stored.file.deletingLastPathComponent().lastPathComponent == String(medium.id.hex.prefix(2)))

        var next = PackDraft(version: "2.0")
        let kept = next.picture("castle")
        next.photographs = [PackPhoto(name: "castle", picture: PackPicture([.phone: kept]))]
        // A killed installation leaves such an unfinished file.
        try Data().write(to: stored.file.deletingLastPathComponent().appendingPathComponent("x.part"))
        try await fixture.install(next)
        #expect(next.media.read.isEmpty)
        #expect(try fixture.mediaFiles() == [kept.hex])
        await #expect(throws: LibraryError.notThere) {
            _ = try await fixture.packs.medium(
                draft.media.list.map(\.id).first { $0 != kept } ?? kept, in: fixture.edition)
        }
        let contents = try #require(try await fixture.packs.contents(of: fixture.edition))
        #expect(contents.media == next.media.list && contents.photographs == ["castle"])
        #expect(contents.slugs == ["home"])
        #expect(try contents.digest == next.pack().manifest.digest)
    }

    @Test func `before anything is installed there is nothing, and no error`() async throws {
        let fixture = try await PackLibraryFixture()
        #expect(try await fixture.packs.installed(in: fixture.edition, for: fixture.me) == nil)
        #expect(try await fixture.packs.contents(of: fixture.edition) == nil)
        #expect(try await fixture.packs.photographs(in: fixture.edition, limit: 10).count == 0)
        #expect(try await fixture.favourites().isEmpty)
        await #expect(throws: LibraryError.notThere) { _ = try await fixture.page(nil) }
    }
}

@Suite struct `A new version of a pack` {
    @Test(.mission("YORK-47"))
    func `a higher version number replaces the pack, also for who opens the folder later`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        try await fixture.install(draft)
        let (before, story) = (try await fixture.installed(), try await fixture.page("loom").summary.story)
        draft.version = "1.10"
        draft.change("loom") { $0.title = "Loom, renewed" }
        try draft.add("late", "Late", below: "living")
        let version = try draft.pack().manifest.version
        let other = try NewsLibrary.open(at: fixture.base.folder, now: fixture.base.clock.read)
        #expect(try await fixture.install(draft) == .installed(version, replaced: before.manifest.version))
        let later = try await other.packs.page("loom", in: fixture.edition, for: fixture.me)
        other.close()
        #expect(later.summary.title == "Loom, renewed" && later.summary.story == story)
        #expect(try await fixture.installed().manifest.version == version)
        #expect(try await fixture.page("late").path.map(\.slug) == ["home", "living"])
    }

    @Test(.mission("YORK-59"))
    func `a version with a new branch of pages is shown without anything else changing`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        try await fixture.install(draft)
        draft.version = "2"
        try draft.add("sea", "The sea", position: 3)
        for number in 1...20 { try draft.add("beach-\(number)", "Beach \(number)", below: "sea", position: number) }
        try await fixture.install(draft)
        #expect(try await fixture.page(nil).children.map(\.slug) == ["universities", "living", "sea"])
        let beaches = try await fixture.page("sea").children
        #expect(beaches.map(\.title) == (1...20).map { "Beach \($0)" })
        #expect(beaches.allSatisfy { $0.colour == PackColour("#3da1a1") })
        #expect(try await fixture.page("beach-7").position == (6, 20))
    }

    @Test(.mission("YORK-53")) func `the same version writes nothing, neither rows nor files`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        let watcher = try NewsLibrary.open(at: fixture.base.folder, now: fixture.base.clock.read)
        defer { watcher.close() }
        let before = try await watcher.context.database.dataVersion()
        let (revision, reads) = (fixture.base.library.revision(for: fixture.me), draft.media.read.count)
        fixture.base.clock.advance(60)
        let version = try draft.pack().manifest.version
        #expect(try await fixture.install(draft) == .unchanged(version))
        #expect(try await fixture.install(draft, allowsDowngrade: true) == .unchanged(version))
        #expect(try await watcher.context.database.dataVersion() == before)
        #expect(fixture.base.library.revision(for: fixture.me) == revision)
        #expect(draft.media.read.count == reads)
    }

    @Test func `a picture that the disk has lost comes back with the same version`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        let id = try #require(draft.media.list.first?.id)
        try FileManager.default.removeItem(at: fixture.base.library.context.media.file(of: id))
        await #expect(throws: LibraryError.notThere) { _ = try await fixture.packs.medium(id, in: fixture.edition) }
        try await fixture.install(draft)
        #expect(try await fixture.packs.medium(id, in: fixture.edition).medium.id == id)
    }

    @Test(.mission("YORK-53"))
    func `a lower version, and other contents under its number, need to be asked for`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft.version("1.10"))
        let installed = try draft.version("1.10").pack().manifest.version
        let older = try draft.version("1.9").pack().manifest.version
        let changed = draft.version("1.10").without("humber")
        #expect(try await fixture.install(draft.version("1.9")) == .refused(older, installed: installed))
        #expect(try await fixture.install(changed) == .refused(installed, installed: installed))
        #expect(try await fixture.installed().pageCount == 8)
        #expect(try await fixture.install(changed, allowsDowngrade: true) == .installed(installed, replaced: installed))
        #expect(try await fixture.installed().pageCount == 7)
        #expect(
            try await fixture.install(draft.version("1.9"), allowsDowngrade: true)
                == .installed(older, replaced: installed))
    }

    @Test func `a pack of another publication is none of this edition's`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        draft.identity = "other-guide"
        #expect(try await fixture.install(draft) == .otherPublication(identity: "other-guide"))
        #expect(try await fixture.packs.installed(in: fixture.edition, for: fixture.me) == nil)
        let news = Edition(id: EditionID(rawValue: "news"), title: "News", sections: .listed([]))
        await #expect(throws: PackInstallError.self) {
            _ = try await fixture.packs.install(draft.pack(), media: draft.media, in: news)
        }
    }

    @Test(.mission("YORK-52"))
    func `a version whose picture is broken leaves the old one in use, without a trace`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        let files = try fixture.mediaFiles()
        let pack = try draft.version("2").pack()
        let lacking = Pack(
            manifest: pack.manifest, pages: pack.pages,
            media: pack.media + [PackMedium(id: PackMediumID(of: Data("x".utf8)), type: .jpeg, size: 1)])
        await #expect(throws: PackInstallError.self) {
            _ = try await fixture.packs.install(lacking, media: draft.media, in: fixture.edition)
        }
        #expect(try await fixture.installed().manifest.version.description == "1")
        #expect(try fixture.mediaFiles() == files)
    }

    @Test func `a version with 2,000 pages is opened by indexes alone`() async throws {
        let fixture = try await PackLibraryFixture(mapPage: "sea")
        var draft = PackDraft()
        try draft.add("sea", "The sea")
        for number in 0..<2000 { try draft.add("p\(number)", "Page \(number)", below: number % 40 == 0 ? "sea" : "p0") }
        try await fixture.install(draft)
        try await fixture.save("p7")
        let plans = try await fixture.base.library.context.database.read { transaction in
            let queries = [
                "select * from pack_page p where p.source_id = 1 and p.slug = 'a'",
                "select * from pack_page p where p.source_id = 1 and p.parent_slug = 'a' order by p.position",
                "select * from pack_page p where p.source_id = 1 and p.parent_slug = 'a' and p.position = 1 order by p.position",
                "select * from pack_page p where p.source_id = 1 and p.title = 'a' order by p.tree_order limit 1",
                "select * from pack_page p where p.source_id = 1 and p.latitude is not null order by p.tree_order",
                "select * from pack_page p where p.source_id = 1 and p.tree_order = 0",
            ]
            return try queries.flatMap { query in
                try transaction.all("explain query plan \(query)", []) { $0.text("detail") }
            }
        }
        // The pages are neither sorted, nor found by reading all pages of the pack.
        #expect(
            plans.allSatisfy { $0.hasPrefix("SEARCH") && !$0.hasSuffix("PRIMARY KEY (source_id=?)") }, "\(plans)")
        #expect(try await fixture.page("p0").children.count == 1950)
        #expect(try await fixture.favourites().map(\.slug) == ["p7"])
    }
}
