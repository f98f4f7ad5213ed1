import Fetching
import Foundation
import News
import Packs
import SampleOrigins
import Testing
import URLs

@testable import Origins

@Suite struct PackSourceTests {
    @Test func `a published version is fetched with its pictures, and named by what it contains`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let response = try await packs.fetch()
            let pack = try #require(try PackOrigin.pack(response))
            #expect(pack.manifest.version.description == "1.6" && pack.media.count == 2)
            #expect(response.stories == nil && response.status == 200)
            #expect(response.pollingHints.freshSeconds == 600 && !response.pollingHints.lacksValidators)
        }
    }

    @Test func `a whole pack at an address is known by its contents`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let response = try await packs.fetch("/guide/whole.tidingspack")
            #expect(try PackOrigin.pack(response)?.manifest.identity == "invented-county")
            #expect(packs.fixture.requestPaths == ["/guide/whole.tidingspack"])
        }
    }

    @Test func `a version that has come is not fetched again`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let first = try await packs.fetch()
            packs.origin.clearRequests()
            let second = try await packs.fetch(previous: first.sourceState)
            #expect(second.pack == nil && second.status == 304)
            // The list has the same version, but is formatted differently.
            let list = try Data(contentsOf: published.folder.appending(path: "site/pack.json"))
            packs.origin.serve(PublishedPack.resource(Array(list + Data("\n".utf8))), at: "/guide/pack.json")
            let third = try await packs.fetch(previous: second.sourceState)
            #expect(third.pack == nil && third.status == 200)
            #expect(Set(packs.fixture.requestPaths) == ["/guide/pack.json"])
        }
    }

    @Test func `a lower version is not fetched, and that is said`() async throws {
        let (old, new) = (try PublishedPack(version: "1.6"), try PublishedPack(version: "1.10"))
        try await PackOrigin.open { packs in
            try new.serve(at: packs.origin)
            let first = try await packs.fetch()
            try old.serve(at: packs.origin)
            let second = try await packs.fetch(previous: first.sourceState)
            #expect(second.pack == nil && second.diagnostics.contains { $0.contains("below 1.10") })
            #expect(packs.origin.requests(at: "/guide/\(old.index.name)").isEmpty)
        }
    }

    @Test func `only pictures that are not there yet are fetched`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            var packs = packs
            try published.serve(at: packs.origin)
            let known = PackMediumID(of: published.media[0])
            packs.hasMedium = { $0.id == known }
            #expect(try await packs.fetch().pack != nil)
            #expect(packs.origin.requests(at: "/guide/\(published.mediaPaths[0])").isEmpty)
            #expect(packs.origin.requests(at: "/guide/\(published.mediaPaths[1])").count == 1)
        }
    }

    @Test func `an address under pack.invalid is never asked`() async throws {
        try await PackOrigin.open { packs in
            let site = try #require(WebAddress("https://pack.invalid/invented-county"))
            let source = PackSource(
                fetcher: packs.fixture.fetcher, site: site, downloads: PackDownloads(folder: packs.downloads))
            let response = try await source.stories(in: ChannelRequest(address: site, reason: .due))
            #expect(response.pack == nil && response.stories == nil && packs.fixture.requestPaths.isEmpty)
        }
    }

    @Test func `a permanent redirect is told, and what the list names lies beside its new address`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            await packs.origin.simulate(
                .redirected(to: packs.origin.address("/guide/pack.json"), permanent: true), at: "/old/pack.json")
            let response = try await packs.fetch("/old/pack.json")
            #expect(response.movedTo == (try packs.fixture.address("/guide/pack.json")))
            #expect(try PackOrigin.pack(response) != nil)
        }
    }

    // MARK: - Interruptions

    @Test func `a download that breaks off goes on where it ended, also after a restart`() async throws {
        let published = try PublishedPack(pictures: 20)
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let path = "/guide/whole.tidingspack"
            await packs.origin.simulate(.truncated, at: path, times: 1)
            guard case .unreachable = try await packs.failure(path) else {
                Issue.record("a half pack was no failure")
                return
            }
            // The second fetch uses a new source, so that only the folder has the earlier part.
            let response = try await packs.fetch(path)
            #expect(try PackOrigin.pack(response) != nil)
            let last = try #require(packs.origin.requests(at: path).last)
            let start = try #require(last.header("range")?.dropFirst("bytes=".count).split(separator: "-").first)
            #expect(try #require(Int(start)) > 10_000)
            #expect(last.header("if-range") != nil)
        }
    }

    @Test func `pictures that came before an interruption are not fetched again`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let ordered = published.mediaPaths.sorted()
            await packs.origin.simulate(.truncated, at: "/guide/\(ordered[1])")
            #expect(try await packs.failure() != nil)
            await packs.origin.resetBehaviour()
            #expect(try PackOrigin.pack(try await packs.fetch()) != nil)
            #expect(packs.origin.requests(at: "/guide/\(ordered[0])").count == 1)
            #expect(packs.origin.requests(at: "/guide/\(published.index.name)").count == 1)
        }
    }

    @Test func `a pack that changes in the middle of a resume is fetched from the beginning`() async throws {
        let (old, new) = (try PublishedPack(pictures: 20), try PublishedPack(version: "2", text: "New.", pictures: 20))
        try await PackOrigin.open { packs in
            let path = "/guide/whole.tidingspack"
            packs.origin.serve(PublishedPack.resource(try old.whole()), at: path)
            await packs.origin.simulate(.truncated, at: path, times: 1)
            #expect(try await packs.failure(path) != nil)
            let later = FeedFixture.start.addingTimeInterval(60)
            packs.origin.serve(PublishedPack.resource(try new.whole(), modifiedAt: later), at: path)
            let response = try await packs.fetch(path)
            #expect(try PackOrigin.pack(response)?.manifest.version.description == "2")
        }
    }

    @Test func `a range behind the end is answered by a whole request`() async throws {
        let (long, short) = (try PublishedPack(pictures: 40), try PublishedPack(version: "2", pictures: 1))
        try await PackOrigin.open { packs in
            let path = "/guide/whole.tidingspack"
            packs.origin.serve(PublishedPack.resource(try long.whole()), at: path)
            await packs.origin.simulate(.truncated, at: path, times: 1)
            #expect(try await packs.failure(path) != nil)
            // The file has the same date, so that only the range shows the change.
            packs.origin.serve(PublishedPack.resource(try short.whole()), at: path)
            #expect(try PackOrigin.pack(try await packs.fetch(path))?.manifest.version.description == "2")
        }
    }

    @Test func `a server without ranges sends everything again`() async throws {
        let published = try PublishedPack(pictures: 20)
        try await PackOrigin.open { packs in
            let path = "/guide/whole.tidingspack"
            var resource = PublishedPack.resource(try published.whole())
            resource.acceptsRanges = false
            packs.origin.serve(resource, at: path)
            await packs.origin.simulate(.truncated, at: path, times: 1)
            #expect(try await packs.failure(path) != nil)
            #expect(try PackOrigin.pack(try await packs.fetch(path)) != nil)
        }
    }

    @Test func `what arrived within the time is no failure, and the rest follows`() async throws {
        let published = try PublishedPack(pictures: 40)
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let path = "/guide/whole.tidingspack"
            await packs.origin.simulate(.slow(bytesPerSecond: 200_000), at: path, times: 1)
            let first = try await packs.fetch(path, timeLimit: .seconds(1))
            #expect(first.pack == nil && first.sourceState == nil)
            #expect(first.diagnostics.contains { $0.contains("arriving") })
            #expect(try PackOrigin.pack(try await packs.fetch(path)) != nil)
        }
    }
}
