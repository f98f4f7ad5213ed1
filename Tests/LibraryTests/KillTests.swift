import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Being killed` {
    /// The child process writes until it kills itself in the middle of a write; each line of the log was acknowledged
    /// before.
    @Test func `kill -9 loses nothing that was acknowledged`() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: place) } catch { print("left behind: \(place.path)") } }
        let folder = place.appendingPathComponent("data").path
        let log = place.appendingPathComponent("log").path
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, log = log as String] in
            let library = try NewsLibrary.open(at: URL(fileURLWithPath: folder), now: { Date() })
            let file = try #require(FileHandle(forWritingAtPath: log))
            await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    group.addTask {
                        for number in 0..<400 {
                            let address = "https://h\(writer).test/\(number)"
                            try await library.subscriptions.follow(.feed, at: try webAddress(address), for: .first)
                            try file.write(contentsOf: Data((address + "\n").utf8))
                            if writer == 0, number == 60 { kill(getpid(), SIGKILL) }
                        }
                    }
                }
            }
        }
        let acknowledged = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(acknowledged.count > 60)
        let library = try NewsLibrary.open(at: URL(fileURLWithPath: folder), now: { Date() })
        defer { library.close() }
        let kept = Set(
            try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).map(\.address.text))
        #expect(acknowledged.allSatisfy(kept.contains))
    }

    @Test(.mission("MIT-67")) func `A folder that was never closed shows all that was acknowledged`() async throws {
        let fixture = try LibraryFixture()
        try await fixture.follow("https://a.test/feed", stories: (0..<50).map { try fixture.story("\($0)") })
        let other = try NewsLibrary.open(at: fixture.folder, now: { [clock = fixture.clock] in clock.now })
        defer { other.close() }
        #expect(try await other.stories.list(.everything, for: fixture.me, depth: 100).rows.count == 50)
    }
}
