import Failures
import Fetching
import Foundation
import News
import Packs
import SampleOrigins
import Testing
import URLs

@testable import Origins

/// Tests that no damaged pack is returned, and that every fault has its own error.
@Suite struct PackSourceFaultTests {
    @Test(arguments: [false, true])
    func `a file with another hash is refused, and fetched anew next time`(isPicture: Bool) async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            var bytes = isPicture ? Array(published.media[0]) : try published.light()
            bytes[bytes.count - 1] ^= 1
            let path = isPicture ? published.mediaPaths[0] : published.index.name
            packs.origin.serve(PublishedPack.resource(bytes), at: "/guide/\(path)")
            #expect(try await packs.packFailure() == .wrongHash)
            try published.serve(at: packs.origin)
            #expect(try PackOrigin.pack(try await packs.fetch()) != nil)
        }
    }

    @Test func `a whole pack that is damaged is refused, and fetched anew next time`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            let path = "/guide/whole.tidingspack"
            var bytes = try published.whole()
            let place = try #require(Data(bytes).range(of: Data("picture 1picture 1".utf8)))
            bytes[place.lowerBound] ^= 1
            packs.origin.serve(PublishedPack.resource(bytes), at: path)
            #expect(try await packs.packFailure(path) == .wrongHash)
            packs.origin.serve(PublishedPack.resource(Array(try published.whole().dropLast(5_000))), at: path)
            #expect(try await packs.packFailure(path) == .damaged)
            try published.serve(at: packs.origin)
            #expect(try PackOrigin.pack(try await packs.fetch(path)) != nil)
        }
    }

    @Test func `a light pack without a list is refused, since nothing says where its pictures are`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            #expect(try await packs.packFailure("/guide/\(published.index.name)") == .missingFile)
        }
    }

    @Test func `a picture that is missing does not make the address wrong`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            await packs.origin.simulate(.gone, at: "/guide/\(published.mediaPaths[0])")
            #expect(try await packs.packFailure() == .missingFile)
        }
    }

    @Test func `a pack of another publication is refused before it is fetched`() async throws {
        let published = try PublishedPack(identity: "other-county")
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            #expect(try await packs.packFailure() == .otherPublication(identity: "other-county"))
            #expect(packs.fixture.requestPaths == ["/guide/pack.json"])
            #expect(
                try await packs.packFailure("/guide/whole.tidingspack") == .otherPublication(identity: "other-county"))
        }
    }

    @Test(arguments: [
        ("<!doctype html><title>Guide</title>", PackDownloadFailure.notAPack), ("", .notAPack),
        ("SQLite is fine", .notAPack),
        ("{\"format\": 2, \"identity\": \"invented-county\"}", .faulty("")), ("{", .faulty("")),
    ])
    func `what is no pack is told from a wrong list`(body: String, failure: PackDownloadFailure) async throws {
        try await PackOrigin.open { packs in
            packs.origin.serve(SampleResource(body, contentType: "application/json"), at: "/guide/pack.json")
            let found = try #require(try await packs.packFailure())
            if case .faulty = failure {
                guard case .faulty = found else {
                    Issue.record("\(found)")
                    return
                }
            } else {
                #expect(found == failure)
            }
        }
    }

    @Test(arguments: [
        ("\"name\" : \"", "\"name\" : \"../"), ("\"media\" : \"media\"", "\"media\" : \"https://elsewhere.example\""),
        ("\"sha256\" : \"", "\"sha256\" : \"x"), ("\"version\" : \"1.6\"", "\"version\" : \"one\""),
    ])
    func `a list that names files elsewhere or says nonsense is refused`(text: String, other: String) async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let list = try String(contentsOf: published.folder.appending(path: "site/pack.json"), encoding: .utf8)
            let changed = list.replacing(text, with: other)
            #expect(changed != list)
            packs.origin.serve(SampleResource(changed, contentType: "application/json"), at: "/guide/pack.json")
            guard case .faulty = try await packs.packFailure() else {
                Issue.record("taken")
                return
            }
            #expect(packs.fixture.requestPaths == ["/guide/pack.json"])
        }
    }

    @Test func `a list for a newer Tidings is told as one`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            let list = try String(contentsOf: published.folder.appending(path: "site/pack.json"), encoding: .utf8)
            packs.origin.serve(
                SampleResource(
                    list.replacing("\"format\" : 1", with: "\"format\" : 2"), contentType: "application/json"),
                at: "/guide/pack.json")
            #expect(try await packs.packFailure() == .newerFormat)
        }
    }

    @Test func `a pack is bounded before it is read and while it is read`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            var packs = packs
            try published.serve(at: packs.origin)
            packs.limits.fileSize = 20_000
            #expect(try await packs.packFailure() == .tooLarge)
            #expect(packs.fixture.requestPaths == ["/guide/pack.json"])
            // The file has no length, and no end.
            packs.limits.fileSize = 4 << 20
            await packs.origin.simulate(.endless, at: "/guide/whole.tidingspack")
            #expect(try await packs.packFailure("/guide/whole.tidingspack") == .tooLarge)
            await packs.origin.simulate(.endless, at: "/guide/pack.json")
            #expect(try await packs.packFailure() == .tooLarge)
        }
    }

    @Test func `a host that asks to wait is left alone, and its answers are told`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            try published.serve(at: packs.origin)
            await packs.origin.simulate(.status(500), at: "/guide/pack.json", times: 1)
            #expect(try await packs.failure() == .refused(status: 500))
            await packs.origin.simulate(.gone, at: "/guide/pack.json", times: 1)
            #expect(try await packs.failure() == .gone)
            #expect(try await packs.failure("/nothing/pack.json") == .notThere)
            await packs.origin.simulate(.status(429, retryAfter: .seconds(60)), at: "/guide/\(published.index.name)")
            guard case .busy = try await packs.failure() else {
                Issue.record("a 429 was no back-off")
                return
            }
            packs.origin.clearRequests()
            guard case .busy = try await packs.failure() else {
                Issue.record("the back-off was not honoured")
                return
            }
            #expect(packs.fixture.requestPaths.isEmpty)
        }
    }

    @Test func `a coded body is refused, since ranges and hashes are of the bytes as they are`() async throws {
        let published = try PublishedPack()
        try await PackOrigin.open { packs in
            var resource = PublishedPack.resource(try published.whole())
            resource.headers = [("Content-Encoding", "gzip")]
            packs.origin.serve(resource, at: "/guide/whole.tidingspack")
            guard case .unreadable = try await packs.failure("/guide/whole.tidingspack") else {
                Issue.record("taken")
                return
            }
        }
    }
}
