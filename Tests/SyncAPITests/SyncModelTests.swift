import Foundation
import Library
import News
import TestSupport
import Testing

/// Random marks of two programs and the app against a model in which the newest wins.
@Suite struct SyncModelTests {
    private struct Model {
        var read: Set<Int64> = []
        var saved: Set<Int64> = []
    }

    @Test(arguments: 1...6) func `what two programs and the app mark is one state`(seed: Int) async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...20))
        try await app.follow("https://b.test/feed", stories: app.stories(1...20, "b"))
        let made = try await app.library.appPasswords.create(named: "Fever", for: app.me)
        try await app.withSignedIn { first async throws in
            try await app.withSignedIn { second async throws in
                var random = SeededGenerator(state: UInt64(seed))
                var model = Model()
                let all = try await first.ids("n=1000").compactMap { Int64($0) }
                let own = Set(try await first.ids("n=1000&s=feed/\(feed.rawValue)").compactMap { Int64($0) })
                for _ in 1...120 {
                    let chosen = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                        all.randomElement(using: &random)
                    }
                    let program = Bool.random(using: &random) ? first : second
                    let body = chosen.map { "i=\($0)" }.joined(separator: "&")
                    switch Int.random(in: 0...7, using: &random) {
                    case 0:
                        _ = try await program.change("edit-tag", "\(body)&a=\(Stream.read)")
                        model.read.formUnion(chosen)
                    case 1:
                        _ = try await program.change("edit-tag", "\(body)&r=\(Stream.read)")
                        model.read.subtract(chosen)
                    case 2:
                        _ = try await program.change("edit-tag", "\(body)&a=\(Stream.starred)")
                        model.saved.formUnion(chosen)
                    case 3:
                        _ = try await program.change("edit-tag", "\(body)&r=\(Stream.starred)")
                        model.saved.subtract(chosen)
                    case 4:
                        let isRead = Bool.random(using: &random)
                        _ = try await app.library.marks.mark(
                            chosen.map { StoryID(rawValue: $0) }, as: .read, isRead, for: app.me)
                        if isRead { model.read.formUnion(chosen) } else { model.read.subtract(chosen) }
                    case 5:
                        let isSaved = Bool.random(using: &random)
                        _ = try await app.library.marks.mark(
                            chosen.map { StoryID(rawValue: $0) }, as: .saved, isSaved, for: app.me)
                        if isSaved { model.saved.formUnion(chosen) } else { model.saved.subtract(chosen) }
                    case 6 where Int.random(in: 0...5, using: &random) == 0:
                        _ = try await program.change("mark-all-as-read", "s=user/-/label/Birds")
                        model.read.formUnion(own)
                    default: app.clock.advance(1)
                    }
                    try await Self.expect(model, all, Bool.random(using: &random) ? first : second)
                }
                try await Self.expectInApp(model, all, app)
            }
        }
        _ = made
    }

    private static func expect(_ model: Model, _ all: [Int64], _ program: Program) async throws {
        func ids(_ query: String) async throws -> Set<Int64> {
            Set(try await program.ids("n=1000&\(query)").compactMap { Int64($0) })
        }
        #expect(try await ids("xt=\(Stream.read)") == Set(all).subtracting(model.read))
        #expect(try await ids("s=\(Stream.read)") == model.read)
        #expect(try await ids("s=\(Stream.starred)") == model.saved)
        let total = try await program.call("unread-count").list("unreadcounts").last?["count"] as? Int
        #expect(total == all.count - model.read.count)
    }

    private static func expectInApp(_ model: Model, _ all: [Int64], _ app: SyncTestApp) async throws {
        let rows = try await app.library.stories.list(.everything, for: app.me, depth: 1000).rows
        #expect(Set(rows.filter(\.isRead).map(\.id.rawValue)) == model.read)
        #expect(Set(rows.filter(\.isSaved).map(\.id.rawValue)) == model.saved)
        #expect(rows.count == all.count)
    }
}
