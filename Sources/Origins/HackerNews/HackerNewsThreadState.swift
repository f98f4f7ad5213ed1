import Foundation
import JSON
import News
import Untrusted

struct HackerNewsThreadState: Codable {
    /// The version of the mapping; increase it when the same responses would give other comments.
    static let currentVersion = 3
    /// The time in seconds that a remembered order is valid.
    static let orderLifetime = 3_600
    /// The time in seconds within which an equal count means that the thread is unchanged.
    static let unchangedWindow = 900

    var reading = currentVersion
    /// A hash of the comments; empty after a failure, so that the next load counts as changed.
    var print: String
    var top: [Int]
    var count: Int?
    /// The time of the last full load in seconds since 1970; 0 after a failure.
    var askedAt: Int
    /// The ids of the replies in the site's order, by the id of their parent; only for comments with several replies,
    /// and deleted ones.
    var ranked: [String: [Int]]
    /// The time of the oldest order in seconds since 1970; nil if equal to `askedAt`.
    var rankedAt: Int?
    /// The number of counted comments that were unavailable: dead ones, and ids unknown to all services.
    var gap: Int?
    /// The time in seconds since 1970 since which far fewer comments than before have been found.
    var shortSince: Int?
    /// The marks by comment id, from the last page that was read.
    var marks: [String: HackerNewsCommentMarks]?

    init(print: String, top: [Int], count: Int?, askedAt: Int, ranked: [String: [Int]]) {
        self.print = print
        self.top = top
        self.count = count
        self.askedAt = askedAt
        self.ranked = ranked
    }

    /// The state after a load without the official API.
    static let treeOnly = HackerNewsThreadState(print: "", top: [], count: nil, askedAt: 0, ranked: [:])

    var isTreeOnly: Bool { print.isEmpty && top.isEmpty }

    /// Decodes a stored state; nil if there is none or its version differs.
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

    /// The time in seconds during which far fewer comments than counted, and than before, are doubted. After that the
    /// lower number is accepted.
    static let doubtLifetime = 3_600

    /// Stores how many of the counted comments are missing.
    /// - Returns: true if the number is doubtful, so that no stored comment may be deleted because of it.
    mutating func recordGap(found: Int, counted: Int?, after known: HackerNewsThreadState?) -> Bool {
        let missing = max(0, (counted ?? 0) - found)
        gap = missing
        guard let known, let before = known.gap,
            missing.subtracting(saturating: before) > max(2, (counted ?? 0) / 10)
        else { return false }
        let since = known.shortSince ?? askedAt
        guard (0..<Self.doubtLifetime).contains(askedAt.subtracting(saturating: since)) else { return false }
        // The next load compares with the previous values and counts as changed. The hash is not empty, unlike after a
        // load of the tree alone.
        print = "doubtful"
        askedAt = 0
        gap = before
        shortSince = since
        return true
    }

    /// Returns true if the story's item shows that no load is needed.
    func isUnchanged(_ item: HackerNewsItem, at now: Int) -> Bool {
        top == item.kids && count == item.descendants
            && (0...Self.unchangedWindow).contains(now.subtracting(saturating: askedAt))
    }

    var rememberedMarks: [Int: HackerNewsCommentMarks] { Self.byNumber(marks ?? [:]) }

    mutating func remember(_ given: [Int: HackerNewsCommentMarks]) {
        marks = given.isEmpty ? nil : Dictionary(uniqueKeysWithValues: given.map { ("\($0.key)", $0.value) })
    }

    /// Converts keys to ids. Untrusted keys may repeat a number ("1" and "01"); any one is kept.
    private static func byNumber<Value>(_ values: [String: Value]) -> [Int: Value] {
        let numbered = values.compactMap { key, value in
            UntrustedInteger(key)?.int(in: JSONValue.exactIntegers).map { ($0, value) }
        }
        return Dictionary(numbered) { first, _ in first }
    }

    /// Returns a hash of everything that is shown.
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
