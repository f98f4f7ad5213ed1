import Foundation
import Library
import News

extension Strings {
    static let suggestions = "Suggestions"
    static let suggestionsDetail = "Things to follow, from what you read"
    static func allSuggestions(_ count: Int) -> String { "All \(count) suggestions" }
    static let suggested = "Suggested to you"
    static let suggestionsHint =
        "Words, places and feeds to follow, from what you opened and saved here. They are found on this machine whenever a "
        + "page shows them, and are not stored: only whether they are on, and which you dismissed. They stand here and "
        + "where feeds and topics are found."
    static let suggest = "Suggest things to follow"
    static let suggestNoMore = "Turn off"
    static let suggestionsOn = "Suggestions are on", suggestionsOff = "Suggestions are off"
    static let eraseSuggestions = "Erase"
    static let suggestionsErased = "Erased, and off. What you have read until now never counts again"
    static let noSuggestions = "Nothing to suggest yet. Three stories about one thing make a suggestion."
    static let dismiss = "Dismiss", dismissed = "Dismissed"
    static func suggestedSince(_ words: String) -> String { "Erased. Only what you read since \(words) counts." }
    static func suggestedTopic(isPlace: Bool, in title: String) -> String {
        "\(isPlace ? "Place" : "Words"), in \(title)"
    }
    static func suggestedFeed(in title: String) -> String { "Feed, in \(title)" }

    /// Returns a reason such as "You read 6 stories about “tides”, and saved 2."
    static func suggestionReason(_ count: ReadingInterests.Count, about word: String) -> String {
        reason(count) { "\($0) about “\(word)”" }
    }
    static func suggestionReason(_ count: ReadingInterests.Count, of publisher: String) -> String {
        reason(count) { "\($0) of “\(publisher)”" }
    }
    static func suggestionReason(_ count: ReadingInterests.Count, leadingTo host: String) -> String {
        reason(count) { "\($0) that lead to \(host)" }
    }

    private static func reason(_ count: ReadingInterests.Count, _ object: (String) -> String) -> String {
        if count.opened == 0 { return "You saved \(object(stories(count.saved)))." }
        return "You read \(object(stories(count.opened)))\(count.saved > 0 ? ", and saved \(count.saved)" : "")."
    }
}
