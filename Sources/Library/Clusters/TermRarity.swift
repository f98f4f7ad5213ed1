import Foundation

/// The rarity of terms by language, from a count of the stories that have them.
///
/// The count is of earlier days' stories, so that a day's stories get the same weights in whatever order they arrive.
/// While there are few of those, today's count as well, and all are weighed again after each arrival.
struct TermRarity {
    let transaction: Transaction

    /// The number of stories that every rarity assumes besides the known ones, and of them those with a word of so many
    /// letters: in a young library *the* and *der* must not seem rare.
    private static let background = 100
    private static let assumedCounts = [1: 20, 2: 20, 3: 10, 4: 2]
    /// A term is telling if at most so many stories have it, or one of so many of the language's.
    private static let maxTellingCount = 100
    private static let maxTellingShare = 500
    /// The number of stories below which words of up to three letters tell nothing, as it is not known which are rare.
    private static let youngLibrary = 50
    /// The number of stories below which a share says little.
    private static let doubtfulStories = 20
    /// The number of telling terms that a story has at most: the heaviest.
    private static let maxTelling = 48

    /// The weighed terms of a story.
    struct Weighed {
        var vector: ClusterVector
        /// The terms by which other stories find it.
        var telling: [UInt32]
        /// The length of the part of the vector that another language has as well, by language.
        var norms: [String: Float]
    }

    func weigh(_ terms: ClusterTerms) throws -> Weighed {
        let counts = try counts(of: terms.counts.keys.sorted())
        let total = try transaction.count(
            "select story_count from term_census where language = ?", [.text(terms.language)])
        var weights: [(term: UInt32, weight: Float)] = []
        var norms: [String: Float] = [:]
        for (term, count) in terms.counts.sorted(by: { $0.key < $1.key }) {
            let known = counts[term] ?? [:]
            let assumed = terms.shortWords[term].flatMap { Self.assumedCounts[$0] } ?? 0
            let weight = Self.weight(count: count, stories: max(1, known[terms.language] ?? 0) + assumed, total: total)
            weights.append((term, weight))
            for language in known.keys where language != terms.language {
                norms[language, default: 0] += weight * weight
            }
        }
        let limit = max(Self.maxTellingCount, total / Self.maxTellingShare)
        let telling = weights.filter { entry in
            entry.weight > 0 && counts[entry.term]?[terms.language] ?? 0 <= limit
                && (total >= Self.youngLibrary || terms.shortWords[entry.term] ?? .max > 3)
        }.sorted { ($1.weight, $0.term) < ($0.weight, $1.term) }.prefix(Self.maxTelling).map(\.term)
        return Weighed(
            vector: ClusterVector(weights: weights), telling: telling, norms: norms.mapValues { $0.squareRoot() })
    }

    /// Returns the share of the counted stories that have a word in their titles or first words.
    func share(of word: String) throws -> Double {
        let terms = SQLList(ClusterTerms(title: word, text: "", language: nil).counts.keys.map { Int64($0) })
        let count = try transaction.count(
            "select coalesce(sum(story_count), 0) from term_count where term in \(terms.sql)", terms.arguments)
        let total = try transaction.count("select coalesce(sum(story_count), 0) from term_census")
        return Double(count + 1) / Double(total + Self.doubtfulStories)
    }

    private static func weight(count: Int, stories: Int, total: Int) -> Float {
        let rarity = log(Double(total + background + 1) / (Double(stories) + 0.5))
        return Float((1 + log(Double(count))) * max(0, rarity))
    }

    private func counts(of terms: [UInt32]) throws -> [UInt32: [String: Int]] {
        let list = SQLList(terms.map { Int64($0) })
        var counts: [UInt32: [String: Int]] = [:]
        let found = try transaction.all(
            "select term, language, story_count from term_count where term in \(list.sql)", list.arguments
        ) { (UInt32(truncatingIfNeeded: $0.number("term")), $0.text("language"), $0.int("story_count")) }
        for (term, language, count) in found { counts[term, default: [:]][language] = count }
        return counts
    }

