import Foundation
import Library
import News

/// The texts of topics that readers follow in an edition.
extension Strings {
    static let topics = "Topics"
    static let yourTopics = "Your topics"
    static let chooseTopics = "Choose topics"
    static let noTopics = "You follow no topics yet."
    static let followedTopics = "You follow"
    static let categories = "Categories"
    static let publishers = "Publishers"
    static let words = "Words"
    static let countries = "Headlines of a country"
    static let place = "A place"
    static let placeHint = "News that names a town, its district or its region."
    static let followAgain = "Follow again"
    static let follow = "Follow"
    static let followsNow = "Following"

    static func category(_ category: NewsCategory) -> String {
        switch category {
        case .general: "General"
        case .business: "Business"
        case .technology: "Technology"
        case .science: "Science"
        case .health: "Health"
        case .sports: "Sports"
        case .entertainment: "Entertainment"
        }
    }

    static func topic(_ subject: TopicSubject, in options: TopicOptions) -> String {
        switch subject {
        case .headlines(let country):
            self.country(country, in: options)
        case .category(let category): self.category(category)
        case .publisher(let publisher): publisher.title
        case .words(let words): words
        case .place(let place): place.name
        }
    }

    /// Returns the kind of a topic, and details that its name omits.
    static func topicDetail(_ subject: TopicSubject) -> String {
        switch subject {
        case .headlines: "Headlines"
        case .category: "Category"
        case .publisher: "Publisher"
        case .words: "Words in titles and texts"
        case .place(let place):
            ["Place", place.district, place.region].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        }
    }

    /// Returns the shelf's name for a country, else its English name.
    static func country(_ code: String, in options: TopicOptions) -> String {
        options.shelves.first { $0.country == code }?.title
            ?? country(code)
    }

    static func country(_ code: String) -> String {
        Locale(identifier: "en").localizedString(forRegionCode: code.uppercased()) ?? code.uppercased()
    }

    static func language(_ code: String) -> String {
        Locale(identifier: "en").localizedString(forLanguageCode: code) ?? code
    }

    static func following(_ title: String) -> String { "Following \(title)" }
    static func unfollowed(_ title: String) -> String { "Unfollowed \(title)" }
    static func isUnfollowed(_ title: String) -> String { "\(title) is no longer followed." }
    static func unfollow(_ title: String) -> String { "Unfollow \(title)" }
    static func moveUp(_ title: String) -> String { "Move \(title) up" }
    static func moveDown(_ title: String) -> String { "Move \(title) down" }
    static func moved(_ title: String, isUp: Bool) -> String { "\(title) moved \(isUp ? "up" : "down")" }
    static let topicOrder = "They are the front page’s sections, in this order."
    static func topicLimit(_ count: Int) -> String {
        "You follow \(count) topics, which is the most. Unfollow one to follow another."
    }

    static let followWords = "Follow words"
    static let wordsHint = "A word or a phrase. Every story that has it comes into a section of its own."
    static let noWords = "Type a word or a phrase to follow."
    static let noWordInIt = "There is no word in it to look for. Type letters or digits."
    static func wordsTooLong(_ count: Int, most: Int) -> String {
        "Words to follow have at most \(most) characters; these have \(count)."
    }

    static let followHeadlines = "Follow headlines"
    static let country = "Country"
    static let anyCategory = "All categories"
    static let anyLanguage = "All languages"
    static let category = "Category"
    static let language = "Language"
    static let searchPublishers = "Search publishers"
    static let filter = "Filter"
    static let noPublishers = "No publisher is listed like that."
    static func publisherCount(_ shown: Int, of all: Int) -> String {
        shown < all ? "\(shown) of \(all) publishers" : Plural("publisher").counted(all)
    }
    static let showAllPublishers = "Show all publishers"
    static func updatePublishers(_ host: String) -> String { "Update the list of \(host)" }
    static let publishersUpdated = "The list is up to date"
    static func apiKey(_ host: String) -> String { "Key for \(host)" }
    static let serviceKeyHint = "More publishers, and searches beyond what their feeds say."

    static let invitation = "Make this paper yours"
    static let invitationHint = "Followed topics become sections below the headlines."
    static let furtherTopics = "Words, publishers, a place…"
    static let notNow = "Not now"

    static let noSuchTopic = "There is no such topic."
    static let noSuchPublisher = "This publisher is not in the list any more."
}
