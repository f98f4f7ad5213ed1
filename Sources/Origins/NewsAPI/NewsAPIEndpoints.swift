import News
import URLs

/// The endpoints of the service; the raw values are the paths after `v2/`.
enum NewsAPIEndpoint: String, CaseIterable, Sendable {
    case headlines = "top-headlines"
    case everything
    /// The directory, in which each publisher is a channel.
    case publishers = "top-headlines/sources"

    /// The supported parameters, except the page. Other parameters of a channel's address are not sent, above all no
    /// key.
    var parameters: [String] {
        switch self {
        case .headlines: ["country", "category", "sources", "q"]
        case .everything:
            ["q", "searchIn", "qInTitle", "sources", "domains", "excludeDomains", "from", "to", "language", "sortBy"]
        case .publishers: ["category", "language", "country"]
        }
    }

    /// The parameters of which the endpoint requires at least one.
    var requiredParameters: [String] {
        switch self {
        case .headlines: parameters
        case .everything: ["q", "qInTitle", "sources", "domains"]
        case .publishers: []
        }
    }
}

/// The addresses of News API v2 (`docs/sources/news-api.md`).
struct NewsAPIEndpoints: Sendable {
    /// The API's root without a trailing slash: `https://newsapi.org/v2`.
    let root: String
    let host: String
    private let origin: String

    /// - Parameter site: the site's address, such as `https://newsapi.org/`.
    init(site: WebAddress) {
        var text = site.origin + site.path
        while text.hasSuffix("/") { text.removeLast() }
        root = text.hasSuffix("/v2") ? text : text + "/v2"
        (host, origin) = (site.host, site.origin)
    }

    func channel(ofPublisher id: String) -> String {
        NewsAPIQuery(.headlines, [("sources", id)]).address(below: root)
    }

    /// Returns the query of a channel's address or a cursor.
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
