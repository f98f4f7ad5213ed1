import Foundation
import News
import Untrusted

struct HackerNewsThreadState: Codable {
    /// Increase when the same responses would give other comments.
    static let currentVersion = 3
    /// In seconds.
    static let orderLifetime = 3_600
    /// An equal count within these seconds means unchanged.
    static let unchangedWindow = 900

    var reading = currentVersion
    /// Hash of the comments; empty after a failure, so that the next load counts as changed.
    var print: String
    var top: [Int]
    var count: Int?
    /// Full load, in seconds since 1970; 0 after a failure.
    var askedAt: Int
    /// The site's order, for comments with several replies.
    var ranked: [String: [Int]]
    /// Of the oldest order; nil for `askedAt`.
    var rankedAt: Int?
    /// Counted comments that were unavailable: dead ones, and ids unknown to all services.
    var gap: Int?
    /// Of the last page that was read, by id.
    var marks: [String: HackerNewsCommentMarks]?

    init(print: String, top: [Int], count: Int?, askedAt: Int, ranked: [String: [Int]]) {
        self.print = print
        self.top = top
        self.count = count
        self.askedAt = askedAt
        self.ranked = ranked
    }

    /// After a load without the official API.
    static let treeOnly = HackerNewsThreadState(print: "", top: [], count: nil, askedAt: 0, ranked: [:])

    var isTreeOnly: Bool { print.isEmpty && top.isEmpty }

    /// Nil if absent or of another version.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: HackerNewsThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    func rememberedOrder(at now: Int) -> [Int: [Int]] {
        let since = rankedAt ?? askedAt
        guard now >= since, now.subtracting(saturating: since) <= Self.orderLifetime else { return [:] }
        return Self.byNumber(ranked)
    }

    var rememberedMarks: [Int: HackerNewsCommentMarks] { Self.byNumber(marks ?? [:]) }

    /// Untrusted keys may repeat a number ("1" and "01").
    private static func byNumber<Value>(_ values: [String: Value]) -> [Int: Value] {
        let numbered = values.compactMap { key, value in
            UntrustedInteger(key)?.int(in: JSONValue.exactIntegers).map { ($0, value) }
        }
        return Dictionary(numbered) { first, _ in first }
    }

    /// Covers everything shown.
    static func fingerprint(of comments: [FetchedComment]) -> String {
        var bytes: [UInt8] = []
        for comment in comments {
            bytes +=
                "\(comment.key) \(comment.parentKey ?? "") \(comment.moderationState.rawValue) \(comment.fadePercent) "
                .utf8
            bytes += (comment.author ?? "").utf8
            bytes += comment.original.utf8
            if comment.isCollapsed { bytes.append(1) }
            if comment.isAuthorNew { bytes.append(2) }
            bytes.append(0)
        }
        return ContentHash.of(bytes)
    }
}
