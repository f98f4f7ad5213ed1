import TestSupport
import Testing

@testable import Packs

@Suite struct PackTreeTests {
    private let tree = PackTree([
        PackPage(slug: "home", title: "Home", colour: PackColour("#3da1a1"), ground: 1),
        PackPage(slug: "z", parent: "home", position: 1, title: "Z", colour: PackColour("#112233")),
        PackPage(slug: "b", parent: "home", title: "B"), PackPage(slug: "a", parent: "home", title: "A"),
        PackPage(slug: "deep", parent: "z", title: "Tour", ground: 7),
        PackPage(slug: "later", parent: "a", title: "Tour"),
    ])

    @Test func `a page of a pack has the colour and ground of the page above unless it has its own`() {
        #expect(tree.colour(of: "b")?.description == "#3da1a1")
        #expect(tree.colour(of: "deep")?.description == "#112233")
        #expect(tree.ground(of: "deep") == 7)
        #expect(tree.ground(of: "z") == 1)
    }

    @Test func `sister pages stand by position, then by title, those without position last`() {
        #expect(tree.children(of: "home").map(\.slug) == ["z", "a", "b"])
    }

    @Test(.mission("YORK-15")) func `a page is found by its title anywhere in the tree, depth first`() {
        #expect(tree.page(titled: "Tour")?.slug == "deep")
        #expect(tree.page(titled: "tour") == nil)
    }

    @Test(.mission("YORK-03")) func `a page with children leads on and one without informs, whatever its kind`() {
        #expect(!tree.children(of: "a").isEmpty)
        #expect(tree.children(of: "b").isEmpty)
    }

    @Test func `a circle of pages ends`() {
        let circle = PackTree([
            PackPage(slug: "a", parent: "b", title: "A"), PackPage(slug: "b", parent: "a", title: "B"),
        ])
        #expect(circle.path(to: "a").map(\.slug) == ["b", "a"])
        #expect(circle.inOrder.isEmpty)
        #expect(circle.colour(of: "a") == nil)
    }

    @Test(.mission("YORK-31"))
    func `a photograph's file fits the screen, else the nearest larger one is taken`() throws {
        func id(_ name: String) -> PackMediumID { PackMediumID(of: PackFixture.jpeg(name)) }
        let all = PackPicture(
            Dictionary(uniqueKeysWithValues: PackRendition.allCases.map { ($0, id($0.rawValue)) }))
        #expect(all.file(isTablet: false, scale: 1) == id("phone"))
        #expect(all.file(isTablet: false, scale: 2) == id("phone-2x"))
        #expect(all.file(isTablet: true, scale: 1) == id("tablet"))
        #expect(all.file(isTablet: true, scale: 1.5) == id("tablet-2x"))
        #expect(all.thumbnail == id("thumbnail"))
        let some = PackPicture([.phone: id("small"), .tablet: id("large")])
        #expect(some.file(isTablet: false, scale: 3) == id("large"))
        #expect(some.file(isTablet: true, scale: 2) == id("large"))
        #expect(some.thumbnail == id("small"))
        #expect(PackPicture().file(isTablet: true, scale: 2) == nil)
        #expect(PackPicture([.thumbnail: id("t")]).file(isTablet: true, scale: 1) == id("t"))
    }
}
