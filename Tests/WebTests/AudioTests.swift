import Foundation
import HTTPTypes
import Library
import Markup
import News
import Synchronization
import TestSupport
import Testing
import URLs
import Untrusted

@testable import Web

/// Recordings under addresses of this house, a piece at a time.
@Suite struct AudioTests {
    /// A recording that stands outside, behind the relay.
    final class FakeRecording: Sendable {
        /// Made once: without optimisation it takes a tenth of a second.
        private static let sound = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

        struct State {
            var bytes = FakeRecording.sound
            var type: String? = "audio/mpeg"
            var entityTag = "\"one\""
            /// What the origin says; nil for the truth.
            var length: Int64?
            /// The most that the origin sends at once.
            var pieceLimit = Int.max
            var requestedRanges: [Range<Int64>] = []
            var addresses: [String] = []
        }

        let state = Mutex(State())
        let clock = TestClock(WebTestApp.start)

        var relay: AudioProxy {
            AudioProxy(key: Array(repeating: 3, count: 32), now: clock.read) {
                [self] (address, range) async throws(AudioProxyError) in
                let state = state.withLock { state in
                    state.requestedRanges.append(range)
                    state.addresses.append(address.text)
                    return state
                }
                guard let moved = WebAddress("https://cdn.example/moved.mp3") else {
                    throw AudioProxyError(userMessage: "")
                }
                let (from, to) = (
                    min(Int(range.lowerBound), state.bytes.count), min(Int(range.upperBound), state.bytes.count)
                )
                return AudioChunk(
                    bytes: Array(state.bytes[from..<to].prefix(state.pieceLimit)),
                    length: state.length ?? Int64(state.bytes.count),
                    type: state.type,
                    entityTag: state.entityTag, address: moved)
            }
        }
    }

    private func makeApp() async throws -> (app: WebTestApp, recording: FakeRecording, page: String) {
        let recording = FakeRecording()
        let app = try WebTestApp(audioRelay: recording.relay)
        var story = FetchedStory(key: "1", title: "Episode", text: "Notes", publishedAt: WebTestApp.start - 60)
        story.enclosures = [
            Enclosure(address: try webAddress("https://pod.example/1.mp3"), type: "audio/mpeg", seconds: 1860)
        ]
        try await app.follow("https://pod.example/feed", stories: [story])
        return (app, recording, "/mine/story/\(try await app.row("Episode").id.rawValue)")
    }

