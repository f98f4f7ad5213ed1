import Fetching
import Foundation
import Markup
import News
import URLs

enum WordPressDetector {
    private static let generatorMarkers = [
        "wordpress.org/?v=", "://wordpress.com/</generator>", "WordPress.com</generator>",
    ]

    static func kind(ofFeed bytes: [UInt8]) -> SourceKind { isWordPress(feed: bytes) ? .wordPress : .feed }

    static func isCommentFeed(_ channel: DiscoveredChannel) -> Bool {
        let path = channel.address.path
        if path.hasSuffix("/comments/feed/") || path.hasSuffix("/comments/feed") { return true }
        if channel.address.value(ofQuery: "feed")?.hasPrefix("comments") == true { return true }
        return !channel.preview.isEmpty
            && channel.preview.allSatisfy { $0.link?.fragment?.hasPrefix("comment-") == true }
    }

    /// Returns true for feeds that WordPress generated, except comment feeds.
    static func isWordPress(feed bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(16_384), as: UTF8.self)
        guard generatorMarkers.contains(where: { head.contains($0) }) else { return false }
        return !isCommentFeed(head)
    }

    /// Returns true for comment feeds, whose links and guids end in `#comment-12`.
    private static func isCommentFeed(_ head: String) -> Bool {
        guard let item = head.firstRange(of: "<item") ?? head.firstRange(of: "<entry") else {
            return head.contains("<title>Comments ")
        }
        return head[item.lowerBound...].prefix(4_000).contains("#comment-")
    }

    static func isWordPress(_ response: FetchResponse, html: String) -> Bool {
        if response.links.target(of: RESTRoot.linkRelation) != nil { return true }
        let head = html.prefix(60_000).lowercased()
        if head.contains("rel=\"https://api.w.org/\"") || head.contains("rel='https://api.w.org/'") { return true }
        guard let match = head.firstRange(of: "name=\"generator\"") ?? head.firstRange(of: "name='generator'") else {
            return false
        }
        let start = head[..<match.lowerBound].lastIndex(of: "<") ?? match.lowerBound
        let end = head[match.upperBound...].firstIndex(of: ">") ?? head.endIndex
        return head[start..<end].contains("wordpress")  // bounded: `<` stands before the name, `>` behind it
    }
}
