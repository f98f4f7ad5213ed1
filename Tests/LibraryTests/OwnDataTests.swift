import Foundation
import Markup
import News
import TestSupport
import Testing

@testable import Library

/// The files with what is a reader's own.
@Suite struct OwnDataTests {
    private static let feed = "https://loom.example/feed"

    private func text(_ file: OwnDataFile, _ fixture: LibraryFixture, for reader: ReaderID = .first) async throws
        -> String
    {
        var bytes: [UInt8] = []
        try await fixture.library.ownData.write(file, for: reader) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func json(
        _ file: OwnDataFile, _ fixture: LibraryFixture, for reader: ReaderID = .first
    ) async throws -> [String: Any] {
        let text = try await text(file, fixture, for: reader)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// A feed of 250 stories, more than one part of the file; all are saved, one second after the other.
    private func fixtureWithSavedStories() async throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        let stories = try (0..<250).map {
            try fixture.story(
                "\($0)", minutesAgo: Double($0), title: "Story <\($0)>", text: "Text \($0)",
                link: "https://loom.example/\($0)?a=1&b=2")
        }
        try await fixture.follow(Self.feed, title: "The Loom", stories: stories)
        let rows = try await fixture.library.stories.list(.everything, for: .first, depth: 300).rows
        for row in rows.reversed() {
            _ = try await fixture.library.marks.mark([row.id], as: .saved, true, for: .first)
            fixture.clock.advance(1)
        }
        return fixture
    }

    @Test func `each saved story stands once in the files, the last saved first`() async throws {
        let fixture = try await fixtureWithSavedStories()
        let titles = try await fixture.titles(.saved, depth: 300)
        #expect(titles.count == 250)
        let items = try #require(try await json(.savedStories, fixture)["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["title"] as? String } == titles)
        let first = try #require(items.first)
        #expect((first["origin"] as? [String: String])?["streamId"] == "feed/\(Self.feed)")
        #expect((first["canonical"] as? [[String: String]])?.first?["href"]?.hasSuffix("?a=1&b=2") == true)
        #expect((first["content"] as? [String: String])?["content"]?.hasPrefix("<p>Text ") == true)
        let saved = try #require((first["timestampUsec"] as? String).flatMap { Int64($0) })
        #expect(saved == fixture.clock.now.addingTimeInterval(-1).milliseconds * 1000)
        let page = try await text(.savedPage, fixture)
        let headings = page.matches(of: /<h2><a href="[^"]*&amp;b=2">([^<]*)<\/a><\/h2>/).map { String($0.1) }
        #expect(headings == titles.map { $0.replacing("<", with: "&lt;").replacing(">", with: "&gt;") })
        #expect(page.hasSuffix("</body></html>\n"))
    }

    @Test func `marks have the story that they are of, and feeds how far they are read`() async throws {
        let fixture = try await fixtureWithSavedStories()
        let channel = try #require(try await fixture.library.sync.feeds(in: [], for: .first).feeds.first).id
        try await fixture.library.sync.markAllRead([channel], for: .first)
        let kept = try await fixture.id("Story <3>")
        try await fixture.library.sync.mark([kept], as: .read, false, for: .first)
        let file = try await json(.marks, fixture)
        let feeds = try #require(file["feeds"] as? [[String: String]])
        #expect(feeds.map { $0["address"] } == [Self.feed] && feeds.first?["readUntil"] != nil)
        let marks = try #require(file["marks"] as? [[String: Any]])
        #expect(marks.count { $0["mark"] as? String == "saved" } == 250)
        let unread = marks.filter { $0["mark"] as? String == "read" }
        #expect(unread.count == 1 && unread.first?["isSet"] as? Bool == false)
        #expect(unread.first?["identifier"] as? String == "3" && unread.first?["title"] as? String == "Story <3>")
        #expect(unread.first?["link"] as? String == "https://loom.example/3?a=1&b=2")
    }

    @Test func `a reader without anything gets whole files, and nothing of another's`() async throws {
        let fixture = try await fixtureWithSavedStories()
        try await fixture.library.people.rename(.first, to: "Ada")
        try await fixture.library.sessions.setPassword("tide barrier", for: .first)
        let link = try await fixture.library.people.invite(as: .reader, by: .first)
        let bo = try await fixture.library.people.join(
            link, name: "Bo", password: "four quiet words", from: LoginClient(address: "192.0.2.7", isLocal: false)
        ).session.reader
        #expect((try await json(.savedStories, fixture, for: bo)["items"] as? [Any])?.isEmpty == true)
        let marks = try await json(.marks, fixture, for: bo)
        #expect((marks["marks"] as? [Any])?.isEmpty == true && (marks["feeds"] as? [Any])?.isEmpty == true)
        #expect(try await !text(.savedPage, fixture, for: bo).contains("Story"))
    }
}
