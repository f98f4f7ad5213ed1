import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite(.timeLimit(.minutes(1))) struct DraftTests {
    let fixture: WritingFixture

    init() async throws { fixture = try await WritingFixture() }

    private var service: DraftService { fixture.library.drafts }
    private var me: ReaderID { fixture.me }
    private var target: Draft.Target { .comment(fixture.story, parent: nil) }

    private func save(_ text: String, basedOn revision: Int64?) async throws -> Int64 {
        let result = try await service.save(Draft(target: target, text: text), basedOn: revision, for: me)
        guard case .saved(let revision) = result else { throw MissingValue(what: "\(result)") }
        return revision
    }

    @Test func `a draft is kept at every pause, and found on another device`() async throws {
        let first = try await save("I th", basedOn: nil)
        let second = try await save("I think", basedOn: first)
        #expect(second > first)
        let draft = try #require(try await service.draft(for: target, reader: me))
        #expect(draft.text == "I think" && draft.revision == second && draft.updatedAt == fixture.clock.now)
        #expect(draft.storyTitle == "Story 1")
        #expect(try await service.drafts(for: me).map(\.text) == ["I think"])
        let other = try await fixture.other()
        #expect(try await service.draft(for: target, reader: other) == nil)
        #expect(try await service.drafts(for: other).isEmpty)
    }

    @Test func `two devices overwrite each other's words only when they have seen them`() async throws {
        let base = try await save("Begun", basedOn: nil)
        let there = try await save("Begun on the telephone", basedOn: base)
        let result = try await service.save(Draft(target: target, text: "Begun at the desk"), basedOn: base, for: me)
        guard case .conflict(let stored) = result else { throw MissingValue(what: "a conflict") }
        #expect(stored.text == "Begun on the telephone" && stored.revision == there)
        for revision in [nil, base] {
            let result = try await service.save(Draft(target: target), basedOn: revision, for: me)
            guard case .conflict = result else { throw MissingValue(what: "an old empty page removes nothing") }
        }
        #expect(try await save("Begun on the telephone", basedOn: base) == there, "the same words are no conflict")
        _ = try await save("Begun at the desk", basedOn: there)
        #expect(try await service.drafts(for: me).count == 1)
    }

    @Test func `an empty draft is removed, and its revision never used again`() async throws {
        let first = try await save("Words", basedOn: nil)
        let removed = try await save("  \n", basedOn: first)
        #expect(try await service.drafts(for: me).isEmpty)
        let again = try await save("New words", basedOn: removed)
        #expect(again > removed && removed > first)
        try await service.remove(target, for: me)
        #expect(try await service.draft(for: target, reader: me) == nil)
    }

    @Test func `drafts have limits and places`() async throws {
        let places: [Draft.Target] = [.comment(StoryID(rawValue: 99), parent: nil), .submission(99)]
        for place in places {
            await #expect(throws: LibraryError.notThere) {
                _ = try await service.save(Draft(target: place, text: "x"), basedOn: nil, for: me)
            }
        }
        await #expect(throws: LibraryError.self) {
            _ = try await save(String(repeating: "ä", count: 100_001), basedOn: nil)
        }
        let targets: [Draft.Target] = [
            target, .comment(fixture.story, parent: CommentID(rawValue: 5)),
            .edit(fixture.story, CommentID(rawValue: 5)), .submission(fixture.source.id),
        ]
        for (index, target) in targets.enumerated() {
            fixture.clock.advance(1)
            _ = try await service.save(Draft(target: target, title: "\(index)"), basedOn: nil, for: me)
        }
        #expect(try await service.drafts(for: me).map(\.target) == targets.reversed())
    }

    @Test func `a draft that was saved while its comment was on its way does not come back`() async throws {
        let revision = try await save("I agree", basedOn: nil)
        let gate = fixture.posting.hold("send")
        async let performed = fixture.perform()
        await gate.reached()
        fixture.clock.advance(1)
        let late = try await save("I agree.", basedOn: revision)
        gate.open()
        _ = try await performed
        #expect(try await service.drafts(for: me).isEmpty)
        _ = try await save("I agree.\r\n", basedOn: late)
        #expect(try await service.drafts(for: me).isEmpty, "it has arrived")
        _ = try await save("And another thing.", basedOn: late)
        #expect(try await service.drafts(for: me).count == 1)
    }

    @Test func `what was written after a comment was sent stays`() async throws {
        let gate = fixture.posting.hold("send")
        async let performed = fixture.perform()
        await gate.reached()
        fixture.clock.advance(1)
        _ = try await save("And another thing.", basedOn: nil)
        gate.open()
        _ = try await performed
        #expect(try await service.drafts(for: me).map(\.text) == ["And another thing."])
    }

    @Test func `a story with a draft is not purged`() async throws {
        _ = try await save("Words", basedOn: nil)
        fixture.clock.advance(days: 400)
        try await fixture.base.execute("delete from subscription")
        _ = try await fixture.library.context.purge()
        #expect(try await service.drafts(for: me).map(\.storyTitle) == ["Story 1"])
        try await service.remove(target, for: me)
        #expect(try await fixture.library.context.purge() == 1)
    }

    @Test(.mission("NEXUS-33")) func `name and address are remembered by choice, and can be forgotten`() async throws {
        #expect(try await service.guestAuthor(for: me) == nil)
        var author = GuestAuthor(name: "Ada", email: "ada@a.test", url: "https://a.test/", allowsCookies: true)
        for name in ["Ada", "Ada L."] {
            author.name = name
            try await service.setGuestAuthor(author, for: me)
            #expect(try await service.guestAuthor(for: me) == author)
        }
        #expect(try await service.guestAuthor(for: try await fixture.other()) == nil)
        try await service.setGuestAuthor(nil, for: me)
        #expect(try await service.guestAuthor(for: me) == nil)
    }
}
