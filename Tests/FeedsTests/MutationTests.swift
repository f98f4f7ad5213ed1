import Foundation
import Testing

@testable import Feeds

@Suite struct MutationTests {
    @Test func `documents damaged at random never crash the reader, and read the same in any pieces`() throws {
        var random = Seeded(seed: 20_041_121)
        for fixture in Fixture.all(in: ["rss", "rdf", "atom", "json", "encodings", "opml"]) {
            let bytes = try fixture.bytes()
            for _ in 0..<12 {
                let damaged = damage(bytes, &random)
                let whole = reading(damaged, chunk: .max)
                #expect(whole == reading(damaged, chunk: 13), "\(fixture.path)")
                // Only a crash counts here.
                _ = try? OPML.read(damaged)
            }
        }
    }

    @Test func `noise never crashes the reader`() {
        var random = Seeded(seed: 99)
        let heads = [
            "<rss>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "{\"items\":[", "<?xml encoding='utf-16'?><rss>",
            "<opml>", "",
        ]
        for round in 0..<300 {
            let alphabet = Array("<>&;\"'=/!?[]-#xitem entry{}:,\\u0d8".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xFF]
            let noise = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            let bytes = Array(heads[round % heads.count].utf8) + noise
            _ = reading(bytes, chunk: 17)
            // Only a crash counts here.
            _ = try? OPML.read(bytes)
        }
        #expect(reading(Array("<rss/>".utf8), chunk: 1).count == 1)
    }

    private func damage(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
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
    private func reading(_ bytes: [UInt8], chunk: Int) -> [String] {
        var parser = FeedParser()
        var found: [String] = []
        do {
            var at = 0
            while at < bytes.count {
                let end = chunk < bytes.count - at ? at + chunk : bytes.count
                try parser.feed(Array(bytes[at..<end])) { found.append("\(Tree($0))") }
                at = end
            }
            let feed = try parser.finish { found.append("\(Tree($0))") }
            found.append("\(Tree(feed)) \(feed.complaints)")
        } catch {
            found = ["\(error)"]
        }
        return found
    }
}
