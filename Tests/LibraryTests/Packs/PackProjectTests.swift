import Foundation
import Markup
import News
import Packs
import TestSupport
import Testing

@testable import Library

@Suite struct `A pack that is edited` {
    @Test(.mission("YORK-55"))
    func `what is saved is in the next publication, and drafts are not`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.edit("loom") { page in
            page.page.title = "Loom College"
            page.page.text = fixture.text("<p>Spinning <b>since</b> 1891.</p>")
            (page.page.colour, page.page.ground) = (PackColour("#8f3e5e"), 7)
            page.page.kind = .university
            page.place = .init(latitude: 53_900_000, longitude: -1_000_000)
        }
        try await fixture.edit("food") { $0.isDraft = true }
        let added = try await fixture.add("Getting here", below: "living")
        #expect(try await fixture.installedTitle("loom") == "Loom University")
        #expect(try await fixture.publish() == .published(try #require(PackVersion("2"))))
        let loom = try await fixture.packs.page("loom")
        #expect(loom.summary.title == "Loom College" && loom.text.text == "<p>Spinning <b>since</b> 1891.</p>")
        #expect(loom.summary.colour == PackColour("#8f3e5e") && loom.summary.ground == 7)
        #expect(loom.summary.kind == .university && loom.summary.place?.latitude == 53_900_000)
        #expect(try await fixture.packs.page("living").children.map(\.slug) == [added])
        for slug in ["food", "tour"] {
            await #expect(throws: LibraryError.notThere, "\(slug)") { _ = try await fixture.packs.page(slug) }
        }
        let installed = try await fixture.packs.installed()
        #expect(installed.manifest.version.description == "2" && installed.changes?.removedPages == 2)
        #expect(try await fixture.publish() == .unchanged)
        #expect(try await fixture.packs.installed().manifest.version.description == "2")
    }

    @Test func `of two editors' saves none is lost: other fields are merged, the same field is told`() async throws {
        let fixture = try await PackProjectFixture()
        let (first, base) = try await fixture.page("loom")
        var (mine, theirs) = (first, first)
        mine.page.title = "Loom College"
        theirs.page.ground = 9
        #expect(try await fixture.saved(theirs, base, by: .second) == .saved)
        #expect(try await fixture.saved(mine, base, by: .first) == .merged)
        let merged = try await fixture.page("loom").page
        #expect(merged.page.title == "Loom College" && merged.page.ground == 9)
        var late = first
        late.page.title = "The Loom"
        #expect(try await fixture.saved(late, base, by: .second) == .conflict)
        #expect(try await fixture.page("loom").page == merged)
        _ = try await fixture.remove("loom")
        #expect(try await fixture.saved(late, base, by: .second) == .conflict)
        #expect(try await fixture.contents().pack.pages["loom"] == nil)
    }

    @Test func `every save can be looked at, brought back and taken back`() async throws {
        let fixture = try await PackProjectFixture()
        let before = try await fixture.contents().pack
        try await fixture.edit("loom") { $0.page.title = "One" }
        try await fixture.edit("loom") { $0.page.title = "Two" }
        let removed = try #require(try await fixture.remove("living"))
        #expect(removed.subject == "Living")
        #expect(
            try await fixture.contents().pack.pages.keys.sorted()
                == ["home", "humber", "loom", "drink", "universities"].sorted())
        let changes = try await fixture.projects.changes(of: .page("loom"), in: fixture.id)
        #expect(changes.map(\.action) == [.edit, .edit, .create])
        let first = try await fixture.projects.revision(changes[1].number, of: .page("loom"), in: fixture.id)
        #expect(first.item?.subject == "One" && first.change.editor == .first)
        _ = try await fixture.projects.undo(removed.number, in: fixture.id, by: .second)
        #expect(try await fixture.contents().pack.pages["tour"] == before.pages["tour"])
        await #expect(throws: PackEditError.changedSince) {
            _ = try await fixture.projects.undo(changes[1].number, in: fixture.id, by: .first)
        }
        _ = try await fixture.projects.restore(
            .page("loom"), asOf: changes[2].number, in: fixture.id, by: .first)
        #expect(try await fixture.contents().pack == before)
        let all = try await fixture.projects.changes(in: fixture.id)
        #expect(all.map(\.action) == [.restore, .undo, .remove, .edit, .edit, .create])
        #expect(all[1].undoneNumber == removed.number)
    }

    @Test func `the plan tells what would be new, changed and gone, and how many favourites that costs`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.packs.save("food")
        try await fixture.packs.save("loom")
        _ = try await fixture.remove("food")
        _ = try await fixture.add("By bus", below: "living")
        try await fixture.edit("loom") { $0.page.title = "Loom College" }
        let plan = try await fixture.projects.plan(
            identity: PackLibraryFixture.identity, in: fixture.packs.edition)
        #expect(plan.version.description == "2" && plan.replaced?.description == "1" && plan.isPublishable)
        #expect(plan.difference.added.map(\.title) == ["By bus"])
        #expect(plan.difference.changed.map(\.slug) == ["loom"])
        #expect(Set(plan.difference.removed.map(\.slug)) == ["food", "tour"])
        #expect(plan.lostFavourites == 1)
    }

    @Test func `what has a fault is not published, and the sentence names the page`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.edit("loom") { $0.page.title = String(repeating: "x", count: 501) }
        let outcome = try await fixture.publish()
        guard case .failed(let sentence) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(sentence.contains("longer than 500 bytes") && sentence.hasPrefix("Nothing was published."))
        #expect(try await fixture.packs.installed().manifest.version.description == "1")
        #expect(try await fixture.contents().project.publishFailure == sentence)
    }

    @Test func `a publication waits for its time, and can be called off`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.edit("loom") { $0.page.title = "Loom College" }
        let due = fixture.packs.base.clock.now.addingTimeInterval(3_600)
        try await fixture.projects.schedulePublication(due, of: fixture.id)
        #expect(try await fixture.projects.publishDue(in: [fixture.packs.edition]).isEmpty)
        fixture.packs.base.clock.advance(3_601)
        #expect(try await fixture.projects.publishDue(in: [fixture.packs.edition]).count == 1)
        #expect(try await fixture.installedTitle("loom") == "Loom College")
        try await fixture.edit("loom") { $0.page.title = "Loom" }
        try await fixture.projects.schedulePublication(due, of: fixture.id)
        try await fixture.projects.schedulePublication(nil, of: fixture.id)
        #expect(try await fixture.projects.publishDue(in: [fixture.packs.edition]).isEmpty)
        #expect(try await fixture.installedTitle("loom") == "Loom College")
    }

    @Test func `a picture that only a revision refers to is kept, and goes with the project`() async throws {
        let fixture = try await PackProjectFixture()
        let bytes = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("new".utf8)
        let medium = try #require(try await fixture.projects.add([bytes], to: fixture.id).first)
        try await fixture.edit("loom") { $0.page.pictures = [.picture: PackPicture([.phone: medium.id])] }
        try await fixture.packs.base.library.context.removeOrphanedMedia()
        #expect(try fixture.packs.mediaFiles().contains(medium.id.hex))
        _ = try await fixture.publish()
        #expect(try await fixture.packs.page("loom").pictures[.picture]?.files[.phone] == medium.id)
        try await fixture.edit("loom") { $0.page.pictures = [:] }
        _ = try await fixture.publish()
        #expect(try fixture.packs.mediaFiles().contains(medium.id.hex))
        try await fixture.projects.remove(fixture.id)
        #expect(try !fixture.packs.mediaFiles().contains(medium.id.hex))
        #expect(try await fixture.installedTitle("loom") == "Loom University")
    }
}

