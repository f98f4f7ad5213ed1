import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of a feed's first document and a later one, with the number of stories that result.
@Suite struct `Stories whose keys change` {
    let fixture: LibraryFixture
    let address = "https://a.test/feed"
    private let start: Date

    init() throws {
        fixture = try LibraryFixture()
        start = fixture.clock.now
    }

    private static let long = (0..<80).map { "word\($0 * 7 % 61)" }.joined(separator: " ")

    /// A story as a feed contains it.
    struct Entry: Sendable {
        var key: String
        var title = "Reeds are cut"
        var text = "Early this year."
        var link: String?
        /// The age in minutes; nil for an undated story.
        var age: Double? = 61.5
        var file: String?
        var discussion: String?
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var what: String
        var before: [Entry]
        var after: [Entry]
        var testDescription: String { what }

        init(_ what: String, _ before: Entry..., to after: Entry...) {
            (self.what, self.before, self.after) = (what, before, after)
        }
    }

    private func story(_ entry: Entry) throws -> FetchedStory {
        var story = FetchedStory(
            key: entry.key, title: entry.title, link: try entry.link.map { try webAddress($0) },
            body: SafeHTML(restoring: "<p>\(entry.text)</p>"), text: entry.text, original: "<p>\(entry.text)</p>",
            publishedAt: entry.age.map { start.addingTimeInterval(-$0 * 60) },
            discussionLink: try entry.discussion.map { try webAddress($0) })
        story.enclosures = try [entry.file].compactMap(\.self).map {
            Enclosure(address: try webAddress($0), type: "audio/mpeg")
        }
        return story
    }

    private func deliver(_ entries: [Entry], in channel: ChannelID) async throws -> RefreshSummary {
        fixture.clock.advance(3600)
        return try await fixture.deliver(try entries.map(story), in: channel, at: address)
    }

    static let same: [Change] = [
        Change("guids get https", Entry(key: "http://h.test/?p=1"), to: Entry(key: "https://h.test/?p=1")),
        Change(
            "guids and links get https, www. and another date",
            Entry(key: "http://h.test/1", link: "http://h.test/1"),
            to: Entry(key: "https://www.h.test/1", link: "https://www.h.test/1", age: 3)),
        Change("a host within the guid", Entry(key: "12 at http://h.test"), to: Entry(key: "12 at https://h.test")),
        Change(
            "a new guid", Entry(key: "old", link: "https://h.test/1"), to: Entry(key: "new", link: "https://h.test/1")),
        Change(
            "a new guid and a corrected title", Entry(key: "old", title: "Reads are cut", link: "https://h.test/1"),
            to: Entry(key: "new", link: "https://h.test/1")),
        Change(
            "a new guid and a tracked link of http", Entry(key: "old", link: "http://www.h.test/1/"),
            to: Entry(key: "new", link: "https://h.test/1?utm_source=x#more")),
        Change(
            "a new guid, undated", Entry(key: "old", link: "https://h.test/1", age: nil),
            to: Entry(key: "new", link: "https://h.test/1", age: nil)),
        Change(
            "a new guid and date of a long text", Entry(key: "old", text: long, link: "https://h.test/1"),
            to: Entry(key: "new", text: long + " and more", link: "https://h.test/1", age: 2)),
        Change(
            "a session in the link", Entry(key: "https://h.test/a?id=5&s=abc", link: "https://h.test/a?id=5&s=abc"),
            to: Entry(key: "https://h.test/a?id=5&s=xyz", link: "https://h.test/a?id=5&s=xyz")),
        Change(
            "a session in the link, undated and without text",
            Entry(key: "https://h.test/a?s=abc", text: "", link: "https://h.test/a?s=abc", age: nil),
            to: Entry(key: "https://h.test/a?s=xyz", text: "", link: "https://h.test/a?s=xyz", age: nil)),
        Change(
            "a corrected slug", Entry(key: "https://h.test/reads", link: "https://h.test/reads"),
            to: Entry(key: "https://h.test/reeds", link: "https://h.test/reeds")),
        Change(
            "a corrected slug, undated", Entry(key: "https://h.test/reads", link: "https://h.test/reads", age: nil),
            to: Entry(key: "https://h.test/reeds", link: "https://h.test/reeds", age: nil)),
        Change(
            "a corrected slug of an episode",
            Entry(key: "https://h.test/reads", link: "https://h.test/reads", file: "http://h.test/1.mp3"),
            to: Entry(key: "https://h.test/reeds", link: "https://h.test/reeds", file: "https://h.test/1.mp3?x=1")),
        Change(
            "another host", Entry(key: "http://old.test/1", link: "http://old.test/1"),
            to: Entry(key: "https://new.test/1", link: "https://new.test/1")),
    ]

