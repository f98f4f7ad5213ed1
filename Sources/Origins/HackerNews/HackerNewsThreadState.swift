import Foundation
import News
import Untrusted

/// What is kept of a thread between two visits.
struct HackerNewsThreadState: Codable {
    /// Grows whenever the same answers may give other comments.
    static let currentVersion = 1
    /// How long the site's order is taken to be as it was, in seconds.
    static let orderLifetime = 3_600
    /// Within so many seconds an unchanged count is taken for an unchanged thread.
    static let unchangedWindow = 900

    var reading = currentVersion
    /// A fingerprint of the comments as they were given; empty when something failed, so that the next answer without
    /// failures is given whatever it holds.
    var print: String
    var top: [Int]
    var count: Int?
    /// When everything was asked for, in seconds since 1970; 0 when something failed.
    var askedAt: Int
    /// The site's order of answers, of comments with several.
    var ranked: [String: [Int]]
    /// When the eldest of these orders were asked for; nil for `askedAt`.
    var rankedAt: Int?
    /// How many comments the site counted of which nobody could tell when everyone was asked for: dead ones, those that
    /// are known to nobody.
    var gap: Int?

    init(print: String, top: [Int], count: Int?, askedAt: Int, ranked: [String: [Int]]) {
        self.print = print
        self.top = top
        self.count = count
        self.askedAt = askedAt
        self.ranked = ranked
    }

    /// Of a thread that came without the site's own words of it.
    static let treeOnly = HackerNewsThreadState(print: "", top: [], count: nil, askedAt: 0, ranked: [:])

    /// Whether what is kept is no better than the search service's tree.
    var isTreeOnly: Bool { print.isEmpty && top.isEmpty }

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: SourceState?) {
        guard let read = memory?.decode(as: HackerNewsThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    func rememberedOrder(at now: Int) -> [Int: [Int]] {
        let since = rankedAt ?? askedAt
        guard now >= since, now.subtracting(saturating: since) <= Self.orderLifetime else { return [:] }
        // Two keys may name one number ("1" and "01"), had anybody else written them.
        let orders = ranked.compactMap { key, kids in
            UntrustedInteger(key)?.int(in: JSONValue.exactIntegers).map { ($0, kids) }
        }
        return Dictionary(orders) { first, _ in first }
    }

    /// What changes when the comments do.
    static func fingerprint(of comments: [FetchedComment]) -> String {
        var bytes: [UInt8] = []
        for comment in comments {
            bytes +=
                "\(comment.key) \(comment.parentKey ?? "") \(comment.moderationState.rawValue) \(comment.fadePercent) "
                .utf8
            bytes += (comment.author ?? "").utf8
            bytes += comment.original.utf8
            bytes.append(0)
        }
        return ContentHash.of(bytes)
    }
}