/// A project made of the installed guide.
struct PackProjectFixture {
    let packs: PackLibraryFixture
    let id: PackProject.ID
    var projects: PackProjectService { packs.base.library.packProjects }

    init() async throws {
        packs = try await PackLibraryFixture()
        try await packs.install(PackDraft.county())
        let copied = try #require(try await packs.base.library.packProjects.installedPack(in: packs.edition))
        id = try await packs.base.library.packProjects.create(
            copied.pack, media: copied.media, by: .first
        ).id
    }

    func text(_ html: String) -> SafeHTML { HTMLSanitizer(base: PackAddress.base).sanitize(html).html }

    func contents() async throws -> PackProjectContents {
        try await projects.contents(identity: PackLibraryFixture.identity)
    }

    func page(_ slug: String) async throws -> (page: EditablePage, revision: Int64) {
        let contents = try await contents()
        return (
            try #require(contents.pack.pages[slug]), try #require(contents.revisions[.page(slug)])
        )
    }

    func edit(_ slug: String, _ change: (inout EditablePage) -> Void) async throws {
        var (page, revision) = try await page(slug)
        change(&page)
        #expect(try await saved(page, revision, by: .first) == .saved)
    }

    enum Saved { case saved, merged, unchanged, conflict }

    func saved(_ page: EditablePage, _ revision: Int64, by editor: PackEditor) async throws -> Saved {
        switch try await projects.save(.page(page), basedOn: revision, in: id, by: editor) {
        case .saved: .saved
        case .merged: .merged
        case .unchanged: .unchanged
        case .conflict: .conflict
        }
    }

    /// Adds a page and returns its slug.
    func add(_ title: String, below parent: String) async throws -> String {
        let change = try await projects.change(.add, in: id, by: .first) { pack in
            let page = try pack.newPage(titled: title, below: parent)
            return (title, [(.page(page.page.slug), .page(page))])
        }
        let keys = try #require(change)
        let slug = try await contents().revisions.first { $0.value == keys.number }?.key.name
        return try #require(slug)
    }

    func remove(_ slug: String) async throws -> PackChange? {
        try await projects.change(.remove, in: id, by: .first) { pack in
            (pack.pages[slug]?.page.title ?? "", try pack.removal(of: slug).map { ($0, nil) })
        }
    }

    func publish() async throws -> PackPublicationOutcome {
        try await projects.schedulePublication(packs.base.clock.now, of: id)
        let outcomes = try await projects.publishDue(in: [packs.edition])
        return try #require(outcomes[PackLibraryFixture.identity])
    }

    func installedTitle(_ slug: String) async throws -> String { try await packs.page(slug).summary.title }
}

extension PackEditor {
    static let first = PackEditor(key: "1", name: "Firefox on Mac")
    static let second = PackEditor(key: "2", name: "Safari on iPad")
}
