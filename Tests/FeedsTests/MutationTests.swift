import Foundation
import Testing

@testable import Feeds

@Suite struct MutationTests {
    @Test func `documents damaged at random never crash the reader`() throws {
        var random = SeededGenerator(seed: 20_041_121)
        for fixture in Fixture.all(in: ["rss", "rdf", "atom", "json", "encodings", "opml"]) {
            let bytes = try fixture.bytes()
            for _ in 0..<5 {
                let damaged = damage(bytes, &random)
                _ = reading(damaged)
                // Only a crash counts here.
                _ = try? OPML.read(damaged)
            }
        }
    }

    @Test func `halves of two documents never crash the reader`() throws {
        var random = SeededGenerator(seed: 1_969)
        let documents = try Fixture.all(in: ["rss", "rdf", "atom", "json", "encodings", "kinds"]).map { try $0.bytes() }
        for _ in 0..<400 {
            let (first, second) = (
                documents.randomElement(using: &random) ?? [], documents.randomElement(using: &random) ?? []
            )
            let head = first.prefix(Int.random(in: 0...first.count, using: &random))
            let tail = second.suffix(Int.random(in: 0...second.count, using: &random))
            // Only a crash counts here.
            _ = reading(Array(head + tail))
        }
    }

    @Test func `a document repeated inside itself stays within a small multiple of its size`() throws {
        for fixture in Fixture.all(in: ["rss", "atom", "json"]) {
            let bytes = try fixture.bytes()
            guard bytes.count < 2000 else { continue }
            let many = Array(repeatElement(bytes, count: 40).joined())
            let size = reading(many).reduce(0) { $0 + $1.utf8.count }
            // Every story is described in words here, of about 700 bytes before it holds anything.
            #expect(size < many.count * 60, "\(fixture.path)")
        }
    }

    @Test func `noise never crashes the reader`() {
        var random = SeededGenerator(seed: 99)
        let heads = [
            "<rss>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "{\"items\":[", "<?xml encoding='utf-16'?><rss>",
            "<opml>", "",
        ]
        for round in 0..<300 {
            let alphabet = Array("<>&;\"'=/!?[]-#xitem entry{}:,\\u0d8".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xFF]
            let noise = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            let bytes = Array(heads[round % heads.count].utf8) + noise
            _ = reading(bytes)
            // Only a crash counts here.
            _ = try? OPML.read(bytes)
        }
        #expect(reading(Array("<rss/>".utf8)).count == 1)
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !damaged.isEmpty {
            let at = Int.random(in: 0..<damaged.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: damaged[at] = UInt8.random(in: 0...255, using: &random)
            case 1: damaged.remove(at: at)
            case 2: damaged.insert(Array("<>&\"'/![]{}".utf8).randomElement(using: &random) ?? 0, at: at)
            case 3: damaged.removeLast(damaged.count - at)
            default:
                let end = min(damaged.count, at + Int.random(in: 1...40, using: &random))
                damaged.insert(contentsOf: damaged[at..<end], at: at)
            }
        }
        return damaged
    }

    /// What came of it, in words.
    private func reading(_ bytes: [UInt8]) -> [String] {
        do {
            let (feed, entries) = try FeedParser.parse(bytes)
            return entries.map { "\(ExpectedJSON($0))" } + ["\(ExpectedJSON(feed)) \(feed.diagnostics)"]
        } catch {
            return ["\(error)"]
        }
    }
}
