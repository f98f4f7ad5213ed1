import Foundation
import Markup
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Favourites of a pack` {
    private func date(_ fixture: PackLibraryFixture, secondsAgo: Double) -> Date {
        Date(milliseconds: fixture.base.clock.now.addingTimeInterval(-secondsAgo).milliseconds)
    }

    @Test(.mission("YORK-39"))
    func `a favourite is there after a restart, and its page says since when`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(PackDraft.county())
        #expect(try await fixture.page("loom").summary.favouriteAt == nil)
        try await fixture.save("loom", secondsAgo: 90)
        fixture.base.library.close()
        let other = try NewsLibrary.open(at: fixture.base.folder, now: fixture.base.clock.read)
        defer { other.close() }
        let page = try await other.packs.page("loom", in: fixture.edition, for: fixture.me)
        #expect(page.summary.favouriteAt == date(fixture, secondsAgo: 90))
        // A favourite is a saved story.
        let saved = try await other.stories.list(.within(fixture.edition.id, .saved), for: fixture.me, depth: 9)
        #expect(saved.rows.map(\.title) == ["Loom University"])
    }

    @Test(.mission("YORK-40")) func `favourites are listed newest first`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(PackDraft.county())
        try await fixture.save("food", secondsAgo: 30)
        try await fixture.save("loom", secondsAgo: 10)
        try await fixture.save("tour", secondsAgo: 20)
        let favourites = try await fixture.favourites()
        #expect(favourites.map(\.slug) == ["loom", "tour", "food"])
        #expect(favourites[0].picture != nil && favourites.allSatisfy { $0.favouriteAt != nil })
    }

    @Test(.mission("YORK-39"))
    func `the later change of a page wins, in whatever order they arrive, and once`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(PackDraft.county())
        func change(_ slug: String, _ isFavourite: Bool, _ secondsAgo: Double) -> PackFavouriteChange {
            PackFavouriteChange(
                slug: slug, isFavourite: isFavourite, date: fixture.base.clock.now.addingTimeInterval(-secondsAgo))
        }
        let changes = [
            change("loom", false, 10), change("loom", true, 20), change("food", true, 5), change("nowhere", true, 1),
            change("tour", true, -3600), change("humber", false, 1),
        ]
        for _ in 0..<2 {
            try await fixture.packs.setFavourites(changes, in: fixture.edition, for: fixture.me)
            #expect(try await fixture.favourites().map(\.slug) == ["tour", "food"])
        }
        #expect(try await fixture.page("tour").summary.favouriteAt == date(fixture, secondsAgo: 0))
        let revision = fixture.base.library.revision(for: fixture.me)
        try await fixture.packs.setFavourites(changes, in: fixture.edition, for: fixture.me)
        #expect(fixture.base.library.revision(for: fixture.me) == revision)
        try await fixture.packs.setFavourites([change("food", false, 6)], in: fixture.edition, for: fixture.me)
        #expect(try await fixture.favourites().map(\.slug) == ["tour", "food"])
        try await fixture.packs.setFavourites([change("food", false, 4)], in: fixture.edition, for: fixture.me)
        #expect(try await fixture.favourites().map(\.slug) == ["tour"])
    }

    @Test(.mission("YORK-48"))
    func `of three favourites the two whose pages are there stay, with their dates`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        for (slug, age) in [("loom", 30.0), ("humber", 20), ("tour", 10)] {
            try await fixture.save(slug, secondsAgo: age)
        }
        try await fixture.install(draft.version("2").without("humber"))
        let favourites = try await fixture.favourites()
        #expect(favourites.map(\.slug) == ["tour", "loom"])
        #expect(favourites.map(\.favouriteAt) == [date(fixture, secondsAgo: 10), date(fixture, secondsAgo: 30)])
        let lost = OrphanedFavourite(title: "Humber University", markedAt: date(fixture, secondsAgo: 20))
        #expect(try await fixture.installed().lostFavourites == [lost])
    }

    @Test(.mission("YORK-48"))
    func `a lost favourite comes back by itself when a later version has its page again`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        let story = try await fixture.page("humber").summary.story
        try await fixture.save("humber", secondsAgo: 20)
        try await fixture.install(draft.version("2").without("humber"))
        try await fixture.install(draft.version("3").without("humber").without("tour"))
        #expect(try await fixture.installed().lostFavourites.map(\.title) == ["Humber University"])
        var again = draft.version("4").without("humber")
        try again.add("humber-2", "Humber University", below: "universities", text: "On the quay again.")
        try await fixture.install(again)
        let page = try await fixture.page("humber-2")
        #expect(page.summary.story == story && page.summary.favouriteAt == date(fixture, secondsAgo: 20))
        #expect(page.text.text.contains("On the quay again."))
        #expect(try await fixture.installed().lostFavourites.isEmpty)
        let found = try await fixture.base.library.search.find(
            "quay", for: fixture.me, in: .within(fixture.edition.id, .everything))
        #expect(found.hits.map(\.row.id) == [story])
    }

    @Test(.mission("YORK-49"))
    func `a page is matched by slug, then public address, then title where one page has it`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        for slug in ["drink", "loom", "humber"] { try await fixture.save(slug) }
        let stories = try await fixture.stories(["drink", "loom", "humber"])
        var next = draft.version("2").without("drink").without("loom").without("humber")
        // The page is matched by its address, although the title has changed and another page has the old one.
        try next.add("bar", "The bar", below: "living", address: "https://c.test/drink")
        // The page is matched by its unique title.
        try next.add("loom-2", "Loom University", below: "universities")
        // The page is matched by its slug, although another page has the title.
        try next.add("humber", "Humber Campus", below: "universities")
        try next.add("humber-2", "Humber University", below: "universities")
        try await fixture.install(next)
        #expect(Set(try await fixture.favourites().map(\.slug)) == ["bar", "loom-2", "humber"])
        #expect(try await fixture.stories(["bar", "loom-2", "humber"]) == stories)
        #expect(try await fixture.page("food").summary.favouriteAt == nil)
        #expect(try await fixture.installed().lostFavourites.isEmpty)
    }

    /// Returns the county with two pages of one title, whose slugs an importer numbered by the order of its rows.
    private func twins(_ slugs: (String, String), addresses: Bool) throws -> PackDraft {
        var draft = try PackDraft.county().without("food").without("drink").without("tour")
        try draft.add(
            slugs.0, "Meals", below: "living", text: "Pies.", address: addresses ? "https://c.test/living/meals" : nil)
        try draft.add(
            slugs.1, "Meals", below: "universities", text: "Fish.",
            address: addresses ? "https://c.test/universities/meals" : nil)
        return draft
    }

    @Test(.mission("YORK-49"), arguments: [true, false])
    func `a favourite stays with its page when two pages of one title swap their slugs`(addresses: Bool) async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(try twins(("meals", "meals-2"), addresses: addresses))
        try await fixture.save("meals", secondsAgo: 20)
        let stories = try await fixture.stories(["meals", "meals-2"])
        try await fixture.install(try twins(("meals-2", "meals"), addresses: addresses).version("2"))
        #expect(try await fixture.favourites().map(\.slug) == ["meals-2"])
        #expect(try await fixture.page("meals-2").text.text.contains("Pies."))
        #expect(try await fixture.stories(["meals-2", "meals"]) == stories)
        #expect(try await fixture.page("meals-2").summary.favouriteAt == date(fixture, secondsAgo: 20))
    }

    @Test func `a slug that another page takes over takes no favourite with it`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(try twins(("meals", "meals-2"), addresses: true))
        try await fixture.save("meals")
        try await fixture.install(try twins(("x", "meals"), addresses: true).version("2").without("x"))
        #expect(try await fixture.favourites().isEmpty)
        #expect(try await fixture.installed().lostFavourites.map(\.title) == ["Meals"])
        #expect(try await fixture.page("meals").text.text.contains("Fish."))
        // The page comes back under a third name.
        try await fixture.install(try twins(("meals-3", "meals"), addresses: true).version("3"))
        #expect(try await fixture.favourites().map(\.slug) == ["meals-3"])
    }

    @Test(.mission("YORK-49"))
    func `a favourite follows its page through a new title, a new place, and a permalink that comes or goes`()
        async throws
    {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(try twins(("meals", "meals-2"), addresses: false))
        try await fixture.save("meals")
        // The slugs are derived anew from the new permalinks; the place in the tree is the same.
        try await fixture.install(try twins(("living_meals", "universities_meals"), addresses: true).version("2"))
        #expect(try await fixture.favourites().map(\.slug) == ["living_meals"])
        var renamed = try twins(("living_eating", "universities_meals"), addresses: true).version("3")
        renamed.change("living_eating") { $0.title = "Eating" }
        try await fixture.install(renamed)
        #expect(try await fixture.favourites().map(\.slug) == ["living_eating"])
        var moved = try twins(("loom_meals", "universities_meals"), addresses: true).version("4")
        moved.change("loom_meals") { $0.parent = "loom" }
        try await fixture.install(moved)
        #expect(try await fixture.favourites().map(\.slug) == ["loom_meals"])
        try await fixture.install(try twins(("a", "b"), addresses: false).version("5"))
        #expect(try await fixture.favourites().isEmpty, "neither slug, address nor place is known")
    }

    @Test func `of several pages with one title below one page, the last is known by the others`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        for slug in ["voice-a", "voice-b"] { try draft.add(slug, "A voice", below: "living", text: slug) }
        try await fixture.install(draft)
        for slug in ["voice-a", "voice-b"] { try await fixture.save(slug) }
        var next = try PackDraft.county().version("2")
        for slug in ["voice-a", "voice-c"] { try next.add(slug, "A voice", below: "living", text: slug) }
        try await fixture.install(next)
        #expect(Set(try await fixture.favourites().map(\.slug)) == ["voice-a", "voice-c"])
        var last = try PackDraft.county().version("3")
        for slug in ["voice-d", "voice-e"] { try last.add(slug, "A voice", below: "living", text: slug) }
        try await fixture.install(last)
        #expect(try await fixture.favourites().isEmpty)
    }

    @Test(.mission("YORK-49"))
    func `a title that two pages have decides nothing: the favourite is said to be lost`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        draft.change("drink") { $0.address = nil }
        try await fixture.install(draft)
        try await fixture.save("drink")
        var next = draft.version("2").without("drink")
        try next.add("drink-2", "Food and drink", below: "humber")
        try await fixture.install(next)
        #expect(try await fixture.favourites().isEmpty)
        #expect(try await fixture.installed().lostFavourites.map(\.title) == ["Food and drink"])
    }

    @Test(.mission("YORK-48"))
    func `favourites that a pack brings keep their dates, and never override the reader's own`() async throws {
        let fixture = try await PackLibraryFixture()
        let imported = Date(timeIntervalSince1970: 1_404_554_400)
        var draft = try PackDraft.county()
        draft.favourites = [PackFavourite(page: "loom", date: imported), PackFavourite(page: "food", date: imported)]
        try await fixture.install(draft)
        #expect(try await fixture.favourites().map(\.favouriteAt) == [imported, imported])
        try await fixture.packs.setFavourites(
            [PackFavouriteChange(slug: "food", isFavourite: false, date: fixture.base.clock.now)], in: fixture.edition,
            for: fixture.me)
        try await fixture.save("tour", secondsAgo: 50)
        draft.favourites.append(PackFavourite(page: "tour", date: imported))
        try await fixture.install(draft.version("2"))
        let favourites = try await fixture.favourites()
        #expect(favourites.map(\.slug) == ["tour", "loom"])
        #expect(favourites.map(\.favouriteAt) == [date(fixture, secondsAgo: 50), imported])
    }
}

