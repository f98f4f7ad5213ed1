import Foundation
import Markup
import Packs
import TestSupport
import Testing

@Suite struct `A pack that editors change` {
    private static func pack() throws -> EditablePack {
        var pack = EditablePack(
            manifest: PackManifest(
                identity: "guide", version: try #require(PackVersion("1")), title: "Guide", languages: ["en"]))
        for (slug, parent, position) in [
            ("home", nil, 1), ("a", "home", 10), ("b", "home", 20), ("c", "home", 21), ("d", "home", 999),
            ("e", "home", 999), ("a1", "a", 10),
        ] as [(String, String?, Int)] {
            pack.put(.page(EditablePage(PackPage(slug: slug, parent: parent, position: position, title: slug))))
        }
        return pack
    }

    private static func order(_ pack: EditablePack, below slug: String = "home") -> String {
        pack.tree.children(of: slug).map(\.slug).joined()
    }

    private static func move(
        _ slug: String, _ destination: EditablePack.Destination, in pack: inout EditablePack
    ) throws -> [String] {
        let changed = try pack.move(slug, to: destination)
        for page in changed { pack.put(.page(page)) }
        return changed.map(\.page.slug)
    }

    @Test func `a page moves with few changes where there is room, and siblings make room where there is none`() throws
    {
        var pack = try Self.pack()
        #expect(try Self.move("e", .before("b"), in: &pack) == ["e"])
        #expect(Self.order(pack) == "aebcd")
        #expect(try Self.move("a", .before("c"), in: &pack).count > 1)
        #expect(Self.order(pack) == "ebacd")
        #expect(try Self.move("d", .before("e"), in: &pack) == ["d"])
        #expect(Self.order(pack) == "debac")
        #expect(try Self.move("c", .below("a"), in: &pack) == ["c"])
        #expect(Self.order(pack) == "deba" && pack.pages["c"]?.page.parent == "a")
        #expect(try Self.move("c", .before("c"), in: &pack).isEmpty)
    }

    @Test func `a page stands neither below itself nor too deep, and the first page stays`() throws {
        var pack = try Self.pack()
        #expect(throws: PackEditError.wouldBeBelowItself) { try pack.move("a", to: .below("a1")) }
        #expect(throws: PackEditError.wouldBeBelowItself) { try pack.move("a", to: .before("a1")) }
        #expect(throws: PackEditError.isRoot) { try pack.move("home", to: .below("a")) }
        #expect(throws: PackEditError.isRoot) { try pack.move("a", to: .before("home")) }
        #expect(throws: PackEditError.isRoot) { try pack.removal(of: "home") }
        #expect(throws: PackEditError.noSuchPage) { try pack.move("x", to: .below("a")) }
        #expect(throws: PackEditError.noSuchPage) { try pack.move("a", to: .below("x")) }
        var parent = "a1"
        while pack.tree.path(to: parent).count < 20 {
            let page = try pack.newPage(titled: "Deep", below: parent)
            pack.put(.page(page))
            parent = page.page.slug
        }
        #expect(throws: PackEditError.tooDeep) { try pack.newPage(titled: "Deep", below: parent) }
        #expect(throws: PackEditError.tooDeep) { try pack.move("b", to: .below(parent)) }
        #expect(try pack.removal(of: "a").count == 20 - 1)
    }

    @Test(arguments: [
        ("Food and drink", "food-and-drink"), ("Café – Über uns", "cafe-uber-uns"), ("東京", "page"), ("a", "a-2"),
        ("Ünïcode! 2", "unicode-2"), (String(repeating: "long ", count: 60), String(repeating: "long-", count: 16)),
    ])
    func `a new page is named by its title`(_ title: String, _ slug: String) throws {
        let made = try Self.pack().newPage(titled: title, below: "home").page.slug
        #expect(made == slug || made + "-" == slug)
        #expect(PackManifest.isName(made))
    }

    @Test func `a title that is missing or too long is told`() throws {
        for title in ["", " \n", String(repeating: "x", count: 501)] {
            #expect(throws: PackEditError.self) { try Self.pack().newPage(titled: title, below: "home") }
        }
    }

    @Test func `pages that no way leads to stand below the first page`() throws {
        var pack = try Self.pack()
        pack.put(.page(EditablePage(PackPage(slug: "lost", parent: "gone", title: "Lost"))))
        pack.put(.page(EditablePage(PackPage(slug: "x", parent: "y", title: "X"))))
        pack.put(.page(EditablePage(PackPage(slug: "y", parent: "x", title: "Y"))))
        pack.put(.page(EditablePage(PackPage(slug: "second", title: "Second"))))
        pack.adoptStrayPages()
        let parents = ["lost", "x", "y", "second"].map { pack.pages[$0]?.page.parent }
        #expect(parents == ["home", "home", "x", "home"] || parents == ["home", "y", "home", "home"])
        #expect(pack.tree.roots.count == 1 && pack.tree.inOrder.count == pack.pages.count)
    }

    @Test func `an item is the same after it was written and read`() throws {
        let picture = PackPicture([.phone: PackMediumID(of: Data([1])), .tablet2x: PackMediumID(of: Data([2]))])
        var page = PackPage(slug: "p", parent: "home", position: -4, title: "P & “Q”", kind: .tiled)
        page.text = HTMLSanitizer(base: PackAddress.base).sanitize("<p>a<br>b <a href=page/q#x>q</a></p>").html
        (page.colour, page.ground) = (PackColour("#aa6836"), 15)
        page.pictures = [.picture: picture, .header: PackPicture()]
        let items: [PackItem] = [
            .page(EditablePage(page, place: .init(latitude: 1, longitude: -2), isDraft: true)),
            .photograph(PackPhoto(name: "bay", position: 3, caption: "A\nbay", credit: "N.", picture: picture)),
            .manifest(
                PackManifest(
                    identity: "guide", version: try #require(PackVersion("1.2.3")), title: "G",
                    languages: ["en", "cy"],
                    licence: "CC0-1.0", credits: ["A", "B"])),
            .baseMap(PackBaseMap(towns: [.init(name: "York", place: .init(latitude: 1, longitude: 2), population: 3)])),
        ]
        for item in items { #expect(try PackItem(json: item.json(), kind: item.key.kind) == item) }
    }

    @Test func `two versions of a page are one where different fields changed`() throws {
        let base = EditablePage(PackPage(slug: "p", parent: "home", title: "P"))
        var (mine, theirs) = (base, base)
        mine.page.title = "Mine"
        theirs.page.parent = "a"
        theirs.isDraft = true
        theirs.page.ground = 3
        guard case .page(let merged)? = PackItem.page(mine).merged(with: .page(theirs), since: .page(base)) else {
            Issue.record("nothing merged")
            return
        }
        #expect(merged.page.title == "Mine" && merged.page.parent == "a" && merged.isDraft && merged.page.ground == 3)
        theirs.page.title = "Theirs"
        #expect(PackItem.page(mine).merged(with: .page(theirs), since: .page(base)) == nil)
        theirs.page.title = "Mine"
        #expect(PackItem.page(mine).merged(with: .page(theirs), since: .page(base)) != nil)
    }
}
