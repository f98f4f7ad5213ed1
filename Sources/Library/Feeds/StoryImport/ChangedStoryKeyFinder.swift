import Foundation
import Markup
import News
import URLs

/// Finds stored stories whose keys changed: the site moved to https, a guid was replaced, or a slug was corrected.
///
/// The old key must no longer be in the document, as two of its entries are never one story. Only entries with unknown
/// keys are looked up, each in a few rows of an index.
struct ChangedStoryKeyFinder {
    let transaction: Transaction
    let channel: Int64
    let source: Int64
    /// The IDs of the stored stories that other entries of the document have.
    private(set) var listed: Set<Int64>
    private var undated: [Candidate]?
    private var textComparisonsLeft = 200

    /// The number of newest stories that are looked up by link and text.
    private static let maxStories = 2_000
    private static let maxCandidates = 20
    private static let maxUndated = 300
    /// The number of characters compared of a text.
    private static let maxTextLength = 4_000

    init(transaction: Transaction, channel: Int64, source: Int64, listed: Set<Int64>) {
        self.transaction = transaction
        self.channel = channel
        self.source = source
        self.listed = listed
    }

    /// Returns the matching stored stories' IDs by new key. Each way to match runs for all stories, the surest way
    /// first.
    /// - Parameter stories: oldest first.
    mutating func matches(_ stories: [PreparedStory]) throws -> [String: Int64] {
        var found: [String: Int64] = [:]
        let ways: [(limit: Int, find: (inout ChangedStoryKeyFinder, PreparedStory) throws -> Int64?)] = [
            (.max, { try $0.storyOfVariantKey($1) }), (Self.maxStories, { try $0.storyOfSameLink($1) }),
            (Self.maxStories, { try $0.storyOfSameText($1) }),
        ]
        for (limit, find) in ways {
            for story in stories.suffix(limit) where found[story.story.key] == nil {
                guard let row = try find(&self, story) else { continue }
                listed.insert(row)
                found[story.story.key] = row
            }
        }
        return found
    }

    // MARK: Ways to find one

    private func storyOfVariantKey(_ prepared: PreparedStory) throws -> Int64? {
        let variants = StoryKeyVariants.of(prepared.story.key)
        guard !variants.isEmpty else { return nil }
        let list = SQLList(variants)
        return try transaction.numbers(
            "select id from story where source_id = ? and origin_key in \(list.sql) order by id",
            [.number(source)] + list.arguments
        ).first { !listed.contains($0) }
    }

    /// Returns a story with the same link, if other signs show that it is the same story.
    private mutating func storyOfSameLink(_ prepared: PreparedStory) throws -> Int64? {
        guard let key = prepared.linkKey else { return nil }
        // The unary `+` keeps the query from using the index of sources: one link has few rows, a source may have many.
        let rows = try transaction.all(
            "\(Self.candidateSQL) where s.link_hash = ? and +s.source_id = ? order by s.id limit ?",
            [.number(key), .number(source), .number(Self.maxCandidates)], Candidate.init)
        let signs = Signs(prepared)
        for row in rows where !listed.contains(row.id) && row.hasSameDiscussion(as: prepared.story) {
            if try isSame(row, prepared, signs, isOnlyOne: rows.count == 1) { return row.id }
        }
        return nil
    }

    /// Returns true if a stored story with the same link is the same story.
    /// - Parameter isOnlyOne: true if no other story has the link.
    private mutating func isSame(
        _ row: Candidate, _ prepared: PreparedStory, _ signs: Signs, isOnlyOne: Bool
    ) throws -> Bool {
        let isNamesake = row.title == signs.title && row.hasSameFiles(as: signs)
        guard let stored = row.publishedAt, let published = signs.publishedAt else {
            return try isNamesake && hasSameText(row, prepared, orNone: isOnlyOne)
        }
        if stored == published {
            // A purged story has little more than link and date.
            if row.isPurged { return isOnlyOne }
            return try isNamesake
                || isOnlyOne && (signs.hasTimeOfDay || hasSameText(row, prepared, orNone: false))
        }
        // Entries that recur under one link are short: a forecast, a strip of today.
        return try isOnlyOne && isNamesake && prepared.wordCount >= StorySimilarity.minWordsForShingles
            && hasSameText(row, prepared, orNone: false)
    }