@Suite struct `Matching pages of two versions` {
    private func known(
        _ story: Int64, _ slug: String, _ title: String, _ address: String? = nil, isInstalled: Bool = true,
        isKept: Bool = false
    ) -> PackPageMatcher.Known {
        PackPageMatcher.Known(
            story: story, slug: slug, title: title, address: address, contentHash: 0, isInstalled: isInstalled,
            isKept: isKept)
    }

    private func matches(_ known: [PackPageMatcher.Known], _ new: [(String, String, String?)]) -> [String: Int64] {
        let pages = new.map { PackPage(slug: $0.0, title: $0.1, address: $0.2.flatMap { WebAddress($0) }) }
        return PackPageMatcher(known: known, new: pages).matches.mapValues(\.story)
    }

    @Test(.mission("YORK-49"))
    func `no page is matched twice, and what was removed unmissed is matched by its slug only`() {
        let old = [
            known(1, "a", "A", "https://c.test/1"), known(2, "b", "B", "https://c.test/2"),
            known(3, "gone", "Gone", "https://c.test/3", isInstalled: false),
            known(4, "lost", "Lost", "https://c.test/4", isInstalled: false, isKept: true),
        ]
        #expect(
            matches(old, [("a", "A", nil), ("c", "A", "https://c.test/1"), ("d", "B", nil)]) == ["a": 1, "d": 2])
        #expect(matches(old, [("x", "Gone", "https://c.test/3"), ("y", "Lost", nil)]) == ["y": 4])
        #expect(matches(old, [("gone", "Gone", nil)]) == ["gone": 3])
        #expect(matches(old, [("x", "X", "https://c.test/2"), ("y", "Y", "https://c.test/2")]).isEmpty)
    }
}
