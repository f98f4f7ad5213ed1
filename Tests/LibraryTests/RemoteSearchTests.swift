import Foundation
import News
import TestSupport
import Testing

@testable import Library

/// Tests of searches at origins, for stories that the Library does not have.
@Suite struct `Search at origins` {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private var service: RemoteSearchService { fixture.library.remoteSearch }

    private func found(_ keys: [String], next: String? = nil) throws -> Result<SearchResponse, SourceError> {
        .success(
            SearchResponse(
                stories: try keys.map { try fixture.story($0, minutesAgo: 9_000, text: "About tides.") },
                next: next.map { SourceCursor(rawValue: $0) }))
    }

    @Test func `What an origin finds is kept, in its order, and each story can be opened`() async throws {
        let channel = try await fixture.follow("https://o.test/list", stories: [try fixture.story("known")])
        fixture.source.put(finds: try found(["b", "known", "a"]), for: "tides")
        let finds = try await service.find(" tides ", in: .channel(channel), for: fixture.me)
        #expect(finds.rows.map(\.title) == ["Story b", "Story known", "Story a"])
        #expect(finds.next == nil && finds.failures.isEmpty)
        #expect(finds.rows.map(\.isRead) == [true, false, true])
        #expect(finds.rows[1].channel == channel)
        let facts = try await fixture.library.stories.story(finds.rows[0].id, for: fixture.me, in: nil)
        #expect(facts.row.title == "Story b")
        let listed = try await fixture.titles(.channel(channel))
        #expect(listed == ["Story known"])
    }

    @Test(.mission("MIT-32", "MIT-33"))
    func `The same words ask the origin again, and more goes on where it ended`() async throws {
        let channel = try await fixture.follow("https://o.test/list", stories: [])
        fixture.source.put(finds: try found(["a", "b"], next: "p2"), for: "tides")
        fixture.source.put(finds: try found(["b", "c"]), for: "tides p2")
        let first = try await service.find("tides", in: .channel(channel), for: fixture.me)
        #expect(first.next != nil)
        let more = try await service.find("tides", in: .channel(channel), for: fixture.me, after: first.next)
        #expect(more.rows.map(\.title) == ["Story b", "Story c"] && more.next == nil)
        _ = try await service.find("tides", in: .channel(channel), for: fixture.me)
        #expect(fixture.source.searches == ["tides", "tides p2", "tides"])
    }

    @Test func `Nothing found and not searched are told apart`() async throws {
        let channel = try await fixture.follow("https://o.test/list", stories: [])
        fixture.source.put(finds: .failure(.refused(status: 500)), for: "tides")
        let failed = try await service.find("tides", in: .channel(channel), for: fixture.me)
        #expect(failed.failures.map(\.error) == [.refused(status: 500)] && failed.failures.map(\.host) == ["o.test"])
        let none = try await service.find("nothing", in: .channel(channel), for: fixture.me)
        #expect(none.rows.isEmpty && none.failures.isEmpty)
        let blank = try await service.find("  ", in: .channel(channel), for: fixture.me)
        #expect(blank.rows.isEmpty && fixture.source.searches == ["tides", "nothing"])
    }

    @Test func `Only origins that can be searched are asked`() async throws {
        let channel = try await fixture.follow("https://o.test/list", stories: [])
        let before = try await service.canSearch(.channel(channel), for: fixture.me)
        fixture.source.put(finds: try found([]), for: "tides")
        let after = try await service.canSearch(.channel(channel), for: fixture.me)
        #expect(!before && after)
    }

    @Test func `What was found is asked for by no schedule and counts nowhere`() async throws {
        let channel = try await fixture.follow("https://o.test/list", stories: [])
        fixture.source.put(finds: try found(["a"]), for: "tides")
        _ = try await service.find("tides", in: .channel(channel), for: fixture.me)
        let due = try await fixture.number(
            "select count(*) from channel where is_result_list = 1 and due_at is not null")
        let findings = try await fixture.number("select count(*) from channel where is_result_list = 1")
        #expect(due == 0 && findings == 1)
        let everything = try await fixture.titles(.everything)
        #expect(everything.isEmpty)
        let arrived = try await fixture.library.stories.newestStory(for: fixture.me)
        #expect(arrived == nil)
    }
}