    @Test(arguments: same)
    func `A story that comes under another key is the one that was there, with its marks`(change: Change) async throws {
        let channel = try await fixture.follow(address)
        _ = try await deliver(change.before, in: channel)
        let before = try #require(
            try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows.first)
        _ = try await fixture.library.marks.mark([before.id], as: .saved, true, for: fixture.me)
        try await fixture.library.marks.markOpened(before.id, for: fixture.me)
        #expect(try await deliver(change.after, in: channel).newStories == 0)
        let rows = try await fixture.library.stories.list(.saved, for: fixture.me, depth: 9).rows
        #expect(rows.map(\.id) == [before.id] && rows.map(\.title) == ["Reeds are cut"])
        #expect(try await fixture.titles(.everything).count == 1)
        #expect(try await fixture.titles(.unread).isEmpty)
        // The story is found by its new key from now on, and by the old one, should that come back.
        #expect(try await deliver(change.after, in: channel).newStories == 0)
        #expect(try await deliver(change.before, in: channel).newStories == 0)
    }

    static let different: [Change] = [
        Change(
            "a daily title with another text, undated",
            Entry(key: "https://h.test/f?v=a", text: "Rain.", link: "https://h.test/f?v=a", age: nil),
            to: Entry(key: "https://h.test/f?v=b", text: "Sun.", link: "https://h.test/f?v=b", age: nil)),
        Change(
            "a daily title without text, by the date in its link",
            Entry(key: "https://h.test/f?d=2026-11-27", text: "", link: "https://h.test/f?d=2026-11-27", age: nil),
            to: Entry(key: "https://h.test/f?d=2026-11-28", text: "", link: "https://h.test/f?d=2026-11-28", age: nil)),
        Change(
            "two in one document", Entry(key: "old", link: "https://h.test/1"),
            to: Entry(key: "new", link: "https://h.test/1"), Entry(key: "old", link: "https://h.test/1")),
        Change(
            "two spellings in one document", Entry(key: "http://h.test/1"),
            to: Entry(key: "https://h.test/1"), Entry(key: "http://h.test/1")),
        Change(
            "an episode of one title", Entry(key: "1", link: "https://h.test/show", file: "https://h.test/1.mp3"),
            to: Entry(key: "2", link: "https://h.test/show", age: 1, file: "https://h.test/2.mp3")),
        Change(
            "an episode of one title, text and link",
            Entry(key: "1", text: long, link: "https://h.test/show", file: "https://h.test/1.mp3"),
            to: Entry(key: "2", text: long, link: "https://h.test/show", age: 1, file: "https://h.test/2.mp3")),
        Change(
            "an undated episode of one title", Entry(key: "1", age: nil, file: "https://h.test/1.mp3"),
            to: Entry(key: "2", age: nil, file: "https://h.test/2.mp3")),
        Change(
            "a forecast under one link", Entry(key: "1", text: "Rain.", link: "https://h.test/weather"),
            to: Entry(key: "2", text: "Sun.", link: "https://h.test/weather", age: 1)),
        Change(
            "a forecast under one link, undated",
            Entry(key: "1", text: "Rain.", link: "https://h.test/weather", age: nil),
            to: Entry(key: "2", text: "Sun.", link: "https://h.test/weather", age: nil)),
        Change(
            "another number in the link",
            Entry(key: "https://h.test/a?id=5", text: "", link: "https://h.test/a?id=5", age: nil),
            to: Entry(key: "https://h.test/a?id=6", text: "", link: "https://h.test/a?id=6", age: nil)),
        Change(
            "one title and date", Entry(key: "1", text: "Rain.", link: "https://h.test/1"),
            to: Entry(key: "2", text: "Sun.", link: "https://h.test/2")),
        Change(
            "a link submitted again",
            Entry(key: "1", link: "https://h.test/1", discussion: "https://talk.test/1"),
            to: Entry(key: "2", link: "https://h.test/1", discussion: "https://talk.test/2")),
        Change(
            "the next version on one page",
            Entry(key: "1", title: "Version 1.0", link: "https://h.test/changes"),
            Entry(key: "2", title: "Version 1.1", link: "https://h.test/changes"),
            to: Entry(key: "3", title: "Version 1.2", link: "https://h.test/changes", age: 1)),
    ]

    @Test(arguments: different)
    func `What only resembles a known story is a story of its own`(change: Change) async throws {
        let channel = try await fixture.follow(address)
        _ = try await deliver(change.before, in: channel)
        #expect(try await deliver(change.after, in: channel).newStories == 1)
        #expect(try await fixture.titles(.everything).count == change.before.count + 1)
    }

    @Test func `A source whose keys never change has each key for itself`() async throws {
        let channel = try await fixture.follow(address)
        fixture.source.hasPermanentKeys = true
        _ = try await deliver([Entry(key: "1", link: "https://h.test/1")], in: channel)
        #expect(try await deliver([Entry(key: "2", link: "https://h.test/1")], in: channel).newStories == 1)
    }

    @Test func `A purged story does not come back under another key`() async throws {
        let fixture = try LibraryFixture(retention: RetentionPolicy(readDays: 1, unreadDays: 1, minimumPerChannel: 0))
        let channel = try await fixture.follow(
            address, stories: [fixture.story("http://h.test/1"), fixture.story("2", link: "http://h.test/2")])
        let published = try fixture.story("x").publishedAt
        fixture.clock.advance(3 * 86_400)
        #expect(try await fixture.library.context.purge() == 2)
        var (first, second) = try (fixture.story("https://h.test/1"), fixture.story("b", link: "https://h.test/2"))
        (first.publishedAt, second.publishedAt) = (published, published)
        #expect(try await fixture.deliver([first, second], in: channel, at: address).newStories == 0)
        #expect(try await fixture.titles(.everything).isEmpty)
    }

    @Test func `A feed that joins its https twin brings no story twice`() async throws {
        let secure = "https://b.test/feed"
        let entries = { (scheme: String) in
            try (1...3).map {
                try fixture.story("\(scheme)://b.test/\($0)", minutesAgo: Double($0), title: "Story \($0)")
            }
        }
        let other = try await fixture.follow(secure, stories: entries("https"))
        let old = try await fixture.follow("http://b.test/feed", stories: entries("http"))
        fixture.source.put(
            .success(ChannelResponse(stories: nil, movedTo: try webAddress(secure))), at: "http://b.test/feed")
        for _ in 0..<2 { try await fixture.refresh(old) }
        #expect(try await fixture.titles(.channel(other)) == ["Story 1", "Story 2", "Story 3"])
    }
}
