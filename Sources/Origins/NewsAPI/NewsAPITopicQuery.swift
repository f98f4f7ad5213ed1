import Foundation
import News
import URLs

/// What the service is asked for a topic.
struct NewsAPITopicQuery {
    private let query: NewsAPIQuery

    /// The only country whose headlines the service documents.
    private static let defaultCountry = "us"

    /// Nil for what the service would refuse, and for publishers that it does not list.
    init?(about subject: TopicSubject) {
        switch subject {
        case .headlines(let country): query = NewsAPIQuery(.headlines, [("country", country)])
        case .category(let category):
            query = NewsAPIQuery(.headlines, [("category", category.rawValue), ("country", Self.defaultCountry)])
        case .publisher(let publisher):
            guard let key = publisher.serviceKey, !key.contains(",") else { return nil }
            query = NewsAPIQuery(.headlines, [("sources", key)])
        case .words(let words): query = Self.search([words])
        case .place(let place):
            // A region alone would fill the list; in titles it is matched here.
            query = Self.search(place.distinctiveNames.isEmpty ? place.titleNames : place.distinctiveNames)
        }
        if query.fault != nil { return nil }
    }

    /// The newest first, of texts with any of the phrases.
    private static func search(_ phrases: [String]) -> NewsAPIQuery {
        let words = phrases.map(quoted).filter { !$0.isEmpty }.joined(separator: " OR ")
        return NewsAPIQuery(.everything, [("q", words), ("sortBy", "publishedAt")])
    }

    /// A plain word stands as it is; phrases, operators and signs are quoted.
    private static func quoted(_ phrase: String) -> String {
        let bare = phrase.replacing("\"", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isPlain = bare.allSatisfy { $0.isLetter || $0.isNumber } && !["AND", "OR", "NOT"].contains(bare)
        return isPlain ? bare : "\"\(bare)\""
    }

    func address(_ endpoints: NewsAPIEndpoints) -> WebAddress? { WebAddress(query.address(below: endpoints.root)) }
}
