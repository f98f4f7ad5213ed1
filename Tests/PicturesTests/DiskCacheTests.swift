import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite struct DiskCacheTests {
    private func withFolder(_ test: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-\(UUID().uuidString)")
        do { try await test(folder) } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }

    private func sizeOnDisk(_ folder: URL) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) {
            try $0 + Data(contentsOf: folder.appending(path: $1)).count
        }
    }

    @Test func `what is kept is found, also by the next run`() async throws {
        try await withFolder { folder in
            let clock = TestClock(step: 4000)
            let cache = DiskCache(folder: folder, limit: 10_000, now: clock.read)
            try await cache.write([1, 2, 3], as: "a")
            #expect(await cache.read("a") == [1, 2, 3])
            #expect(await cache.read("b") == nil)
            let next = DiskCache(folder: folder, limit: 10_000, now: clock.read)
            #expect(await next.read("a") == [1, 2, 3])
            #expect(await next.size == 3)
        }
    }

    @Test(.mission("MIT-71"))
    func `the folder never holds more than the limit and the least used goes first`() async throws {
        try await withFolder { folder in
            let cache = DiskCache(folder: folder, limit: 10_000, now: TestClock(step: 4000).read)
            for step in 0..<40 {
                try await cache.write([UInt8](repeating: 1, count: 1000), as: "f\(step)")
                _ = await cache.read("f0")
                #expect(try sizeOnDisk(folder) <= 10_000)
                #expect(try sizeOnDisk(folder) == (await cache.size))
            }
            #expect(await cache.read("f0") != nil)
            #expect(await cache.read("f39") != nil)
            #expect(await cache.read("f1") == nil)
        }
    }

    @Test func `the order of use outlives the run`() async throws {
        try await withFolder { folder in
            let clock = TestClock(step: 4000)
            let first = DiskCache(folder: folder, limit: 10_000, now: clock.read)
            for step in 0..<8 { try await first.write([UInt8](repeating: 1, count: 1000), as: "f\(step)") }
            _ = await first.read("f0")
            let next = DiskCache(folder: folder, limit: 5000, now: clock.read)
            #expect(await next.read("f0") != nil)
            #expect(await next.read("f7") != nil)
            #expect(await next.read("f1") == nil)
            #expect(try sizeOnDisk(folder) <= 5000)
        }
    }

    @Test func `one huge file does not push out the rest`() async throws {
        try await withFolder { folder in
            let cache = DiskCache(folder: folder, limit: 10_000, now: TestClock(step: 4000).read)
            try await cache.write([1], as: "small")
            try await cache.write([UInt8](repeating: 1, count: 9000), as: "huge")
            #expect(await cache.read("small") == [1])
            #expect(await cache.read("huge") == nil)
        }
    }

    @Test func `a file that was damaged or taken away is not there`() async throws {
        try await withFolder { folder in
            let cache = DiskCache(folder: folder, limit: 10_000, now: TestClock(step: 4000).read)
            try await cache.write([1, 2, 3], as: "a")
            try await cache.write([1, 2, 3], as: "b")
            try Data([1]).write(to: folder.appending(path: "a"))
            try FileManager.default.removeItem(at: folder.appending(path: "b"))
            #expect(await cache.read("a") == nil)
            #expect(await cache.read("b") == nil)
            #expect(await cache.size == 0)
        }
    }

    @Test func `half a file of a crashed run is thrown away`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: folder.appending(path: "draft-1-1"))
            let cache = DiskCache(folder: folder, limit: 10_000, now: TestClock(step: 4000).read)
            #expect(await cache.read("a") == nil)
            #expect(try sizeOnDisk(folder) == 0)
        }
    }

    @Test func `a folder that cannot be made is an error with words`() async throws {
        let cache = DiskCache(
            folder: URL(filePath: "/dev/null/pictures"), limit: 10_000, now: TestClock(step: 4000).read)
        await #expect(throws: PictureError.self) { try await cache.write([1], as: "a") }
    }
}
