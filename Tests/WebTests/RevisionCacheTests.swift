import Foundation
import Library
import Testing

@testable import Web

@Suite struct RevisionCacheTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let cache = RevisionCache<String, Int>(maxCount: 10, lifetime: 30)

    private func read(_ value: Int, at revision: Int64, after seconds: TimeInterval = 0) async throws(LibraryError)
        -> Int
    {
        try await cache.value(for: "a", at: revision, now: start + seconds) { () async throws(LibraryError) in value }
    }

    @Test func `a value is read once for each revision and lifetime`() async throws {
        #expect(try await read(1, at: 7) == 1)
        #expect(try await read(2, at: 7, after: 29) == 1)
        #expect(try await read(3, at: 8, after: 29) == 3)
        #expect(try await read(4, at: 8, after: 58) == 3)
        #expect(try await read(5, at: 8, after: 60) == 5)
        #expect(cache.value(for: "a", at: 7, now: start + 60) == nil)
        #expect(cache.value(for: "b", at: 8, now: start + 60) == nil)
    }

    @Test func `a failed read leaves nothing`() async throws {
        await #expect(throws: LibraryError.notThere) {
            try await cache.value(for: "a", at: 7, now: start) { () async throws(LibraryError) in throw .notThere }
        }
        #expect(try await read(1, at: 7) == 1)
    }
}
