import Foundation
import HTTPTypes
import Library
import News
import Testing

@testable import Web

/// The state that an open page follows while the reader uses another device.
@Suite struct LiveMarksTests {
    private struct Answer: Decodable {
        struct Marks: Decodable, Equatable {
            let story: Int64
            let read, saved, ticked: Bool
        }
        struct Place: Decodable, Equatable { let position, anchor: Int64 }

        let revision: Int64
        let marks: [Marks]
        let unread: [String: String]?
        let place: Place?
    }

    private func ask(
        _ browser: Browser, _ stories: [Int64], seen: Int64? = nil, story: Int64? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        let named = stories.map(String.init).joined(separator: ",")
        let path = "/api/marks?stories=\(named)&lists=unread\(story.map { "&story=\($0)" } ?? "")"
        let answer = try await browser.get(path + (seen.map { "&seen=\($0)" } ?? ""), headers)
        #expect(answer.status == .ok)
        return try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8))
    }

    @Test func `a page without a revision gets its state at once, and then waits for a change`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://loom.example/feed", stories: app.stories(1...3))
        let (one, other) = (try await app.row("Story 1").id, try await app.row("Story 2").id)
        try await app.withBrowser { browser async throws in
            let ids = [one.rawValue, other.rawValue, 4_711]
            let first = try await ask(browser, ids)
            #expect(
                first.marks.map(\.story) == [one, other].map(\.rawValue).sorted() && first.unread?["unread"] == "3")
            #expect(first.marks.allSatisfy { !$0.read && !$0.saved && !$0.ticked } && first.place == nil)
            async let next = ask(browser, ids, seen: first.revision, story: one.rawValue)
            _ = try await app.library.marks.mark([one], as: .ticked, true, for: app.reader)
            let answer = try await next
            #expect(answer.revision != first.revision && answer.unread?["unread"] == "2")
            #expect(
                answer.marks.first { $0.story == one.rawValue }
                    == .init(story: one.rawValue, read: true, saved: false, ticked: true))
            // A change that came before the request is told without a wait.
            try await app.library.readingProgress.save(
                ReadingProgress(position: 4200, length: 10_000, anchor: 7), in: .text, of: one, for: app.reader)
            let place = try await ask(browser, ids, seen: answer.revision, story: one.rawValue).place
            #expect(place == .init(position: 4200, anchor: 7))
        }
    }

    @Test func `another reader's changes wake no page, and their marks are told to nobody`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://loom.example/feed", stories: app.stories(1...2))
        let story = try await app.row("Story 1").id
        try await app.withBrowser { browser async throws in
            let other = try await app.secondReader(browser)
            _ = try await app.library.marks.mark([story], as: .saved, true, for: app.reader)
            let theirs = try await ask(browser, [story.rawValue], other)
            #expect(theirs.marks.allSatisfy { !$0.saved })
            let before = app.library.revision(for: ReaderID(rawValue: 2))
            _ = try await app.library.marks.mark([story], as: .saved, false, for: app.reader)
            let waited = await app.library.nextRevision(
                after: before, for: ReaderID(rawValue: 2), within: .milliseconds(200))
            #expect(waited == before)
        }
    }

    @Test func `a page in a cache is told of a new reading place`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://loom.example/feed", stories: app.stories(1...1))
        let story = try await app.row("Story 1").id
        try await app.withBrowser { browser async throws in
            let path = "/mine/story/\(story.rawValue)"
            let tag = try #require(try await browser.get(path).header("ETag"))
            let conditional = ["If-None-Match": tag]
            #expect(try await browser.get(path, conditional).status == .notModified)
            let saved = try await browser.post(
                "/mine/act/reading-progress", "story=\(story.rawValue)&part=text&at=4200&whole=10000&anchor=7")
            #expect(saved.status.code < 400)
            let later = try await browser.get(path, conditional)
            #expect(later.status == .ok && later.text.contains("data-position=\"4200\""))
        }
    }
}