    // MARK: The census

    /// The number of older stories from which on today's are left out of the count.
    private static let enoughStories = 300
    /// The number of stories up to which all are counted and weighed again after each arrival while there are few older
    /// ones; above it, whenever there are half as many again.
    private static let maxEagerStories = 4000
    /// The number of stories of one publisher that count, so that a flood makes no word common.
    private static let maxStoriesPerPublisher = 100

    /// Notes that stories were added, which count today if there are few older ones.
    func noteNewStories() throws { try transaction.run("update term_census set counted_at = 0 where is_frozen = 0") }

    /// Returns true if the count holds until the day ends.
    func isFrozen(now: Int64) throws -> Bool {
        try transaction.exists(
            "select 1 from term_census where is_frozen = 1 and counted_at >= ? and counted_at < ? limit 1",
            [.number(Self.dayStart(now)), .number(Self.dayStart(now) + Self.day)])
    }

    static let day: Int64 = 86_400_000
    static func dayStart(_ time: Int64) -> Int64 { time - ((time % day) + day) % day }

    /// Counts again if that is due. Returns true if stored stories are to be weighed again.
    func recount(now: Int64) throws -> Bool {
        guard try !isFrozen(now: now) else { return false }
        let dayStart = Self.dayStart(now)
        let older = try transaction.count(
            "select count(*) from (select 1 from story_terms where arrived_at < ? limit ?) as older",
            [.number(dayStart), .number(Self.enoughStories)])
        if older >= Self.enoughStories {
            try count(before: dayStart, now: now)
            return false
        }
        let last = try transaction.first(
            "select min(counted_at) as counted_at, sum(story_count) as total from term_census"
        ) { (at: $0.number("counted_at"), total: $0.int("total")) }
        guard (last?.at ?? 0) < dayStart else { return false }
        let total = try transaction.count("select count(*) from story_terms")
        let isDue = total <= Self.maxEagerStories || total * 2 > (last?.total ?? 0) * 3
        guard total > 0, isDue else { return false }
        try count(before: .max, now: now)
        return true
    }

    private func count(before end: Int64, now: Int64) throws {
        var counts: [String: [UInt32: Int]] = [:]
        var totals: [String: Int] = [:]
        var publisher: (name: String, count: Int) = ("", 0)
        _ = try transaction.all(
            """
            select t.publisher, t.language, t.vector from story_terms t join story s on s.id = t.story_id
            where t.arrived_at < ? order by t.publisher, t.shown_at desc, s.origin_key
            """, [.number(end)]
        ) { row in
            let name = row.text("publisher")
            publisher = name == publisher.name ? (name, publisher.count + 1) : (name, 1)
            guard publisher.count <= Self.maxStoriesPerPublisher else { return }
            let language = row.text("language")
            totals[language, default: 0] += 1
            for (term, _) in ClusterVector(bytes: row.optionalBytes("vector") ?? []).weights {
                counts[language, default: [:]][term, default: 0] += 1
            }
        }
        try store(counts, totals, isFrozen: end != .max, now: now)
    }

    private func store(
        _ counts: [String: [UInt32: Int]], _ totals: [String: Int], isFrozen: Bool, now: Int64
    ) throws {
        try transaction.run("delete from term_count")
        try transaction.run("delete from term_census")
        for (language, counts) in counts {
            for (term, count) in counts {
                try transaction.run(
                    "insert into term_count (term, language, story_count) values (?, ?, ?)",
                    [.number(Int64(term)), .text(language), .number(count)])
            }
        }
        for (language, total) in totals {
            try transaction.run(
                "insert into term_census (language, story_count, counted_at, is_frozen) values (?, ?, ?, ?)",
                [.text(language), .number(total), .number(now), .bool(isFrozen)])
        }
    }
}