    /// Returns a story with the same title and date, and the same text unless only the value of a query parameter
    /// changed.
    private mutating func storyOfSameText(_ prepared: PreparedStory) throws -> Int64? {
        let signs = Signs(prepared)
        let rows = try signs.publishedAt == nil ? undatedCandidates() : candidates(shownAt: prepared.shownAt)
        for row in rows where !listed.contains(row.id) && row.publishedAt == signs.publishedAt {
            // Stories with the same link have been tried by `storyOfSameLink`.
            guard !row.hasSameLink(as: prepared.story), row.title == signs.title, row.hasSameFiles(as: signs) else {
                continue
            }
            let isNoise = row.differsInQueryNoise(from: prepared.story)
            // An undated title alone proves little, as it may recur daily.
            if isNoise, signs.publishedAt != nil { return row.id }
            if try hasSameText(row, prepared, orNone: isNoise || signs.isDistinct) { return row.id }
        }
        return nil
    }

    // MARK: Rows

    private static let candidateSQL =
        "select s.id, s.title, s.link, s.published_at, s.enclosures, s.discussion_link, s.purged_at from story s"

    private func candidates(shownAt: Int64) throws -> [Candidate] {
        try transaction.all(
            """
            \(Self.candidateSQL) join channel_story cs on cs.story_id = s.id
            where cs.channel_id = ? and cs.shown_at = ? limit ?
            """, [.number(channel), .number(shownAt), .number(Self.maxCandidates)], Candidate.init)
    }

    /// Returns stored stories without a date, read once for the document, as only their titles tell them apart.
    private mutating func undatedCandidates() throws -> [Candidate] {
        if let undated { return undated }
        let rows = try transaction.all(
            """
            \(Self.candidateSQL) join (
              select story_id from channel_story where channel_id = ? order by shown_at desc, story_id desc limit ?
            ) newest on newest.story_id = s.id where s.published_at is null
            """, [.number(channel), .number(Self.maxUndated)], Candidate.init)
        undated = rows
        return rows
    }

    /// Returns true if the texts are the same.
    /// - Parameter orNone: true if two stories without text count as the same.
    private mutating func hasSameText(_ row: Candidate, _ prepared: PreparedStory, orNone: Bool) throws -> Bool {
        guard textComparisonsLeft > 0 else { return false }
        textComparisonsLeft -= 1
        let stored =
            try transaction.text("select plain_text from story_text where story_id = ?", [.number(row.id)]) ?? ""
        let words = { (text: String) in TextNormalizer.words(String(text.prefix(Self.maxTextLength))) }
        let (old, new) = (words(stored), words(prepared.story.text))
        return old.isEmpty && new.isEmpty ? orNone : StorySimilarity.isSameText(old, new)
    }
}

extension ChangedStoryKeyFinder {
    /// The properties that identify a story, besides its key.
    struct Signs {
        let title: [String]
        /// The publication date in milliseconds.
        let publishedAt: Int64?
        /// The addresses of the enclosures, without scheme, `www.` and query.
        let files: Set<String>
        /// True if the date is not a full hour; full hours may be days without a time.
        let hasTimeOfDay: Bool
        /// True if title and date suffice for stories without text.
        let isDistinct: Bool

        private static let maxTitleLength = 500

        init(title: String, publishedAt: Int64?, enclosures: [Enclosure]) {
            let start = String(title.prefix(Self.maxTitleLength))
            let words = TextNormalizer.words(start)
            self.title = words.isEmpty ? [start] : words
            self.publishedAt = publishedAt
            files = Set(
                enclosures.compactMap {
                    StorySimilarity.canonicalLink($0.address.replacing(query: nil, fragment: nil))
                })
            hasTimeOfDay = publishedAt.map { $0 % 3_600_000 != 0 } ?? false
            isDistinct = publishedAt != nil && (hasTimeOfDay || StorySimilarity.titleKey(title) != nil)
        }

