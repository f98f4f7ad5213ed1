import Foundation
import Synchronization
import Testing

@testable import Pictures

@Suite struct DiskCacheTests {
    private final class TestClock: Sendable {
        private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        /// Every look at it is an hour and more later.
        var read: @Sendable () -> Date {
            {
                self.moment.withLock {
                    $0 += 4000
                    return $0
                }
            }
        }
    }

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
            let clock = TestClock()
            let cupboard = DiskCache(folder: folder, limit: 10_000, now: clock.read)
            try await cupboard.write([1, 2, 3], as: "a")
            #expect(await cupboard.read("a") == [1, 2, 3])
            #expect(await cupboard.read("b") == nil)
            let next = DiskCache(folder: folder, limit: 10_000, now: clock.read)
            #expect(await next.read("a") == [1, 2, 3])
            #expect(await next.size == 3)
        }
    }

    @Test func `the folder never holds more than the limit and the least used goes first`() async throws {
        try await withFolder { folder in
            let cupboard = DiskCache(folder: folder, limit: 10_000, now: TestClock().read)
            for step in 0..<40 {
                try await cupboard.write([UInt8](repeating: 1, count: 1000), as: "f\(step)")
                _ = await cupboard.read("f0")
                #expect(try sizeOnDisk(folder) <= 10_000)
                #expect(try sizeOnDisk(folder) == (await cupboard.size))
            }
            #expect(await cupboard.read("f0") != nil)
            #expect(await cupboard.read("f39") != nil)
            #expect(await cupboard.read("f1") == nil)
        }
    }

    @Test func `the order of use outlives the run`() async throws {
        try await withFolder { folder in
            let clock = TestClock()
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
            let cupboard = DiskCache(folder: folder, limit: 10_000, now: TestClock().read)
            try await cupboard.write([1], as: "small")
            try await cupboard.write([UInt8](repeating: 1, count: 9000), as: "huge")
            #expect(await cupboard.read("small") == [1])
            #expect(await cupboard.read("huge") == nil)
        }
    }

    @Test func `a file that was damaged or taken away is not there`() async throws {
        try await withFolder { folder in
            let cupboard = DiskCache(folder: folder, limit: 10_000, now: TestClock().read)
            try await cupboard.write([1, 2, 3], as: "a")
            try await cupboard.write([1, 2, 3], as: "b")
            try Data([1]).write(to: folder.appending(path: "a"))
            try FileManager.default.removeItem(at: folder.appending(path: "b"))
            #expect(await cupboard.read("a") == nil)
            #expect(await cupboard.read("b") == nil)
            #expect(await cupboard.size == 0)
        }
    }

    @Test func `half a file of a crashed run is thrown away`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: folder.appending(path: "draft-1-1"))
            let cupboard = DiskCache(folder: folder, limit: 10_000, now: TestClock().read)
            #expect(await cupboard.read("a") == nil)
            #expect(try sizeOnDisk(folder) == 0)
        }
    }

    @Test func `a folder that cannot be made is an error with words`() async throws {
        let cupboard = DiskCache(folder: URL(filePath: "/dev/null/pictures"), limit: 10_000, now: TestClock().read)
        await #expect(throws: ImageError.self) { try await cupboard.write([1], as: "a") }
    }
}
