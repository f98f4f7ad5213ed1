import Foundation
import News
import Testing

@testable import Library

/// Searching at origins, for what the Library does not have.
@Suite struct `Search at origins` {
    let house: TestHouse

    init() throws { house = try TestHouse() }

    private var desk: OriginSearchDesk { OriginSearchDesk(library: house.library, catalog: house.origins.catalog) }

    private func found(_ keys: [String], next: String? = nil) throws -> Result<SearchAnswer, SourceError> {
        .success(
            SearchAnswer(
                stories: try keys.map { try house.story($0, minutesAgo: 9_000, text: "About tides.") },
                next: next.map { Cursor(rawValue: $0) }))
    }

    @Test func `What an origin finds is kept, in its order, and each story can be opened`() async throws {
        let channel = try await house.follow("https://o.test/list", stories: [try house.story("known")])
        house.origins.put(finds: try found(["b", "known", "a"]), for: "tides")
        let finds = try await desk.find(" tides ", in: .channel(channel), for: house.me)
        #expect(finds.rows.map(\.title) == ["Story b", "Story known", "Story a"])
        #expect(finds.next == nil && finds.failures.isEmpty)
        #expect(finds.rows.map(\.isRead) == [true, false, true])
        #expect(finds.rows[1].channel == channel)
        let facts = try await house.library.stories.story(finds.rows[0].id, for: house.me, in: nil)
        #expect(facts.row.title == "Story b")
        let listed = try await house.titles(.channel(channel))
        #expect(listed == ["Story known"])
    }

    @Test func `The same words ask the origin again, and more goes on where it ended`() async throws {
        let channel = try await house.follow("https://o.test/list", stories: [])
        house.origins.put(finds: try found(["a", "b"], next: "p2"), for: "tides")
        house.origins.put(finds: try found(["b", "c"]), for: "tides p2")
        let first = try await desk.find("tides", in: .channel(channel), for: house.me)
        #expect(first.next != nil)
        let more = try await desk.find("tides", in: .channel(channel), for: house.me, after: first.next)
        #expect(more.rows.map(\.title) == ["Story b", "Story c"] && more.next == nil)
        _ = try await desk.find("tides", in: .channel(channel), for: house.me)
        #expect(house.origins.searched == ["tides", "tides p2", "tides"])
    }

    @Test func `Nothing found and not searched are told apart`() async throws {
        let channel = try await house.follow("https://o.test/list", stories: [])
        house.origins.put(finds: .failure(.refused(status: 500)), for: "tides")
        let failed = try await desk.find("tides", in: .channel(channel), for: house.me)
        #expect(failed.failures.map(\.error) == [.refused(status: 500)] && failed.failures.map(\.host) == ["o.test"])
        let none = try await desk.find("nothing", in: .channel(channel), for: house.me)
        #expect(none.rows.isEmpty && none.failures.isEmpty)
        let blank = try await desk.find("  ", in: .channel(channel), for: house.me)
        #expect(blank.rows.isEmpty && house.origins.searched == ["tides", "nothing"])
    }

    @Test func `Only origins that can be searched are asked`() async throws {
        let channel = try await house.follow("https://o.test/list", stories: [])
        let before = try await desk.canSearch(.channel(channel), for: house.me)
        house.origins.put(finds: try found([]), for: "tides")
        let after = try await desk.canSearch(.channel(channel), for: house.me)
        #expect(!before && after)
    }

    @Test func `What was found is asked for by no schedule and counts nowhere`() async throws {
        let channel = try await house.follow("https://o.test/list", stories: [])
        house.origins.put(finds: try found(["a"]), for: "tides")
        _ = try await desk.find("tides", in: .channel(channel), for: house.me)
        let due = try await house.number("select count(*) from channel where is_finding = 1 and due_at is not null")
        let findings = try await house.number("select count(*) from channel where is_finding = 1")
        #expect(due == 0 && findings == 1)
        let everything = try await house.titles(.everything)
        #expect(everything.isEmpty)
        let arrived = try await house.library.stories.newest(for: house.me)
        #expect(arrived == nil)
    }
}