        init(_ prepared: PreparedStory) {
            self.init(
                title: prepared.story.title, publishedAt: prepared.story.publishedAt?.milliseconds,
                enclosures: prepared.story.enclosures)
        }
    }

    /// A stored story.
    struct Candidate {
        let id: Int64
        private let signs: Signs
        let isPurged: Bool
        private let link: WebAddress?
        private let discussion: WebAddress?

        var title: [String] { signs.title }
        var publishedAt: Int64? { signs.publishedAt }

        init(_ row: SQLRow) {
            id = row.number("id")
            signs = Signs(
                title: row.text("title"), publishedAt: row.optionalNumber("published_at"),
                enclosures: JSONColumn.decodeList(row.text("enclosures")))
            isPurged = row.optionalNumber("purged_at") != nil
            link = row.optionalText("link").flatMap { WebAddress($0) }
            discussion = row.optionalText("discussion_link").flatMap { WebAddress($0) }
        }

        /// Returns true if the stories share an enclosure or one has none; episodes of one title have files of their
        /// own.
        func hasSameFiles(as other: Signs) -> Bool {
            signs.files.isEmpty || other.files.isEmpty || !signs.files.isDisjoint(with: other.files)
        }

        func hasSameLink(as story: FetchedStory) -> Bool {
            guard let link, let other = story.link, let canonical = StorySimilarity.canonicalLink(link) else {
                return false
            }
            return canonical == StorySimilarity.canonicalLink(other)
        }

        /// Returns true unless both have discussions at different links: a link that was submitted again has another
        /// discussion.
        func hasSameDiscussion(as story: FetchedStory) -> Bool {
            guard let discussion, let other = story.discussionLink else { return true }
            return StorySimilarity.canonicalLink(discussion) == StorySimilarity.canonicalLink(other)
        }

        /// Returns true if the links differ only in parameters that identify no story, such as a session.
        func differsInQueryNoise(from story: FetchedStory) -> Bool {
            guard let link, let other = story.link, let old = link.query, let new = other.query else { return false }
            let paths = [link, other].map { StorySimilarity.canonicalLink($0.replacing(query: nil, fragment: nil)) }
            guard paths[0] == paths[1] else { return false }
            let pairs = [old, new].map { $0.split(separator: "&", omittingEmptySubsequences: false) }
            guard pairs[0].count == pairs[1].count else { return false }
            return zip(pairs[0], pairs[1]).allSatisfy { old, new in
                let (oldParts, newParts) = (Self.parts(old), Self.parts(new))
                guard oldParts.name == newParts.name else { return false }
                return old == new || !Self.isNumber(oldParts.value) && !Self.isNumber(newParts.value)
            }
        }

        private static func parts(_ pair: Substring) -> (name: Substring, value: Substring) {
            let name = pair.prefix { $0 != "=" }
            return (name, pair.dropFirst(name.count + 1))
        }

        /// Returns true for a number or date that may identify a story; times in seconds are noise.
        private static func isNumber(_ value: Substring) -> Bool {
            let digits = value.filter(\.isNumber)
            guard value.allSatisfy({ $0.isNumber || "-./:T".contains($0) }) else { return false }
            return digits.count < 10 || digits.hasPrefix("20") && (12...14).contains(digits.count)
        }
    }
}

/// A namespace for the spellings of a key with another scheme, or with or without `www.`, which mean the same story to
/// a site.
enum StoryKeyVariants {
    /// Returns the other spellings; empty for a key without a web address.
    static func of(_ key: String) -> [String] {
        let schemes = ["https://", "http://"].compactMap { key.range(of: $0) }
        guard let scheme = schemes.min(by: { $0.lowerBound < $1.lowerBound }) else { return [] }
        let (start, rest) = (key[..<scheme.lowerBound], key[scheme.upperBound...])
        let host = rest.hasPrefix("www.") ? rest.dropFirst(4) : rest
        return ["https://", "https://www.", "http://", "http://www."].map { start + $0 + host }.filter { $0 != key }
    }
}
