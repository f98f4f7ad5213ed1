import Foundation
import Synchronization
import Testing

@testable import Pictures

@Suite struct CupboardTests {
    private final class Clock: Sendable {
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

    private func inFolder(_ test: (URL) async throws -> Void) async throws {
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
        try await inFolder { folder in
            let clock = Clock()
            let cupboard = Cupboard(folder: folder, limit: 10_000, now: clock.read)
            try await cupboard.keep([1, 2, 3], as: "a")
            #expect(await cupboard.bytes("a") == [1, 2, 3])
            #expect(await cupboard.bytes("b") == nil)
            let next = Cupboard(folder: folder, limit: 10_000, now: clock.read)
            #expect(await next.bytes("a") == [1, 2, 3])
            #expect(await next.size == 3)
        }
    }

    @Test func `the folder never holds more than the limit and the least used goes first`() async throws {
        try await inFolder { folder in
            let cupboard = Cupboard(folder: folder, limit: 10_000, now: Clock().read)
            for step in 0..<40 {
                try await cupboard.keep([UInt8](repeating: 1, count: 1000), as: "f\(step)")
                _ = await cupboard.bytes("f0")
                #expect(try sizeOnDisk(folder) <= 10_000)
                #expect(try sizeOnDisk(folder) == (await cupboard.size))
            }
            #expect(await cupboard.bytes("f0") != nil)
            #expect(await cupboard.bytes("f39") != nil)
            #expect(await cupboard.bytes("f1") == nil)
        }
    }

    @Test func `the order of use outlives the run`() async throws {
        try await inFolder { folder in
            let clock = Clock()
            let first = Cupboard(folder: folder, limit: 10_000, now: clock.read)
            for step in 0..<8 { try await first.keep([UInt8](repeating: 1, count: 1000), as: "f\(step)") }
            _ = await first.bytes("f0")
            let next = Cupboard(folder: folder, limit: 5000, now: clock.read)
            #expect(await next.bytes("f0") != nil)
            #expect(await next.bytes("f7") != nil)
            #expect(await next.bytes("f1") == nil)
            #expect(try sizeOnDisk(folder) <= 5000)
        }
    }

    @Test func `one huge file does not push out the rest`() async throws {
        try await inFolder { folder in
            let cupboard = Cupboard(folder: folder, limit: 10_000, now: Clock().read)
            try await cupboard.keep([1], as: "small")
            try await cupboard.keep([UInt8](repeating: 1, count: 9000), as: "huge")
            #expect(await cupboard.bytes("small") == [1])
            #expect(await cupboard.bytes("huge") == nil)
        }
    }

    @Test func `a file that was damaged or taken away is not there`() async throws {
        try await inFolder { folder in
            let cupboard = Cupboard(folder: folder, limit: 10_000, now: Clock().read)
            try await cupboard.keep([1, 2, 3], as: "a")
            try await cupboard.keep([1, 2, 3], as: "b")
            try Data([1]).write(to: folder.appending(path: "a"))
            try FileManager.default.removeItem(at: folder.appending(path: "b"))
            #expect(await cupboard.bytes("a") == nil)
            #expect(await cupboard.bytes("b") == nil)
            #expect(await cupboard.size == 0)
        }
    }

    @Test func `half a file of a crashed run is thrown away`() async throws {
        try await inFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: folder.appending(path: "draft-1-1"))
            let cupboard = Cupboard(folder: folder, limit: 10_000, now: Clock().read)
            #expect(await cupboard.bytes("a") == nil)
            #expect(try sizeOnDisk(folder) == 0)
        }
    }

    @Test func `a folder that cannot be made is an error with words`() async throws {
        let cupboard = Cupboard(folder: URL(filePath: "/dev/null/pictures"), limit: 10_000, now: Clock().read)
        await #expect(throws: PictureError.self) { try await cupboard.keep([1], as: "a") }
    }
}
