import Foundation
import Markup
import URLs

@testable import Feeds

extension FuzzTarget {
    /// Any bytes are read to the end as a feed, or refused: the JSON is well formed, and cutting the bytes into pieces
    /// changes nothing.
    static let feed = FuzzTarget(name: "feed") { bytes in
        let address = WebAddress("https://news.example/feeds/all.xml")
        let whole = reading(address: address, pieces: [bytes])
        var dice = Dice(bytes)
        let pushed = reading(address: address, pieces: dice.pieces(of: bytes))
        demand(whole == pushed, "pushed in pieces it reads otherwise, " + parting(whole, pushed))
        guard whole.first == 0x7B else { return }
        do {
            _ = try JSONSerialization.jsonObject(with: Data(whole))
        } catch {
            breach("not well-formed JSON: \(error)")
        }
    }

    /// What `tidings parse` would print, or the sentence of the refusal.
    private static func reading(address: WebAddress?, pieces: [[UInt8]]) -> [UInt8] {
        var parser = FeedParser(address: address, contentType: nil, charset: nil)
        var entries: [FeedEntry] = []
        do throws(FeedError) {
            for piece in pieces { try parser.append(piece) { entries.append($0) } }
            let feed = try parser.finish { entries.append($0) }
            return ParsedDocument(feed: feed, entries: entries).json()
        } catch {
            return Array(error.message.utf8)
        }
    }
}
