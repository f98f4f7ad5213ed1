import Foundation
import Markup
import Packs
import Testing
import URLs

@testable import SampleOrigins

private let startAt = Date(timeIntervalSince1970: 1_790_000_000)

private func withGuide<Result>(_ body: (SampleGuideSite) async throws -> Result) async throws -> Result {
    try await SampleGuideSite.open(startAt: startAt, now: { startAt }, body)
}

private func packs() async throws -> [SampleGuideVersion: Pack] {
    try await withGuide { guide in
        var packs: [SampleGuideVersion: Pack] = [:]
        for version in SampleGuideVersion.allCases { packs[version] = try await guide.draft(of: version).pack }
        return packs
    }
}

private func pack(_ version: SampleGuideVersion) async throws -> Pack {
    try await withGuide { try await $0.draft(of: version).pack }
}

@Suite struct SampleGuideTests {
    @Test func `the guide to Fellside has as many pages and photographs as its versions say`() async throws {
        let packs = try await packs()
        let counts = SampleGuideVersion.allCases.compactMap { packs[$0] }.map {
            [$0.pages.count, $0.photographs.count]
        }
        #expect(counts == [[64, 74], [68, 83], [71, 83]])
        for (version, pack) in packs {
            #expect(pack.manifest.identity == SampleGuideSite.identity)
            #expect(pack.manifest.version == PackVersion(version.rawValue))
        }
    }