    private func address(in text: String) throws -> String {
        let start = try #require(text.range(of: "data-audio=\""))
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test func `a story plays its recording from this house, and the page may ask nowhere else`() async throws {
        let (app, recording, page) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let story = try await browser.get(page)
            #expect(story.header("Content-Security-Policy")?.contains("media-src 'self';") == true)
            #expect(story.page.has("audio[controls][preload=none][src^=/audio/]"))
            #expect(recording.state.withLock { $0.requestedRanges.isEmpty }, "nothing is fetched before a tap")
            let sound = try await browser.get(try address(in: story.text))
            #expect(sound.status == .ok && sound.bytes == recording.state.withLock { $0.bytes })
            #expect(sound.header("Content-Type") == "audio/mpeg" && sound.header("Accept-Ranges") == "bytes")
            #expect(sound.header("Content-Security-Policy")?.contains("sandbox") == true)
            // The first piece is small, and the next is asked for where the origin led.
            #expect(recording.state.withLock { $0.requestedRanges } == [0..<262_144, 262_144..<700_000])
            #expect(
                recording.state.withLock { $0.addresses } == [
                    "https://pod.example/1.mp3", "https://cdn.example/moved.mp3",
                ])
        }
    }

    @Test(arguments: [
        ("bytes=0-99", 0..<100), ("bytes=699990-", 699_990..<700_000), ("bytes=-5", 699_995..<700_000),
        ("bytes=600000-9999999", 600_000..<700_000), ("bytes=300000-300000", 300_000..<300_001),
    ])
    func `a range is answered as asked`(header: String, range: Range<Int>) async throws {
        let (app, recording, page) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let sound = try await browser.get(
                try address(in: try await browser.get(page).text), ["Range": header])
            #expect(sound.status == .partialContent)
            #expect(sound.bytes == recording.state.withLock { Array($0.bytes[range]) })
            #expect(sound.header("Content-Range") == "bytes \(range.lowerBound)-\(range.upperBound - 1)/700000")
        }
    }

    @Test func `what cannot be met, is no recording, or is not ours is refused`() async throws {
        let (app, recording, page) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let path = try address(in: try await browser.get(page).text)
            let beyond = try await browser.get(path, ["Range": "bytes=700000-"])
            #expect(beyond.status == .rangeNotSatisfiable && beyond.header("Content-Range") == "bytes */700000")
            // A changed file is sent whole to who began with another.
            let changed = try await browser.get(path, ["Range": "bytes=10-19", "If-Range": "\"old\""])
            #expect(changed.status == .ok && changed.bytes.count == 700_000)
            #expect(try await browser.get(path, ["Range": "bytes=10-19", "If-Range": "\"one\""]).bytes.count == 10)
            let asked = recording.state.withLock { $0.requestedRanges.count }
            let head = try await browser.get(path, method: .head)
            #expect(head.status == .ok && head.bytes.isEmpty && head.header("Accept-Ranges") == "bytes")
            #expect(recording.state.withLock { $0.requestedRanges.count } == asked, "HEAD needs no byte of it")
            for wrong in [path + "x", path.replacing("/0/", with: "/1/"), "/audio/1/0/"] {
                #expect(try await browser.get(wrong).status == .notFound, "\(wrong)")
            }
            for type in ["text/html", "image/svg+xml", "audio/x; q=\"", "application/pdf"] {
                recording.state.withLock { $0.type = type }
                let answer = try await browser.get(path)
                #expect(answer.status == .badGateway && answer.text.contains("not a recording"), "\(type)")
            }
            recording.state.withLock { $0.type = "application/octet-stream" }
            #expect(try await browser.get(path).header("Content-Type") == "audio/mpeg", "the feed knows better")
        }
    }

    @Test(
        arguments: [
            ("bytes=0-9223372036854775807", 700_000), ("bytes=699999-9223372036854775807", 1),
            ("bytes=0-99999999999999999999999", 700_000), ("bytes=-9223372036854775807", 700_000),
            ("bytes=-99999999999999999999999", 700_000), ("bytes=9223372036854775807-", nil),
            ("bytes=9223372036854775807-9223372036854775807", nil), ("bytes=99999999999999999999999-", nil),
            ("bytes=9223372036854775806-9223372036854775807", nil), ("bytes=-0", nil),
        ] as [(String, Int?)])
    func `a range of any numbers is answered with what there is of it`(header: String, count: Int?) async throws {
        let (app, recording, page) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let sound = try await browser.get(
                try address(in: try await browser.get(page).text), ["Range": header])
            #expect(sound.status == (count == nil ? .rangeNotSatisfiable : .partialContent))
            if let count { #expect(sound.bytes.count == count) }
            for range in recording.state.withLock({ $0.requestedRanges }) {
                #expect(range.lowerBound >= 0 && range.upperBound <= HTTPByteRange.maxLength + 1 && !range.isEmpty)
            }
        }
    }

    @Test(arguments: [Int64.min, -1, 0, HTTPByteRange.maxLength, .max])
    func `a length that an origin made up ends nothing`(length: Int64) async throws {
        let (app, recording, page) = try await makeApp()
        recording.state.withLock { $0.length = length }
        try await app.withBrowser { browser async throws in
            let path = try address(in: try await browser.get(page).text)
            for header in ["bytes=0-9", "bytes=-9", "bytes=5-", "bytes=0-9223372036854775807", "items=1-2"] {
                let head = try await browser.get(path, ["Range": header], method: .head)
                #expect([.ok, .partialContent, .rangeNotSatisfiable].contains(head.status), "\(header)")
            }
            #expect(try await browser.get(page).status == .ok, "the server goes on")
        }
    }

    @Test func `a piece shorter than requested is passed on as it is, and the whole is joined`() async throws {
        let (app, recording, page) = try await makeApp()
        recording.state.withLock { $0.pieceLimit = 100_000 }
        let bytes = recording.state.withLock { $0.bytes }
        try await app.withBrowser { browser async throws in
            let path = try address(in: try await browser.get(page).text)
            for (header, start, requests) in [
                ("bytes=0-", 0, 1), ("bytes=50000-600000", 50_000, 1), ("bytes=-300000", 400_000, 2),
            ] {
                recording.state.withLock { $0.requestedRanges = [] }
                let sound = try await browser.get(path, ["Range": header])
                #expect(sound.status == .partialContent && sound.header("Content-Length") == "100000", "\(header)")
                #expect(sound.header("Content-Range") == "bytes \(start)-\(start + 99_999)/700000")
                #expect(sound.bytes == Array(bytes[start..<start + 100_000]))
                #expect(recording.state.withLock { $0.requestedRanges.count } == requests, "\(header)")
            }
            #expect(try await browser.get(path, ["Range": "bytes=650000-"]).bytes == Array(bytes[650_000...]))
            let whole = try await browser.get(path)
            #expect(whole.status == .ok && whole.bytes == bytes)
        }
    }

    @Test func `an origin that goes on with pieces of a few bytes is left, until ten minutes have passed`() async throws
    {
        let (app, recording, page) = try await makeApp()
        recording.state.withLock { $0.pieceLimit = 100 }
        try await app.withBrowser { browser async throws in
            let path = try address(in: try await browser.get(page).text)
            var (at, answer) = (0, try await browser.get(path, ["Range": "bytes=0-"]))
            while answer.status == .partialContent, at < 5_000 {
                #expect(answer.header("Content-Range") == "bytes \(at)-\(at + 99)/700000" && answer.bytes.count == 100)
                at += 100
                answer = try await browser.get(path, ["Range": "bytes=\(at)-"])
            }
            #expect(answer.status == .badGateway && answer.text.contains("pod.example sends this recording in pieces"))
            #expect(recording.state.withLock { $0.requestedRanges.count } == AudioProxy.smallPieceLimit)
            // What is complete is no small piece, however short it is.
            recording.state.withLock { $0.pieceLimit = .max }
            #expect(try await browser.get(path).status == .badGateway)
            recording.clock.advance(601)
            for _ in 0..<20 { #expect(try await browser.get(path, ["Range": "bytes=0-1"]).bytes.count == 2) }
        }
    }

    @Test func `a whole recording that comes in pieces of a few bytes is broken off`() async throws {
        let (app, recording, page) = try await makeApp()
        recording.state.withLock { $0.pieceLimit = 100 }
        try await app.withBrowser { browser async throws in
            let path = try address(in: try await browser.get(page).text)
            await #expect(throws: (any Error).self) { try await browser.get(path) }
        }
        #expect(recording.state.withLock { $0.requestedRanges.count } == AudioProxy.smallPieceLimit)
    }

    @Test func `the place where somebody stopped listening stands in the player's address`() async throws {
        let (app, _, page) = try await makeApp()
        let id = try await app.row("Episode").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/reading-progress", "story=\(id)&part=0&at=754321&whole=1860000")
            let player = try await browser.get(page, Browser.navigation).page.part("[data-start-position=754321]")
            #expect(try player.part("audio").path?.hasSuffix("#t=754") == true)
        }
    }
}
