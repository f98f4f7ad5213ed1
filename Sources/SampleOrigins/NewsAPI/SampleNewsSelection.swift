internal import Foundation

/// The articles that a request selects.
struct SampleNewsSelection {
    let parameters: SampleNewsRequest
    let behaviour: SampleNewsAPIBehaviour
    let now: Date

    private static let developerResultCount = 100
    private static let developerReach: TimeInterval = 30 * 86_400
    /// The age in seconds from which an article is no headline.
    private static let headlineReach: TimeInterval = 48 * 3600

    /// Checks the limits of the plan.
    /// - Throws: `SampleNewsError` if a developer's plan does not include the request.
    func checkPlan() throws(SampleNewsError) {
        guard behaviour.isDeveloperPlan else { return }
        if parameters.page * parameters.pageSize > Self.developerResultCount {
            throw SampleNewsError(.maximumResultsReached)
        }
        if let from = parameters.from, now.timeIntervalSince(from) > Self.developerReach {
            throw SampleNewsError(.upgradeRequired)
        }
    }

    func publishers(of all: [SampleNewsPublisher]) -> [SampleNewsPublisher] {
        all.filter { publisher in
            publisher.isListed && has("category", publisher.category) && has("language", publisher.language)
                && has("country", publisher.country)
        }
    }

    /// Returns the articles of all pages in the requested order.
    func articles(of all: [SampleNewsArticle]) -> [SampleNewsArticle] {
        let newest = now.addingTimeInterval(-behaviour.articleDelay)
        let found = all.filter { $0.publishedAt <= newest && isSelected($0) && isFound($0) }
        switch parameters.order {
        case .publishedAt: return found
        case .popularity: return found.sorted { ($0.seed % 100, $0.publishedAt) > ($1.seed % 100, $1.publishedAt) }
        case .relevancy:
            let scored = found.map { (article: $0, score: score($0)) }
            return scored.sorted { ($0.score, $0.article.publishedAt) > ($1.score, $1.article.publishedAt) }
                .map { $0.article }
        }
    }

    func page(of found: [SampleNewsArticle]) -> ArraySlice<SampleNewsArticle> {
        found.dropFirst((parameters.page - 1) * parameters.pageSize).prefix(parameters.pageSize)
    }

    /// Returns true if a parameter is absent or has this value.
    private func has(_ name: String, _ value: String) -> Bool { parameters[name].map { $0 == value } ?? true }

    private func isSelected(_ article: SampleNewsArticle) -> Bool {
        let publisher = article.publisher
        let sources = parameters.list("sources")
        guard sources.isEmpty || (publisher.isListed && sources.contains(publisher.id)) else { return false }
        if parameters.endpoint == .topHeadlines { return isHeadline(article) }
        let (domains, excluded) = (parameters.list("domains"), parameters.list("excludeDomains"))
        guard domains.isEmpty || domains.contains(publisher.domain), !excluded.contains(publisher.domain) else {
            return false
        }
        if let from = parameters.from, article.publishedAt < from { return false }
        if let to = parameters.to, article.publishedAt > to { return false }
        return has("language", publisher.language)
    }

    private func isHeadline(_ article: SampleNewsArticle) -> Bool {
        // Requests with a two-letter language have found nothing since 2023.
        if let language = parameters["language"], language.count == 2 { return false }
        guard now.timeIntervalSince(article.publishedAt) <= Self.headlineReach else { return false }
        if let country = parameters["country"] {
            guard country == article.publisher.country, behaviour.countriesWithHeadlines.contains(country) else {
                return false
            }
        }
        return has("category", article.category)
    }

    private func isFound(_ article: SampleNewsArticle) -> Bool {
        parameters.search?.matches(SampleNewsSearch.words(of: searchedText(article))) ?? true
    }

    /// Returns the relevance; a word in the title counts three times.
    private func score(_ article: SampleNewsArticle) -> Int {
        guard let search = parameters.search else { return 0 }
        return 2 * search.score(SampleNewsSearch.words(of: article.title))
            + search.score(SampleNewsSearch.words(of: searchedText(article)))
    }

    private func searchedText(_ article: SampleNewsArticle) -> String {
        let fields = parameters.searchedFields
        return [
            fields.contains("title") ? article.title : "", fields.contains("description") ? article.description : "",
            fields.contains("content") ? article.text : "",
        ].joined(separator: "\n")
    }
}
