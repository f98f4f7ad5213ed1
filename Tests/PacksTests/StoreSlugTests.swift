import Foundation
import Markup
import TestSupport
import Testing

@testable import Packs

@Suite struct `Slugs of the original app's pages` {
    /// By text, which tells pages of one title apart.
    private func slugs(_ store: StoreFixture) throws -> [String: String] {
        Dictionary(
            try store.draft().pack.pages.map { ($0.text.text.replacing(/<[^>]*>/, with: ""), $0.slug) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Two sections, each with a page of one title.
    private func county(permalinks: Bool, keys: (Int, Int)) -> StoreFixture {
        var store = StoreFixture()
        store.add(2, "Living", permalink: permalinks ? "mobile-app/living" : nil, text: "L")
        store.add(3, "Culture", permalink: permalinks ? "mobile-app/culture" : nil, slug: nil, text: "C")
        store.add(
            keys.0, "Food and drink", below: 2, permalink: permalinks ? "mobile-app/living/food" : nil, text: "Pies")
        store.add(
            keys.1, "Food and drink", below: 3, permalink: permalinks ? "mobile-app/culture/food" : nil, text: "Fish")
        return store
    }

    @Test(.mission("YORK-49"), arguments: [true, false])
    func `a slug that is made up does not follow the order of the rows`(permalinks: Bool) throws {
        let first = try slugs(county(permalinks: permalinks, keys: (4, 5)))
        let second = try slugs(county(permalinks: permalinks, keys: (5, 4)))
        #expect(first == second)
        let expected =
            permalinks
            ? ["L": "living", "C": "culture", "Pies": "living_food", "Fish": "culture_food", "": "mobile-app"]
            : [
                "L": "mobile-app_living", "C": "mobile-app_culture", "Pies": "mobile-app_living_food-and-drink",
                "Fish": "mobile-app_culture_food-and-drink", "": "mobile-app",
            ]
        #expect(first == expected)
    }

    @Test func `two pages of one title below one page are told apart by their texts`() throws {
        func twins(_ keys: (Int, Int)) throws -> [String: String] {
            var store = StoreFixture()
            store.add(keys.0, "A voice", text: "Ada")
            store.add(keys.1, "A voice", text: "Bea")
            return try slugs(store)
        }
        let first = try twins((2, 3))
        let second = try twins((3, 2))
        #expect(first == second && Set(first.values).count == 3)
    }

    @Test func `a slug that two pages have is nobody's, and an own one stays`() throws {
        var store = StoreFixture()
        store.add(2, "One", permalink: "one", slug: "same", text: "1")
        store.add(3, "Two", permalink: "two", slug: "same", text: "2")
        store.add(4, "Three", permalink: "same", text: "3")
        store.add(5, "Tour", permalink: "four", slug: "tour_de_yorkshire", text: "4")
        let draft = try store.draft()
        #expect(Set(draft.pack.pages.map(\.slug)) == ["mobile-app", "one", "two", "same", "tour_de_yorkshire"])
        #expect(draft.notes.count == 2)
    }

    @Test func `any title makes a slug, also twenty thousand alike`() throws {
        var store = StoreFixture()
        for (key, title) in ["食べ物", "飲み物", "Café", String(repeating: "long ", count: 60), "!?", "?!"].enumerated() {
            store.add(key + 2, title)
        }
        for key in 100..<20_100 { store.add(key, "Same", slug: "same") }
        let pages = try store.draft().pack.pages
        #expect(Set(pages.map(\.slug)).count == 20_007 && pages.allSatisfy { PackNameRules.isSlug($0.slug) })
        #expect(pages.contains { $0.slug == "mobile-app_cafe" })
    }
}
