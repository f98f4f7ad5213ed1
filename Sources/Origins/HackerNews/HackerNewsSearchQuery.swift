import Foundation
import JSON
import Untrusted

/// A typed search with words and filters.
///
/// - `author:mara` or `by:mara`
/// - `type:story`, `ask`, `show`, `job`, `poll`, `comment`, `all`
/// - `since:2024`, `since:2024-05`, `before:2025-01-31`: UTC
/// - `points:100`, `comments:50`: minimums
/// - `sort:date`
///
/// Other words with colons are ordinary words.
struct HackerNewsSearchQuery: Sendable, Equatable {
    var words = ""
    var author: String?
    var type: String?
    var since: Int?
    var before: Int?
    var points: Int?
    var comments: Int?
    var isByDate = false

    init(_ text: String) {
        var rest: [Substring] = []
        for word in text.split(whereSeparator: \.isWhitespace) where !parseFilter(word) { rest.append(word) }
        words = rest.joined(separator: " ")
    }

    private mutating func parseFilter(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":") else { return false }
        let value = String(word[word.index(after: colon)...])
        guard !value.isEmpty else { return false }
        switch word[..<colon].lowercased() {
        case "author", "by": author = value
        case "type":
            guard Self.tags[value.lowercased()] != nil else { return false }
            type = value.lowercased()
        case "since", "after":
            guard let day = Self.startOfDay(value) else { return false }
            since = day
        case "before", "until":
            guard let day = Self.startOfDay(value) else { return false }
            before = day
        case "points":
            guard let number = UntrustedInteger(value)?.int(in: 0...1_000_000_000) else { return false }
            points = number
        case "comments":
            guard let number = UntrustedInteger(value)?.int(in: 0...1_000_000_000) else { return false }
            comments = number
        case "sort":
            guard value == "date" || value == "relevance" else { return false }
            isByDate = value == "date"
        default: return false
        }
        return true
    }

    private static let tags = [
        "story": "story", "ask": "ask_hn", "show": "show_hn", "job": "job", "poll": "poll", "comment": "comment",
        "all": "(story,poll,job,comment)",
    ]

    /// True if the search is for comments, which have no public points to filter by.
    var wantsComments: Bool { type == "comment" }

    /// Returns the query for the search API.
    /// - Parameter filtersCounts: true if the service filters by points and comments.
    func algoliaQuery(page: Int, filtersCounts: Bool) -> AlgoliaQuery {
        var query = AlgoliaQuery(words: words, isByDate: isByDate, page: page)
        query.tags = [type.flatMap { Self.tags[$0] } ?? "(story,poll,job)"]
        if let author { query.tags.append("author_\(author)") }
        if let since { query.numericFilters.append("created_at_i>=\(since)") }
        if let before { query.numericFilters.append("created_at_i<\(before)") }
        guard filtersCounts else {
            query.hitsPerPage = 100
            return query
        }
        if let points, !wantsComments { query.numericFilters.append("points>=\(points)") }
        if let comments, !wantsComments { query.numericFilters.append("num_comments>=\(comments)") }
        return query
    }

    /// True if the search filters by points or comments; the service sometimes rejects such filters.
    var filtersByCount: Bool { !wantsComments && (points != nil || comments != nil) }

    func matches(_ hit: JSONValue) -> Bool {
        guard filtersByCount else { return true }
        return (hit["points"]?.int ?? 0) >= (points ?? 0) && (hit["num_comments"]?.int ?? 0) >= (comments ?? 0)
    }

    /// Returns the first second of a day, month or year in UTC, since 1970; nil for any other text.
    private static func startOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UntrustedInteger(digits: $0)?.int(in: 0...9999) }
        guard (1...3).contains(parts.count), numbers.count == parts.count, (1970...2200).contains(numbers[0]) else {
            return nil
        }
        let month = numbers.count > 1 ? numbers[1] : 1
        let day = numbers.count > 2 ? numbers[2] : 1
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(year: numbers[0], month: month, day: day))
            .map(\.wholeSeconds)
    }
}
