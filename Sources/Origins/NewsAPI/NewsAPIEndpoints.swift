import News
import URLs

/// What the service can be asked; the raw values are the paths after `v2/`.
enum NewsAPIEndpoint: String, CaseIterable, Sendable {
    case headlines = "top-headlines"
    case everything
    /// The directory: each publisher is a channel.
    case publishers = "top-headlines/sources"

    /// What it understands, apart from the page. Anything else of a channel's address is not sent, least of all a key.
    var parameters: [String] {
        switch self {
        case .headlines: ["country", "category", "sources", "q"]
        case .everything:
            ["q", "searchIn", "qInTitle", "sources", "domains", "excludeDomains", "from", "to", "language", "sortBy"]
        case .publishers: ["category", "language", "country"]
        }
    }

    /// Of these it needs one.
    var requiredParameters: [String] {
        switch self {
        case .headlines: parameters
        case .everything: ["q", "qInTitle", "sources", "domains"]
        case .publishers: []
        }
    }
}

/// Addresses of News API v2 (`docs/sources/news-api.md`).
struct NewsAPIEndpoints: Sendable {
    /// Without a trailing slash: `https://newsapi.org/v2`.
    let root: String
    let host: String
    private let origin: String

    /// - Parameter site: such as `https://newsapi.org/`.
    init(site: WebAddress) {
        var text = site.origin + site.path
        while text.hasSuffix("/") { text.removeLast() }
        root = text.hasSuffix("/v2") ? text : text + "/v2"
        (host, origin) = (site.host, site.origin)
    }

    func channel(ofPublisher id: String) -> String {
        NewsAPIQuery(.headlines, [("sources", id)]).address(below: root)
    }

    /// What a channel's address or a cursor asks for.
    /// - Throws: `.notAllowed` for another site, which must not see the key, and for other paths.
    func query(of address: WebAddress) throws(SourceError) -> NewsAPIQuery {
        guard address.origin == origin else { throw .notAllowed(FailureCause(.foreignSite, at: address.host)) }
        var text = address.origin + address.path
        while text.hasSuffix("/") { text.removeLast() }
        if text == root + "/sources" { return NewsAPIQuery(.publishers, query: address.query) }
        guard let endpoint = NewsAPIEndpoint.allCases.first(where: { text == "\(root)/\($0.rawValue)" }) else {
            throw .notAllowed(FailureCause(.noStoryList(address: text), at: host))
        }
        return NewsAPIQuery(endpoint, query: address.query)
    }
}
