import News
import Packs
import TestSupport
import Testing

@testable import Library

@Suite struct `The history of a pack that is edited` {
    private func entries(_ fixture: PackProjectFixture) async throws -> [PackHistoryEntry] {
        try await fixture.projects.history(in: fixture.id)
    }

    @Test func `each change says which fields of which item changed`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.edit("loom") { page in
            page.page.text = fixture.text("<p>Spinning.</p>")
            page.place = .init(latitude: 53_900_000, longitude: -1_000_000)
        }
        try await fixture.edit("loom") { page in
            (page.page.title, page.page.kind, page.isDraft) = ("Loom College", .list, !page.isDraft)
            (page.page.colour, page.page.ground) = (PackColour("#8f3e5e"), 7)
            page.page.address = try? webAddress("https://loom.example/")  // A test's own address.
            page.page.pictures = [:]
        }
        _ = try await fixture.remove("living")
        let entries = try await entries(fixture)
        #expect(entries.map(\.change.action) == [.remove, .edit, .edit, .create])
        #expect(entries[2].items.map(\.fields) == [[.text, .place]])
        let many = try #require(entries[1].items.first)
        #expect(many.subject == "Loom College" && many.before?.subject == "Loom University")
        #expect(
            many.fields.contains(.title) && many.fields.contains(.kind) && many.fields.contains(.draft)
                && many.fields.contains(.address) && many.fields.contains(.ground))
        let removed = entries[0]
        #expect(removed.items.first?.subject == "Living" && removed.items.allSatisfy { $0.after == nil })
        #expect(removed.itemCount == removed.items.count && removed.itemCount > 1)
        let own = try await fixture.projects.history(of: .page("loom"), in: fixture.id)
        #expect(own.map { $0.items.first?.fields.isEmpty } == [false, false, nil])
    }

    @Test func `a move says where from and where to, also after later moves`() async throws {
        let fixture = try await PackProjectFixture()
        func move(_ slug: String, _ destination: EditablePack.Destination) async throws {
            _ = try await fixture.projects.change(.move, in: fixture.id, by: .first) { pack in
                (
                    pack.pages[slug]?.page.title ?? "",
                    try pack.move(slug, to: destination).map { (.page($0.page.slug), .page($0)) }
                )
            }
        }
        let bus = try await fixture.add("By bus", below: "living")
        let train = try await fixture.add("By train", below: "living")
        try await move(train, .before(bus))
        try await move(bus, .below("universities"))
        let moves = try await entries(fixture).filter { $0.change.action == .move }.map { $0.items.compactMap(\.move) }
        #expect(moves.map(\.count) == [1, 1])
        let (last, first) = (try #require(moves[0].first), try #require(moves[1].first))
        #expect(first.from.above == "Living" && first.to.above == "Living" && first.from.previous == "By bus")
        #expect(first.to.previous != "By bus")
        #expect(last.from.above == "Living" && last.from.previous == "By train" && last.to.above == "Universities")
    }

    @Test func `a publication stands between the changes, and all goes back to it in one change`() async throws {
        let fixture = try await PackProjectFixture()
        try await fixture.edit("loom") { $0.page.title = "One" }
        _ = try await fixture.publish()
        let published = try await fixture.contents()
        #expect(published.project.published?.changeNumber == published.project.changeNumber)
        try await fixture.edit("loom") { $0.page.title = "Two" }
        _ = try await fixture.remove("living")
        let added = try await fixture.add("By bus", below: "universities")
        let before = try await fixture.contents().pack
        let publication = try #require(try await entries(fixture).first { $0.change.action == .publish })
        #expect(publication.change.subject == "2" && !publication.change.isUndoable)
        let change = try #require(
            try await fixture.projects.goBack(to: publication.change.number, in: fixture.id, by: .second))
        #expect(change.action == .goBack && change.undoneNumber == publication.change.number && change.isUndoable)
        #expect(try await fixture.contents().pack == published.pack)
        #expect(try await fixture.contents().pack.pages[added] == nil)
        #expect(try await fixture.projects.goBack(to: publication.change.number, in: fixture.id, by: .first) == nil)
        // Nothing is published by it, and it is taken back like any other change.
        #expect(try await fixture.packs.installed().manifest.version.description == "2")
        _ = try await fixture.projects.undo(change.number, in: fixture.id, by: .first)
        #expect(try await fixture.contents().pack == before)
        for number in [publication.change.number - 1, 99] {
            await #expect(throws: LibraryError.notThere) {
                _ = try await fixture.projects.goBack(to: number, in: fixture.id, by: .first)
            }
        }
        await #expect(throws: LibraryError.notThere) {
            _ = try await fixture.projects.undo(publication.change.number, in: fixture.id, by: .first)
        }
        let beginning = try #require(try await fixture.projects.goBack(to: 1, in: fixture.id, by: .first))
        #expect(try await fixture.installedTitle("loom") == "One" && beginning.isUndoable)
        #expect(try await fixture.contents().pack.pages["loom"]?.page.title == "Loom University")
        let past = try await fixture.projects.contents(asOf: publication.change.number, in: fixture.id)
        #expect(past == published.pack)
    }
}
