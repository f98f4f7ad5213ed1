import Foundation
import Packs
import Synchronization
import Testing

@testable import SampleOrigins

private let startAt = Date(timeIntervalSince1970: 1_790_000_000)
private let manifestPath = "/fellside/pack.json"

private func withGuide<Result>(
    now: @escaping @Sendable () -> Date = { startAt }, _ body: (SampleGuideSite) async throws -> Result
) async throws -> Result {
    try await SampleGuideSite.open(startAt: startAt, now: now, body)
}

private func index(_ guide: SampleGuideSite) async throws -> PackIndex {
    let response = try await RawHTTPResponse.fetch(guide.origin.port, manifestPath)
    #expect(response.status == 200 && response.header("content-type") == "application/json")
    return try PackIndex(json: Data(response.body))
}

@Suite struct SampleGuideSiteTests {
    @Test func `the guide's site publishes a pack that opens, with its pictures beside it`() async throws {
        try await withGuide { guide in
            #expect(guide.address == guide.origin.address(manifestPath))
            let index = try await index(guide)
            #expect(index.identity == SampleGuideSite.identity && index.version == PackVersion("1.1"))
            let light = try await RawHTTPResponse.fetch(guide.origin.port, "/fellside/\(index.name)")
            #expect(light.body.count == index.size)
            let pack = try await guide.draft(of: .second).pack
            #expect(pack.manifest.digest == index.digest)
            for medium in pack.media.prefix(3) {
                let path = "/fellside/\(index.path(of: medium))"
                let picture = try await RawHTTPResponse.fetch(guide.origin.port, path)
                #expect(picture.header("content-type") == "image/webp")
                #expect(PackMediumID(of: Data(picture.body)) == medium.id)
            }
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, "/fellside/media").status == 404)
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, "/fellside/../pack.yaml").status == 404)
        }
    }

    @Test func `the guide's pack is served in parts, while it is the same`() async throws {
        try await withGuide { guide in
            let index = try await index(guide)
            let path = "/fellside/\(index.name)"
            let whole = try await RawHTTPResponse.fetch(guide.origin.port, path)
            let tag = try #require(whole.header("etag"))
            #expect(tag.hasPrefix("\"") && whole.header("accept-ranges") == "bytes")
            let rest = try await RawHTTPResponse.fetch(
                guide.origin.port, path, ["Range": "bytes=1000-", "If-Range": tag])
            #expect(rest.status == 206)
            #expect(rest.header("content-range") == "bytes 1000-\(whole.body.count - 1)/\(whole.body.count)")
            #expect(Array(whole.body.prefix(1000)) + rest.body == whole.body)
            for other in ["\"other\"", "W/\(tag)", "Tue, 24 Nov 2026 12:00:00 GMT"] {
                let again = try await RawHTTPResponse.fetch(
                    guide.origin.port, path, ["Range": "bytes=1000-", "If-Range": other])
                #expect(again.status == 200 && again.body == whole.body, "\(other)")
            }
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, path, ["If-None-Match": tag]).status == 304)
        }
    }

    @Test func `the guide's site can cut a pack, spoil it, have nothing new and ask for time`() async throws {
        try await withGuide { guide in
            let path = "/fellside/\(try await index(guide).name)"
            let whole = try await RawHTTPResponse.fetch(guide.origin.port, path)
            await guide.origin.simulate(.truncated, at: path, times: 1)
            let half = try await RawHTTPResponse.fetch(guide.origin.port, path)
            #expect(half.body == Array(whole.body.prefix(whole.body.count / 2)))
            await guide.origin.simulate(.corrupted, at: path, times: 1)
            let spoilt = try await RawHTTPResponse.fetch(guide.origin.port, path)
            #expect(spoilt.body.count == whole.body.count && spoilt.body != whole.body)
            await guide.origin.simulate(.alwaysNotModified, at: manifestPath, times: 1)
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, manifestPath).status == 304)
            await guide.origin.simulate(.status(429, retryAfter: .seconds(60)), at: manifestPath, times: 1)
            let busy = try await RawHTTPResponse.fetch(guide.origin.port, manifestPath)
            #expect(busy.status == 429 && busy.header("retry-after") == "60")
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, path).body == whole.body)
        }
    }

    @Test func `the guide's next version comes three minutes after the start`() async throws {
        let clock = Mutex(startAt)
        try await withGuide(now: { clock.withLock { $0 } }) { guide in
            #expect(try await index(guide).version == PackVersion("1.1"))
            let tag = try #require(
                try await RawHTTPResponse.fetch(guide.origin.port, manifestPath).header("etag"))
            clock.withLock { $0 = startAt.addingTimeInterval(179) }
            #expect(
                try await RawHTTPResponse.fetch(guide.origin.port, manifestPath, ["If-None-Match": tag]).status == 304)
            clock.withLock { $0 = startAt.addingTimeInterval(180) }
            #expect(
                try await RawHTTPResponse.fetch(guide.origin.port, manifestPath, ["If-None-Match": tag]).status == 200)
            #expect(try await index(guide).version == PackVersion("2.0"))
        }
    }

    @Test func `a version of the guide can be published by a request, or by a test`() async throws {
        try await withGuide { guide in
            let asked = try await RawHTTPResponse.fetch(guide.origin.port, "/publish/2.0", method: "POST")
            #expect(asked.status == 200)
            #expect(try await index(guide).version == PackVersion("2.0"))
            guide.publish(.first)
            #expect(try await index(guide).version == PackVersion("1.0"))
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, "/publish/3.0", method: "POST").status == 404)
            #expect(try await RawHTTPResponse.fetch(guide.origin.port, "/publish/2.0").status == 404)
        }
    }
}
