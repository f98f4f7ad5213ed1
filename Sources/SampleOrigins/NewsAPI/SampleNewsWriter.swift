internal import Foundation

/// A writer of the service's responses.
struct SampleNewsWriter {
    let behaviour: SampleNewsAPIBehaviour
    /// The service's base URL, without a trailing slash.
    let site: String

    private static let excerptLength = 200

    func articles(_ articles: some Sequence<SampleNewsArticle>, totalCount: Int) -> OrderedJSON {
        object([
            ("status", .string("ok")), ("totalResults", .number(totalCount)),
            ("articles", .array(articles.map(article))),
        ])
    }

    func publishers(_ publishers: [SampleNewsPublisher]) -> OrderedJSON {
        object([("status", .string("ok")), ("sources", .array(publishers.map(publisher)))])
    }

    func error(_ error: SampleNewsError) -> OrderedJSON {
        object([
            ("status", .string("error")), ("code", .string(error.failure.rawValue)),
            ("message", .string(error.message)),
        ])
    }

    private func object(_ members: [(String, OrderedJSON)]) -> OrderedJSON {
        guard behaviour.hasCapitalizedKeys else { return .object(members) }
        return .object(members.map { ($0.0.prefix(1).uppercased() + $0.0.dropFirst(), $0.1) })
    }

    private func publisher(_ publisher: SampleNewsPublisher) -> OrderedJSON {
        object([
            ("id", .string(publisher.id)), ("name", .string(publisher.name)),
            ("description", .string(publisher.description)), ("url", .string(publisher.site(at: site) + "/")),
            ("category", .string(publisher.category)), ("language", .string(publisher.language)),
            ("country", .string(publisher.country)),
        ])
    }

    private func article(_ article: SampleNewsArticle) -> OrderedJSON {
        if article.isWithdrawn(behaviour.withdrawnShare) { return withdrawn(article) }
        let publisher = article.publisher
        let source = object([
            ("id", publisher.isListed ? .string(publisher.id) : .null), ("name", .string(publisher.name)),
        ])
        let description = article.lacksDescription ? nil : article.description
        let picture = article.lacksPicture ? nil : publisher.site(at: site) + article.published.picturePath(0)
        var members: [(String, OrderedJSON)] = [
            ("source", source), ("author", optional(article.author)), ("title", .string(article.title)),
            ("description", optional(description)), ("url", .string(publisher.site(at: site) + article.servicePath)),
            ("urlToImage", optional(picture)), ("publishedAt", .string(timestamp(article))),
            ("content", article.lacksText ? .null : .string(Self.excerpt(article.text))),
        ]
        if behaviour.omitsTexts { members.removeAll { ["title", "description", "urlToImage"].contains($0.0) } }
        return object(members)
    }

    private func withdrawn(_ article: SampleNewsArticle) -> OrderedJSON {
        let mark = OrderedJSON.string("[Removed]")
        let time = article.seed % 2 == 0 ? "1970-01-01T00:00:00Z" : TimestampFormatter(article.publishedAt).rfc3339
        return object([
            ("source", object([("id", .null), ("name", mark)])), ("author", .null), ("title", mark),
            ("description", mark), ("url", .string("https://removed.com")), ("urlToImage", .null),
            ("publishedAt", .string(time)), ("content", mark),
        ])
    }

    private func optional(_ text: String?) -> OrderedJSON { text.map(OrderedJSON.string) ?? .null }

    private func timestamp(_ article: SampleNewsArticle) -> String {
        let whole = TimestampFormatter(article.publishedAt).rfc3339
        let isFractional =
            switch behaviour.timestampFormat {
            case .whole: false
            case .fractional: true
            case .mixed: article.seed % 7 == 4
            }
        return isFractional ? "\(whole.dropLast()).\(1000 + article.seed % 9000)000Z" : whole
    }

    /// Returns the beginning of a text, and the number of remaining characters.
    private static func excerpt(_ text: String) -> String {
        guard text.count > excerptLength else { return text }
        return "\(text.prefix(excerptLength))… [+\(text.count - excerptLength) chars]"
    }
}
