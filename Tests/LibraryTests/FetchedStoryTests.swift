import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of story data that only some kinds of origin have.
@Suite struct `What origins say of stories` {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func picture(_ name: String, _ renditions: [Int] = []) throws -> PictureReference {
        var picture = PictureReference(address: try webAddress("https://o.test/\(name).jpg"), width: 1424, height: 1424)
        picture.renditions = try renditions.map {
            PictureReference.Rendition(
                address: try webAddress("https://o.test/\(name)-\($0).jpg"), width: $0, height: $0)
        }
        return picture
    }

    private func row(_ change: (inout FetchedStory) -> Void) async throws -> StoryRow {
        var story = try fixture.story("a")
        change(&story)
        let channel = try await fixture.follow("https://o.test/list", stories: [story])
        let rows = try await fixture.library.stories.list(.channel(channel), for: fixture.me, depth: 1).rows
        return try #require(rows.first)
    }

    @Test func `A story told elsewhere says so in lists`() async throws {
        let row = try await row {
            $0.isExternal = true
        }
        #expect(row.isExternal)
    }

    @Test func `A gallery without a lead picture gives its row none, and its page all`() async throws {
        let pictures = [try picture("one"), try picture("two")]
        let row = try await row {
            $0.pictures = pictures
            $0.hasLeadPicture = false
        }
        let facts = try await fixture.library.stories.story(row.id, for: fixture.me, in: nil)
        #expect(row.picture == nil && row.pictureCount == 2)
        #expect(facts.pictures.map(\.address) == pictures.map(\.address) && facts.row.picture == nil)
    }

    @Test(
        .mission("MIT-14"),
        arguments: [(72, "one-72"), (240, "one-468"), (468, "one-468"), (480, "one"), (4_000, "one")])
    func `Of a picture's files the smallest is taken that fills the place`(width: Int, name: String) async throws {
        let picture = try picture("one", [72, 468])
        let row = try await row { $0.pictures = [picture] }
        let id = try #require(row.picture?.id)
        let fact = try await fixture.library.pictures.picture(id, atLeast: width)
        #expect(fact.address.path == "/\(name).jpg" && fact.width == 1424)
        let whole = try await fixture.library.pictures.picture(id)
        #expect(whole.address.path == "/one.jpg")
    }

    @Test func `Looking at a small file leaves the size that the origin named`() async throws {
        let picture = try picture("one", [72, 468])
        let row = try await row { $0.pictures = [picture] }
        let unmeasured = try await fixture.library.pictures.unmeasured(limit: 9)
        #expect(unmeasured.map(\.address.path) == ["/one-468.jpg"])
        let id = try #require(row.picture?.id)
        try await fixture.library.pictures.recordMeasurement(id, width: 468, height: 468, colour: "#102030")
        let fact = try await fixture.library.pictures.picture(id)
        #expect(fact.width == 1424 && fact.meanColour == "#102030")
    }

    @Test func `New captions of a gallery are a change of the story`() async throws {
        var story = try fixture.story("a")
        story.pictures = [try picture("one", [72])]
        let channel = try await fixture.follow("https://o.test/list", stories: [story])
        let same = try await fixture.deliver([story], in: channel, at: "https://o.test/list")
        story.pictures[0].caption = "Another caption"
        let other = try await fixture.deliver([story], in: channel, at: "https://o.test/list")
        #expect(same.changed == 0 && other.changed == 1)
    }

    @Test(arguments: [(60, 30.0, 1), (60, 61.0, 2), (0, 30.0, 1), (0, 61.0, 2), (600, 61.0, 1), (600, 601.0, 2)])
    func `A list that is shown is asked for when its freshness has run out, to the second`(
        fresh: Int, seconds: Double, requests: Int
    ) async throws {
        let address = "https://o.test/list"
        let channel = try await fixture.follow(address, stories: [])
        fixture.source.put(
            .success(
                ChannelResponse(stories: [], pollingHints: PollingHints(freshSeconds: fresh, viewFreshSeconds: fresh))),
            at: address)
        try await fixture.refresh(channel)
        let before = fixture.source.requests.count
        fixture.clock.advance(seconds)
        try await fixture.library.refreshing.refreshIfStale(channel, for: fixture.me)
        await fixture.refresher.runOnce()
        #expect(fixture.source.requests.count - before == requests - 1)
        if requests > 1 { #expect(fixture.source.requests.last?.reason == .viewed) }
    }
}
