import Library
import News

/// The texts of the search, its chips and its start.
extension Strings {
    static let narrowSearch = "Narrow the search", searchOrder = "Order", searchMenu = "Search options"
    static let thisNewspaper = "This newspaper", titlesOnly = "Titles only"
    static let newestFirst = "Newest", bestFirst = "Best"
    static let saveSearch = "Save this search", unsaveSearch = "Remove from saved searches"
    static let searchSaved = "Search saved", searchUnsaved = "Removed"
    static let markAllFoundRead = "Mark all of them as read"
    static let savedSearches = "Saved searches", recentSearches = "Recent", moreThanWords = "More than words"
    static let searchUnfiltered = "Search without filters"
    static let noFiltered = "No story is like that."
    static let tryFewerWords = "Try fewer words."
    static let searchSyntax = "“Quoted words” are searched as a phrase; a minus before a word excludes it."

    /// The periods that chips offer, as `after:` has them.
    static let searchPeriods = [
        (label: "Past day", value: "1d"), (label: "Past week", value: "7d"), (label: "Past month", value: "30d"),
    ]

    static let searchExamples = [
        (words: "\"slack water\"", meaning: "these words in a row"), (words: "-strike", meaning: "without this word"),
        (words: "in:title", meaning: "in titles only"), (words: "by:adeyemi", meaning: "whoever wrote it"),
        (words: "feed:ferry", meaning: "from feeds of this name"),
        (words: "is:unread", meaning: "also is:read, is:saved"),
        (words: "after:7d", meaning: "of the last seven days"), (words: "before:2026-11-01", meaning: "before a day"),
        (words: "sort:best", meaning: "best matches first"),
    ]

    static func searchDate(_ name: SearchTokens.Name, _ value: String) -> String {
        "\(name == .after ? "After" : "Before") \(value)"
    }

    static func searchCount(_ count: Int, isBounded: Bool, in edition: Edition) -> String {
        if isBounded { return "\(count)+ \(edition.pack == nil ? "stories" : "pages")" }
        return edition.pack == nil ? stories(count) : count == 1 ? "1 page" : "\(count) pages"
    }

    static func enterSearches(_ title: String) -> String { "Press Enter to search \(title) too." }
}
