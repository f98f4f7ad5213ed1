/// An invented publisher of the news service.
struct SampleNewsPublisher: Sendable, Hashable {
    /// Unique; also in its paths.
    var id: String
    var name: String
    var description: String
    /// `en`, `de` or `fr`.
    var language: String
    /// A two-letter code, lower case.
    var country: String
    var category: String
    var format: PublicationFeedFormat
    /// Whether the service lists it; otherwise its articles have no source id.
    var isListed: Bool

    /// Its path on the service's server.
    var rootPath: String { "/publishers/" + id }
    /// Known to the service, which never says where it lets its publishers be reached here.
    var domain: String { id + ".example" }

    /// The path of its feed, or of its feed of a category.
    func feedPath(_ category: String? = nil) -> String { rootPath + (category.map { "/\($0).xml" } ?? format.path) }

    /// The category of the feed with this file name; nil for other files.
    func category(ofFeed name: String) -> String? { SampleNewsRequest.categories.first { "\($0).xml" == name } }

    /// Its site.
    var publication: Publication {
        Publication(
            slug: id, name: name, tagline: description, folder: nil, format: format, palette: .newsService(seed: id),
            language: language, stories: [], cadence: Cadence(newest: 1, span: 1, skew: 1))
    }
}

extension ImagePalette {
    /// One of few, so that pictures can be shared.
    static func newsService(seed: String) -> ImagePalette {
        let colours = [
            ["#14213d", "#e07a3f", "#f3eee3"], ["#233329", "#d8a53c", "#eff0e4"], ["#2b1f36", "#cf5c6b", "#f4edf0"],
            ["#10323c", "#5fa8a0", "#eef3ef"], ["#33261b", "#b8763e", "#f5efe4"],
        ]
        let chosen = colours[Int(SeededRandom.seed(of: seed) % UInt64(colours.count))]
        return ImagePalette(ink: chosen[0], accent: chosen[1], paper: chosen[2])
    }
}
