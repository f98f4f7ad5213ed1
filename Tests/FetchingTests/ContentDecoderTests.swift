import Failures
import Foundation
import Testing

@testable import Fetching

/// Bodies of many gzip members once ended the process: the decoder called itself for each and copied the rest each time.
@Suite(.timeLimit(.minutes(1))) struct ContentDecoderTests {
    private let limit = 15 << 20

    private func found(_ bytes: [UInt8], coding: String?) async throws -> Result<[UInt8], FetchError> {
        var result = Result<[UInt8], FetchError>.failure(.cancelled)
        try await TestOrigin.serving { _ in
            answer(bytes: bytes, coding.map { [("Content-Encoding", $0)] } ?? [])
        } _: { origin in
            try await withFetcher(of: origin.allowed) { fetcher in
                do throws(FetchError) {
                    result = .success(try await fetcher.fetch(FetchRequest(address: origin.address("/"))).body)
                } catch { result = .failure(error) }
            }
        }
        return result
    }

    /// By doubling: joining half a million arrays takes seconds without optimisation.
    private func repeated(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var result = bytes
        while result.count < bytes.count * count { result += result }
        return Array(result.prefix(bytes.count * count))
    }

    @Test func `half a million members are refused, not followed one inside the other`() async throws {
        let member = deflated([], window: 31)
        let body = repeated(member, count: 500_000)
        guard case .failure(.unreadable) = try await found(body, coding: "gzip") else {
            Issue.record("a body of 500,000 members was taken")
            return
        }
        // Without a label it is a file that happens to be gzip: what cannot be read stays as it was.
        #expect(try await found(body, coding: nil) == .success(body))
    }

    @Test func `a kilobyte that holds a million members in two layers is refused`() async throws {
        let member = deflated([], window: 31)
        let inner = repeated(member, count: 700_000)
        let body = deflated(deflated(inner, window: 31), window: 31)
        #expect(body.count < 4096)
        for coding in ["gzip", "gzip, gzip", nil] {
            let result = try await found(body, coding: coding)
            if case .success(let bytes) = result { #expect(bytes.count < 64 << 10) }
        }
    }

    @Test func `as many members as tools write are one body`() async throws {
        let members = (0..<1000).map { deflated(Array("part \($0)\n".utf8), window: 31) }
        let text = Array((0..<1000).map { "part \($0)\n" }.joined().utf8)
        #expect(try await found(Array(members.joined()), coding: "gzip") == .success(text))
    }

    @Test func `the last bytes of a body may hold more than one buffer`() async throws {
        let text = [UInt8](repeating: 32, count: 900_000)
        for (coding, window) in [("gzip", Int32(31)), ("deflate", 15), ("deflate", -15)] {
            #expect(try await found(deflated(text, window: window), coding: coding) == .success(text))
        }
    }

    @Test func `wherever the network cuts a body, its members are found`() throws {
        let text = Array("the first part, the second part".utf8)
        let body =
            deflated(Array(text.prefix(15)), window: 31) + deflated(Array(text.dropFirst(15)), window: 31) + [0x1f, 9]
        for cut in 0...body.count {
            var decoder = ContentDecoder(.gzip, limits: .init(size: limit), expecting: nil)
            try decoder.decode(body[..<cut])
            try decoder.decode(body[cut...])
            try decoder.finish()
            #expect(decoder.bytes == text, "cut at \(cut)")
        }
        var decoder = ContentDecoder(.gzip, limits: .init(size: limit), expecting: nil)
        for byte in body { try decoder.decode(CollectionOfOne(byte)) }
        try decoder.finish()
        #expect(decoder.bytes == text)
    }

    @Test(arguments: [(31, 8), (31, 5), (31, 1), (15, 4), (15, 1)])
    func `data whose check sum is missing or cut is whole, as in browsers`(window: Int32, cut: Int) async throws {
        let text = Array((0..<20_000).map { "line \($0 * 7919 % 1_000)\n" }.joined().utf8)
        for text in [text, Array("short".utf8), []] {
            let body = Array(deflated(text, window: window).dropLast(cut))
            #expect(try await found(body, coding: window == 31 ? "gzip" : "deflate") == .success(text))
            var decoder = ContentDecoder(.gzip, limits: .init(size: limit), expecting: nil)
            for start in stride(from: 0, to: body.count, by: 7) {
                try decoder.decode(body[start..<min(start + 7, body.count)])
            }
            try decoder.finish()
            #expect(decoder.bytes == text)
        }
    }

    @Test(arguments: [31, 15, -15])
    func `data that break off are no whole body`(window: Int32) async throws {
        let text = Array((0..<20_000).map { "line \($0 * 7919 % 1_000)\n" }.joined().utf8)
        let body = deflated(text, window: window)
        for cut in [9, 40, body.count / 2, body.count - 12] {
            let result = try await found(Array(body.dropLast(cut)), coding: window == 31 ? "gzip" : "deflate")
            #expect(result == .failure(.unreadable(.truncatedCoding)))
        }
    }

    @Test func `a bomb is refused by its ratio, long before the bound of size`() throws {
        let bomb = deflated([UInt8](repeating: 0, count: 8 << 20), window: 31)
        var decoder = ContentDecoder(.gzip, limits: .init(size: limit), expecting: nil)
        var failure: FetchError?
        do throws(FetchError) { try decoder.decode(bomb) } catch { failure = error }
        #expect(failure == .unreadable(.expandsTooMuch))
        #expect(decoder.bytes.count < 4 << 20)
    }
}
