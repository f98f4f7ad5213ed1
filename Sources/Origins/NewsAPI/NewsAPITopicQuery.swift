import Foundation
import News
import URLs

/// The request for a topic.
struct NewsAPITopicQuery {
    private let query: NewsAPIQuery

    /// The only country for which the service documents headlines.
    private static let defaultCountry = "us"

    /// Creates the request; nil if the service would refuse the request, and for publishers that the service does not
    /// list.
    init?(about subject: TopicSubject) {
        switch subject {
        case .headlines(let country): query = NewsAPIQuery(.headlines, [("country", country)])
        case .category(let category):
            query = NewsAPIQuery(.headlines, [("category", category.rawValue), ("country", Self.defaultCountry)])
        case .publisher(let publisher):
            guard let key = publisher.publisherID, !key.contains(",") else { return nil }
            query = NewsAPIQuery(.headlines, [("sources", key)])
        case .words(let words): query = Self.search([words])
        case .place(let place):
            // A region's name alone would fill the list; titles are matched with it locally.
            query = Self.search(place.distinctiveNames.isEmpty ? place.titleNames : place.distinctiveNames)
        }
        if query.fault != nil { return nil }
    }

    /// Returns a search for texts with any of the phrases, newest first.
    private static func search(_ phrases: [String]) -> NewsAPIQuery {
        let words = phrases.map(quoted).filter { !$0.isEmpty }.joined(separator: " OR ")
        return NewsAPIQuery(.everything, [("q", words), ("sortBy", "publishedAt")])
    }

    /// Quotes phrases, operators and signs; a plain word stays unquoted.
    private static func quoted(_ phrase: String) -> String {
        let bare = phrase.replacing("\"", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isPlain = bare.allSatisfy { $0.isLetter || $0.isNumber } && !["AND", "OR", "NOT"].contains(bare)
        return isPlain ? bare : "\"\(bare)\""
    }

    func address(_ endpoints: NewsAPIEndpoints) -> WebAddress? { WebAddress(query.address(below: endpoints.root)) }
}
