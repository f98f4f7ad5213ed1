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
    /// Seconds since 1970, when far fewer comments than before began to come.
    var shortSince: Int?
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

    /// Seconds for which far fewer comments than are counted, and came before, are doubted. Then they are believed.
    static let doubtLifetime = 3_600

    /// Remembers how many of the counted comments are missing.
    /// - Returns: whether that is doubtful, so that no stored comment may be deleted for it.
    mutating func recordGap(found: Int, counted: Int?, after known: HackerNewsThreadState?) -> Bool {
        let missing = max(0, (counted ?? 0) - found)
        gap = missing
        guard let known, let before = known.gap,
            missing.subtracting(saturating: before) > max(2, (counted ?? 0) / 10)
        else { return false }
        let since = known.shortSince ?? askedAt
        guard (0..<Self.doubtLifetime).contains(askedAt.subtracting(saturating: since)) else { return false }
        // The next load compares with the same, and counts as changed. Not empty, as after the tree alone.
        print = "doubtful"
        askedAt = 0
        gap = before
        shortSince = since
        return true
    }

    /// Whether a load is not needed, by the story's item.
    func isUnchanged(_ item: HackerNewsItem, at now: Int) -> Bool {
        top == item.kids && count == item.descendants
            && (0...Self.unchangedWindow).contains(now.subtracting(saturating: askedAt))
    }

    var rememberedMarks: [Int: HackerNewsCommentMarks] { Self.byNumber(marks ?? [:]) }

    mutating func remember(_ given: [Int: HackerNewsCommentMarks]) {
        marks = given.isEmpty ? nil : Dictionary(uniqueKeysWithValues: given.map { ("\($0.key)", $0.value) })
    }

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
