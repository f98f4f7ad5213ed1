import Foundation
import Markup
import URLs

@testable import Feeds

extension FuzzTarget {
    /// Any bytes are read to the end as a feed, or refused, and the JSON is well formed.
    static let feed = FuzzTarget(name: "feed") { bytes in
        let json: [UInt8]
        do throws(FeedError) {
            let (feed, entries) = try FeedParser.parse(bytes, address: WebAddress("https://news.example/feeds/all.xml"))
            json = ParsedDocument(feed: feed, entries: entries).json()
        } catch {
            return
        }
        do {
            _ = try JSONSerialization.jsonObject(with: Data(json))
        } catch {
            breach("not well-formed JSON: \(error)")
        }
    }
}
