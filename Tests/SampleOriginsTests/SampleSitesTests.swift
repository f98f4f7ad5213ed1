import Foundation
import FoundationXML
import Synchronization
import Testing

@testable import SampleOrigins

private let startAt = Date(timeIntervalSince1970: 1_790_000_000)

private final class Clock: Sendable {
    private let instant = Mutex(startAt)
    var now: Date {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}

private func withSampleSites<Result>(_ clock: Clock = Clock(), _ body: (SampleSites) async throws -> Result)
    async throws
    -> Result
{
    try await SampleSites.open(startAt: startAt, now: { clock.now }, body)
}

private func isWellFormed(_ bytes: [UInt8]) -> Bool {
    let parser = XMLParser(data: Data(bytes))
    return parser.parse()
}

@Suite struct SampleSitesTests {
    @Test func `every feed is served well-formed, with its type and its validators`() async throws {
        try await withSampleSites { sites in
            for publication in sites.publications {
                let origin = try #require(sites.origin(publication.slug))
                let response = try await RawHTTPResponse.fetch(origin.port, publication.format.path)
                #expect(response.status == 200, "\(publication.slug)")
                #expect(response.header("content-type") == publication.format.contentType)
                #expect(response.header("etag")?.hasPrefix("W/\"") == true)
                #expect(response.header("last-modified")?.hasSuffix("GMT") == true)
                #expect(response.header("cache-control") == "public, max-age=20")
                if publication.format == .json {
                    let object = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
                    #expect(object?["version"] as? String == "https://jsonfeed.org/version/1.1")
                } else {
                    #expect(isWellFormed(response.body), "\(publication.slug)")
                }
            }
        }
    }

    @Test func `a feed asked again with its validators answers 304, and 200 when a note has come`() async throws {
        let clock = Clock()
        try await withSampleSites(clock) { sites in
            let first = try #require(
                sites.schedule.stories.values.joined().filter { $0.publishedAt > startAt }
                    .min { $0.publishedAt < $1.publishedAt })
            let origin = try #require(sites.origin(first.home))
            let path = try #require(sites.publications.first { $0.slug == first.home }).format.path
            let before = try await RawHTTPResponse.fetch(origin.port, path)
            let tag = try #require(before.header("etag"))
            let modified = try #require(before.header("last-modified"))
            #expect(!before.text.contains("/stories/" + first.story.slug))
            #expect(try await RawHTTPResponse.fetch(origin.port, path, ["If-None-Match": tag]).status == 304)
            #expect(try await RawHTTPResponse.fetch(origin.port, path, ["If-Modified-Since": modified]).status == 304)
            clock.now = first.publishedAt
            let after = try await RawHTTPResponse.fetch(origin.port, path, ["If-None-Match": tag])
            #expect(after.status == 200)
            #expect(after.text.contains("/stories/" + first.story.slug))
        }
    }

    @Test func `a feed comes compressed to those who can read it`() async throws {
        try await withSampleSites { sites in
            let origin = try #require(sites.origin("harbour-post"))
            let plain = try await RawHTTPResponse.fetch(origin.port, "/feed.xml")
            let small = try await RawHTTPResponse.fetch(origin.port, "/feed.xml", ["Accept-Encoding": "gzip, br"])
            #expect(plain.header("content-encoding") == nil)
            #expect(small.header("content-encoding") == "gzip")
            #expect(small.body.prefix(2) == [0x1f, 0x8b])
            #expect(small.body.count * 2 < plain.body.count)
            #expect(small.header("vary") == "Accept-Encoding")
        }
    }

    @Test func `the Courier asks to wait until the given instant and the Lamplighter is gone`() async throws {
        let until = Date(timeIntervalSince1970: 1_790_003_000)
        try await SampleSites.open(startAt: startAt, busyUntil: until, now: { startAt }) { sites in
            let courier = try #require(sites.origin("pell-courier"))
            let busy = try await RawHTTPResponse.fetch(courier.port, "/feed.xml")
            #expect(busy.status == 503)
            #expect(busy.header("retry-after") == TimestampFormatter(until).http)
            let lamplighter = try #require(sites.origin("lamplighter"))
            #expect(try await RawHTTPResponse.fetch(lamplighter.port, "/atom.xml").status == 410)
        }
    }

    @Test func `one story stands in two feeds with the same link and the same text`() async throws {
        try await withSampleSites { sites in
            let shared = try #require(sites.schedule.sharedStory)
            let link = try #require(sites.link(shared))
            let homes = sites.publications.filter { publication in
                sites.schedule.stories(of: publication.slug, at: startAt).contains { sites.link($0) == link }
            }
            #expect(homes.map(\.slug) == ["harbour-post", "tidewater-review"])
            let review = try #require(sites.origin("tidewater-review"))
            #expect(try await RawHTTPResponse.fetch(review.port, "/atom.xml").text.contains(link))
        }
    }

