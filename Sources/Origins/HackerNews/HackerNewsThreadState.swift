import Foundation
import News
import Untrusted

/// What is stored of a thread between two refreshes.
struct HackerNewsThreadState: Codable {
    /// Increase when the same responses would give other comments.
    static let currentVersion = 1
    /// How long the site's order may be reused, in seconds.
    static let orderLifetime = 3_600
    /// How long an unchanged count means an unchanged thread, in seconds.
    static let unchangedWindow = 900

    var reading = currentVersion
    /// Hash of the returned comments; empty after a failure, so that the next complete thread counts as changed.
    var print: String
    var top: [Int]
    var count: Int?
    /// When the whole thread was loaded, in seconds since 1970; 0 after a failure.
    var askedAt: Int
    /// The site's order of replies, for comments with several.
    var ranked: [String: [Int]]
    /// When the oldest of these orders was fetched; nil for `askedAt`.
    var rankedAt: Int?
    /// How many counted comments were unavailable at the last full load: dead ones, and ids that no service has.
    var gap: Int?

    init(print: String, top: [Int], count: Int?, askedAt: Int, ranked: [String: [Int]]) {
        self.print = print
        self.top = top
        self.count = count
        self.askedAt = askedAt
        self.ranked = ranked
    }

    /// State of a thread loaded without the official API.
    static let treeOnly = HackerNewsThreadState(print: "", top: [], count: nil, askedAt: 0, ranked: [:])

    /// Whether the stored thread is only the search API's tree.
    var isTreeOnly: Bool { print.isEmpty && top.isEmpty }

    /// Nil if there is none or it has another version or format.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: HackerNewsThreadState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    func rememberedOrder(at now: Int) -> [Int: [Int]] {
        let since = rankedAt ?? askedAt
        guard now >= since, now.subtracting(saturating: since) <= Self.orderLifetime else { return [:] }
        // Two keys could name one number ("1" and "01") if they were not written here.
        let orders = ranked.compactMap { key, kids in
            UntrustedInteger(key)?.int(in: JSONValue.exactIntegers).map { ($0, kids) }
        }
        return Dictionary(orders) { first, _ in first }
    }

    /// Hash of everything that matters in the comments.
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
