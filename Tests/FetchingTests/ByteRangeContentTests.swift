import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Testing
import Untrusted

/// Parts of something larger, from origins that say what they like of them.
@Suite(.timeLimit(.minutes(1))) struct ByteRangeContentTests {
    /// What an origin answers with, asked for the bytes from 100 to 199.
    private func part(
        _ status: HTTPResponse.Status, _ body: String, _ headers: [(String, String)],
        _ requested: Range<Int64> = 100..<200
    ) async throws -> ByteRangeContent? {
        try await TestOrigin.serving { _ in
            answer(status, body, headers)
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                var request = FetchRequest(address: origin.address("/"))
                request.range = requested
                request.acceptsErrorStatuses = true
                return try await fetcher.fetch(request).byteRange(requested)
            }
        }
    }

    @Test(arguments: [
        "bytes 100-199/-1", "bytes 100-199/-9223372036854775808", "bytes 100-199/9223372036854775807",
        "bytes 100-9223372036854775807/9223372036854775807", "bytes 100-199/99999999999999999999",
        "bytes 100-199/1099511627777", "bytes 100-199/150", "bytes 100-99/1000", "bytes -100-199/1000",
        "bytes 0-99/1000", "bytes 100-199/*", "bytes */1000", "bytes", "", "bytes 100/1000", "bytes 100-199",
    ])
    func `a part whose numbers cannot be is none`(range: String) async throws {
        #expect(try await part(.partialContent, "ten bytes.", [("Content-Range", range)]) == nil)
    }

    @Test func `a part without numbers is none`() async throws {
        #expect(try await part(.partialContent, "ten bytes.", []) == nil)
    }

    @Test func `a part is no longer than was asked for, and than it says`() async throws {
        let long = String(repeating: "x", count: 500)
        let hundred = try await part(.partialContent, long, [("Content-Range", "bytes 100-599/1099511627776")])
        #expect(hundred?.bytes.count == 100)
        #expect(hundred?.length == HTTPByteRange.maxLength)
        let ten = try await part(.partialContent, long, [("Content-Range", "bytes 100-109/1000")])
        #expect(ten?.bytes.count == 10)
    }

    @Test(arguments: [
        ("bytes */-5", 0), ("bytes */9223372036854775807", 0), ("bytes */99999999999999999999", 0), ("bytes */50", 50),
        ("", 0), ("bytes 0-1/50", 0),
    ])
    func `a refusal says how long the whole is, or nothing that can be believed`(
        range: String, length: Int64
    ) async throws {
        let found = try await part(.rangeNotSatisfiable, "", [("Content-Range", range)])
        #expect(found == .some(ByteRangeContent(bytes: [], length: length)))
    }

    @Test func `an origin without ranges sends the whole, of which the part is taken`() async throws {
        let text = String(repeating: "x", count: 150)
        #expect(try await part(.ok, text, [])?.bytes.count == 50)
        #expect(try await part(.ok, "short", [])?.bytes == [])
        #expect(try await part(.ok, text, [], (HTTPByteRange.maxLength - 1)..<HTTPByteRange.maxLength)?.bytes == [])
    }

    @Test func `an empty range asks for the whole, not for what cannot be written`() async throws {
        try await TestOrigin.serving { _ in
            answer(.ok, "all")
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                for range in [0..<0, Int64.min..<Int64.min, Int64.max..<Int64.max] as [Range<Int64>] {
                    var request = FetchRequest(address: origin.address("/"))
                    request.range = range
                    _ = try await fetcher.fetch(request)
                    #expect(origin.requests.last?.header("Range") == nil)
                }
            }
        }
    }
}