    @Test func `Fellside's home has seven choices, with the pages of a county guide below them`() async throws {
        let tree = PackTree(try await pack(.second).pages)
        let root = try #require(tree.roots.first)
        let sections = tree.children(of: root.slug)
        #expect(
            sections.map(\.title) == [
                "About Fellside", "Universities", "The county's best", "Culture and leisure", "Living in Fellside",
                "Student voices", "Graduates",
            ])
        #expect(sections.map { tree.children(of: $0.slug).count } == [5, 12, 7, 4, 5, 20, 5])
        let colours = sections.map { tree.colour(of: $0.slug)?.description ?? "" }
        #expect(Set(colours).count == 6)
        for section in sections {
            for page in tree.children(of: section.slug) {
                #expect(tree.colour(of: page.slug) == tree.colour(of: section.slug))
            }
        }
        let kinds = Set(tree.inOrder.map(\.kind))
        #expect(kinds == Set(PackPage.Kind.allCases))
    }

    @Test func `Fellside's tour lies below a page of a section, and two pages are called Food and drink`() async throws
    {
        let tree = PackTree(try await pack(.second).pages)
        let tour = try #require(tree.page(titled: "The Fellside Round"))
        #expect(
            tree.path(to: tour.slug).map(\.title).dropFirst() == ["The county's best", "Walks and rounds", tour.title])
        let twins = tree.inOrder.filter { $0.title == "Food and drink" }
        #expect(
            twins.map { tree.path(to: $0.slug).dropLast().last?.title } == [
                "Culture and leisure", "Living in Fellside",
            ])
        #expect(Set(twins.map(\.slug)).count == 2)
    }

    @Test func `eleven of Fellside's twelve universities have places, each in a district of its map`() async throws {
        let pack = try await pack(.second)
        let tree = PackTree(pack.pages)
        let universities = tree.children(of: "universities")
        #expect(universities.count == 12 && universities.allSatisfy { $0.kind == .university })
        #expect(universities.allSatisfy { $0.pictures[.header]?.files.count == 2 })
        #expect(Set(pack.places.map(\.page)) == Set(universities.map(\.slug)).subtracting(["open-college"]))
        let map = try #require(pack.baseMap)
        #expect(map.areas.map(\.kind).first == .land && map.towns.count == 13 && !map.credits.isEmpty)
        for place in pack.places {
            let point = PackBaseMap.Point(latitude: place.latitude, longitude: place.longitude)
            let around = map.areas.filter { contains($0, point) }
            #expect(around.map(\.kind) == [.land, .district], "\(place.page)")
        }
    }

    /// By the even-odd rule.
    private func contains(_ area: PackBaseMap.Area, _ point: PackBaseMap.Point) -> Bool {
        var isInside = false
        for ring in area.rings {
            for (one, other) in zip(ring, ring.dropFirst())
            where (one.latitude > point.latitude) != (other.latitude > point.latitude) {
                let share = Double(point.latitude - one.latitude) / Double(other.latitude - one.latitude)
                let longitude = Double(one.longitude) + share * Double(other.longitude - one.longitude)
                if Double(point.longitude) < longitude { isInside.toggle() }
            }
        }
        return isInside
    }

    @Test func `between Fellside's versions pages are added, dropped, renamed and rewritten`() async throws {
        let packs = try await packs()
        let (first, second, third) = (
            try #require(packs[.first]), try #require(packs[.second]), try #require(packs[.third])
        )
        let slugs = [first, second, third].map { Set($0.pages.map(\.slug)) }
        #expect(slugs[0].isStrictSubset(of: slugs[1]))
        #expect(slugs[1].subtracting(slugs[2]) == ["getting-about", "music-after-dark", "jubilee"])
        let (old, new) = (PackTree(second.pages), PackTree(third.pages))
        #expect(old["getting-about"]?.address == new["transport"]?.address)
        #expect(old["music-after-dark"]?.title == new["live-music"]?.title)
        #expect(old["music-after-dark"]?.address != new["live-music"]?.address)
        #expect(new.inOrder.count { $0.title == new["live-music"]?.title } == 1)
        #expect(new.page(titled: "The jubilee year") == nil)
        #expect(PackTree(first.pages)["fellside-round"]?.text != old["fellside-round"]?.text)
        #expect(old["music-after-dark"]?.text != new["live-music"]?.text)
    }

    @Test func `Fellside's photographs have captions and credits, in an order, and one lacks its file`() async throws {
        let pack = try await pack(.second)
        #expect(pack.gallery.map(\.position) == (0..<83).map { $0 * 10 })
        #expect(pack.gallery.allSatisfy { !$0.caption.isEmpty && $0.credit?.isEmpty == false })
        #expect(pack.gallery.count { $0.caption.contains(" -- ") } > 5)
        #expect(pack.gallery.filter { $0.picture.files.isEmpty }.map(\.name) == ["wall-of-names"])
        let complete = pack.gallery.filter { !$0.picture.files.isEmpty }
        for photograph in complete {
            #expect(Set(photograph.picture.files.keys).isSuperset(of: [.phone, .phone2x, .thumbnail]))
        }
        #expect(complete.count { $0.picture.files[.tablet] != nil } == 8)
    }

    @Test func `Fellside's texts are of many lengths, and lead to its pages and to invented hosts`() async throws {
        let draft = try await withGuide { try await $0.draft(of: .third) }
        #expect(draft.notes.isEmpty, "\(draft.notes)")
        let texts = draft.pack.pages.map(\.text.text).filter { !$0.isEmpty }
        let words = texts.map { $0.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).count }
        #expect((words.min() ?? 0) >= 40 && (words.max() ?? 0) <= 600 && (words.max() ?? 0) > 400, "\(words)")
        let links = texts.flatMap { $0.matches(of: /<a href="(https?:\/\/([^\/"]*)[^"]*)"/) }
        #expect(links.contains { PackAddress.slug(of: String($0.1)) != nil })
        let outside = links.map { String($0.2) }.filter { $0 != "pack.invalid" }
        #expect(outside.count >= 5 && outside.allSatisfy { $0.hasSuffix(".example") }, "\(outside)")
        #expect(texts.contains { $0.contains("<img") })
        let tree = PackTree(draft.pack.pages)
        #expect(tree["money"]?.pictures.isEmpty == true)
        #expect(draft.pack.pages.allSatisfy { $0.address?.host == "guide.fellside.example" })
    }

    @Test func `Fellside's photographs have the files of the original app, each with its own bytes`() throws {
        let photographs = SampleGuide(version: .second).photographs.filter { !$0.isMissing }
        let photograph = try #require(photographs.first { $0.name == "high-seat-ridge" })
        #expect(
            photograph.files.map { $0.path }
                == ["", "@2x", "-thumb", "~tablet", "~tablet@2x"].map {
                    "photographs/high-seat-ridge\($0).webp"
                })
        let files = photographs.flatMap(\.files)
        #expect(Set(files.map { $0.bytes }).count == files.count)
        #expect(photographs.count { $0.files.count > 3 } == 8)
        #expect(photographs.first?.files.count == 3)
    }
}
