import CAssets
import Foundation
import Library
import Markup
import URLs
import Web
import Yams

/// The feeds offered at first run, from `shelves.yaml`.
enum StarterFeeds {
    private struct FeedList: Decodable {
        let title: String
        let about: String
        let cover: String?
        let feeds: [String: String]
    }

    /// Returns the lists of feeds.
    ///
    /// - Throws: `DecodingError` for a broken embedded file, which a test rules out.
    static func shipped() throws -> [StarterFeedList] {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        guard let file = files.first(where: { String(cString: $0.name) == "shelves.yaml" }) else { return [] }
        let bytes = Data(bytes: file.bytes, count: file.length)
        return try YAMLDecoder().decode([FeedList].self, from: bytes).map { list in
            let feeds = list.feeds.sorted { $0.key < $1.key }.compactMap { title, text in
                WebAddress(text).map { ImportedFeed(address: $0, title: title, folder: [list.title]) }
            }
            return StarterFeedList(title: list.title, summary: list.about, cover: list.cover, feeds: feeds)
        }
    }
}