    @Test func `pages lead to the feed and story pages have what real pages have`() async throws {
        try await withSampleSites { sites in
            for publication in sites.publications {
                let origin = try #require(sites.origin(publication.slug))
                let home = try await RawHTTPResponse.fetch(origin.port, "/")
                #expect(home.text.contains("<link rel=\"canonical\" href=\"\(origin.site)/\">"))
                #expect(home.text.contains("rel=\"alternate\"") && home.text.contains(publication.format.path))
                let story = try #require(sites.schedule.stories(of: publication.slug, at: startAt).first)
                let page = try await RawHTTPResponse.fetch(origin.port, story.path)
                #expect(page.status == 200)
                #expect(page.text.contains("<nav>") && page.text.contains("<textarea"))
            }
            let post = try #require(sites.origin("harbour-post"))
            #expect(try await RawHTTPResponse.fetch(post.port, "/stories/never-written").status == 404)
        }
    }

    @Test func `pictures and icons are real pictures`() async throws {
        try await withSampleSites { sites in
            let origin = try #require(sites.origin("harbour-post"))
            let story = try #require(
                sites.schedule.stories(of: "harbour-post", at: startAt).first { $0.story.picture != nil })
            let picture = try await RawHTTPResponse.fetch(origin.port, story.picturePath(0))
            #expect(picture.header("content-type") == "image/webp")
            #expect(picture.body.prefix(4).elementsEqual("RIFF".utf8))
            #expect(try await RawHTTPResponse.fetch(origin.port, story.picturePath(0)).body == picture.body)
            #expect(
                try await RawHTTPResponse.fetch(origin.port, "/icon.png").body.prefix(4) == [0x89, 0x50, 0x4e, 0x47])
            #expect(try await RawHTTPResponse.fetch(origin.port, "/favicon.ico").body.prefix(4) == [0, 0, 1, 0])
        }
    }

    @Test func `a recording is a wave file that can be asked for in parts`() async throws {
        try await withSampleSites { sites in
            let origin = try #require(sites.origin("night-ferry"))
            let episode = try #require(sites.schedule.stories(of: "night-ferry", at: startAt).first)
            let path = "/recordings/\(episode.story.slug).wav"
            let whole = try await RawHTTPResponse.fetch(origin.port, path)
            #expect(whole.body.count == SampleAudio.byteCount)
            #expect(whole.body.prefix(4) == Array("RIFF".utf8)[...])
            let part = try await RawHTTPResponse.fetch(origin.port, path, ["Range": "bytes=100-199"])
            #expect(part.status == 206)
            #expect(part.header("content-range") == "bytes 100-199/\(SampleAudio.byteCount)")
            #expect(part.body == Array(whole.body[100..<200]))
            #expect(try await RawHTTPResponse.fetch(origin.port, path, ["Range": "bytes=9999999-"]).status == 416)
        }
    }

    @Test func `the states change what the town answers`() async throws {
        try await withSampleSites { sites in
            let origin = try #require(sites.origin("orrery"))
            await sites.apply(.empty)
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed.json").text.contains("\"items\":[]"))
            await sites.apply(.huge)
            let many = try await RawHTTPResponse.fetch(origin.port, "/feed.json").text
            #expect(many.split(separator: "\"id\":").count == 101)
            #expect(Set(sites.hugeFeeds(parts: 24).map(\.address)).count == 300)
            await sites.apply(.failing)
            let post = try #require(sites.origin("harbour-post"))
            #expect(try await RawHTTPResponse.fetch(post.port, "/feed.xml").status == 500)
            await sites.apply(.offline)
            await #expect(throws: (any Error).self) { try await RawHTTPResponse.fetch(origin.port, "/feed.json") }
            await sites.apply(.lively)
            #expect(try await RawHTTPResponse.fetch(origin.port, "/feed.json").status == 200)
        }
    }

    @Test func `what the demo marks at the start is there`() async throws {
        try await withSampleSites { sites in
            let links = sites.publications.flatMap { sites.schedule.stories(of: $0.slug, at: startAt) }.compactMap(
                sites.link)
            #expect(sites.savedAtStart.count == 2)
            #expect(Set(sites.savedAtStart).isSubset(of: links))
            #expect(sites.openedAtStart.isSubset(of: links))
            let share = Double(sites.openedAtStart.count) / Double(links.count)
            #expect((0.2...0.45).contains(share))
            #expect(sites.starterFeedGroups.count == 3)
            #expect(sites.feeds.count == 14)
        }
    }
}
