internal import Foundation

/// An error response of the service.
struct SampleNewsError: Error {
    var failure: SampleNewsAPIBehaviour.Failure
    var message: String

    init(_ failure: SampleNewsAPIBehaviour.Failure, _ message: String? = nil) {
        self.failure = failure
        self.message = message ?? failure.message
    }
}

enum SampleNewsEndpoint: String, Sendable {
    case topHeadlines = "/v2/top-headlines"
    case everything = "/v2/everything"
    case sources = "/v2/top-headlines/sources"

    /// Reads an endpoint's path; nil for other paths.
    init?(path: String) {
        self.init(rawValue: path == "/v2/sources" ? "/v2/top-headlines/sources" : path)
    }

    fileprivate var parameters: Set<String> {
        switch self {
        case .topHeadlines: ["country", "category", "sources", "q", "pageSize", "page", "language"]
        case .everything:
            [
                "q", "qInTitle", "searchIn", "sources", "domains", "excludeDomains", "from", "to", "language", "sortBy",
                "pageSize", "page",
            ]
        case .sources: ["category", "language", "country"]
        }
    }
}

/// The checked parameters of a request.
struct SampleNewsRequest: Sendable {
    enum Order: String {
        case relevancy, popularity, publishedAt
    }

    let endpoint: SampleNewsEndpoint
    private let values: [String: String]
    private(set) var search: SampleNewsSearch?
    private(set) var searchedFields: Set<String> = ["title", "description", "content"]
    private(set) var order = Order.publishedAt
    private(set) var pageSize: Int
    private(set) var page = 1
    private(set) var from: Date?
    private(set) var to: Date?

    static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]
    private static let languages: Set<String> = [
        "ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh",
    ]
    private static let maxSourceCount = 20
    private static let maxSearchLength = 500

    init(
        _ endpoint: SampleNewsEndpoint, _ query: String?, publishers: [SampleNewsPublisher]
    ) throws(SampleNewsError) {
        self.endpoint = endpoint
        let fields = QueryFields.read(query).filter { $0.name != "apiKey" && !$0.value.isEmpty }
        values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        pageSize = endpoint == .topHeadlines ? 20 : 100
        if let unknown = values.keys.sorted().first(where: { !endpoint.parameters.contains($0) }) {
            throw SampleNewsError(.parameterInvalid, "The parameter \(unknown) is not supported.")
        }
        try checkPresence()
        try checkNames(publishers)
        try readPaging()
        try readSearch()
        from = try date("from")
        to = try date("to")
    }

    /// The value of a parameter; nil if it is absent or empty.
    subscript(_ name: String) -> String? { values[name] }

    /// Returns the comma-separated values of a parameter.
    func list(_ name: String) -> [String] {
        (values[name] ?? "").split(separator: ",").map(StoryFileParser.trimmed)
    }

    private func checkPresence() throws(SampleNewsError) {
        let wanted: [String] =
            switch endpoint {
            case .topHeadlines: ["country", "category", "sources", "q"]
            case .everything: ["q", "qInTitle", "sources", "domains"]
            case .sources: []
            }
        guard wanted.isEmpty || wanted.contains(where: { values[$0] != nil }) else {
            throw SampleNewsError(
                .parametersMissing, "Required parameters are missing. Set any of: \(wanted.joined(separator: ", ")).")
        }
        if endpoint == .topHeadlines, values["sources"] != nil, values["country"] != nil || values["category"] != nil {
            throw SampleNewsError(
                .parameterInvalid, "You cannot mix the sources parameter with the country or category parameters.")
        }
    }

    private func checkNames(_ publishers: [SampleNewsPublisher]) throws(SampleNewsError) {
        let ids = list("sources")
        if ids.count > Self.maxSourceCount { throw SampleNewsError(.sourcesTooMany) }
        for id in ids where !publishers.contains(where: { $0.id == id && $0.isListed }) {
            throw SampleNewsError(.sourceDoesNotExist)
        }
        if let category = values["category"], !Self.categories.contains(category) { throw invalid("category") }
        if let country = values["country"], country.count != 2 || !country.allSatisfy(\.isLowercase) {
            throw invalid("country")
        }
        if endpoint != .topHeadlines, let language = values["language"], !Self.languages.contains(language) {
            throw invalid("language")
        }
    }

    private mutating func readPaging() throws(SampleNewsError) {
        pageSize = try number("pageSize", 1...100) ?? pageSize
        page = try number("page", 1...1_000_000) ?? 1
        guard let name = values["sortBy"] else { return }
        guard let order = Order(rawValue: name) else { throw invalid("sortBy") }
        self.order = order
    }

    private mutating func readSearch() throws(SampleNewsError) {
        if let wanted = values["searchIn"] {
            guard Set(list("searchIn")).isSubset(of: searchedFields), !list("searchIn").isEmpty else {
                throw SampleNewsError(.parameterInvalid, "searchIn cannot be \(wanted).")
            }
            searchedFields = Set(list("searchIn"))
        }
        guard let text = values["q"] ?? values["qInTitle"] else { return }
        if values["q"] == nil { searchedFields = ["title"] }
        guard text.count <= Self.maxSearchLength, let search = SampleNewsSearch(text) else { throw invalid("q") }
        self.search = search
    }

    private func invalid(_ name: String) -> SampleNewsError {
        SampleNewsError(.parameterInvalid, "The value of the parameter \(name) is not supported.")
    }

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(SampleNewsError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else { throw invalid(name) }
        return number
    }

    /// Returns a parameter that is a day, or an instant with or without zone; nil if it is absent.
    private func date(_ name: String) throws(SampleNewsError) -> Date? {
        guard let text = values[name] else { return nil }
        let whole = text.count == 10 ? text + "T00:00:00Z" : text.hasSuffix("Z") ? text : text + "Z"
        do { return try Date(whole, strategy: .iso8601) } catch { throw invalid(name) }
    }
}
