/// An invented publisher of the news service.
struct SampleNewsPublisher: Sendable, Hashable {
    /// The unique ID, also in the publisher's paths.
    var id: String
    var name: String
    var description: String
    /// The language: `en`, `de` or `fr`.
    var language: String
    /// The country as a two-letter code in lower case.
    var country: String
    var category: String
    var format: PublicationFeedFormat
    /// True if the service lists the publisher; otherwise its articles have no source ID.
    var isListed: Bool

    /// The publisher's path on the service's server.
    var rootPath: String { "/publishers/" + id }
    /// The domain in the service's data, which is not the address of the publisher's sample site.
    var domain: String { id + ".example" }

    /// Returns the path of the publisher's feed, or of its feed of a category.
    func feedPath(_ category: String? = nil) -> String { rootPath + (category.map { "/\($0).xml" } ?? format.path) }

    /// Returns the category of the feed with this file name; nil for other files.
    func category(ofFeed name: String) -> String? { SampleNewsRequest.categories.first { "\($0).xml" == name } }

    /// The publisher's site, without stories.
    var publication: Publication {
        Publication(
            slug: id, name: name, tagline: description, folder: nil, format: format, palette: .newsService(seed: id),
            language: language, stories: [], cadence: PublishingRate(newest: 1, span: 1, skew: 1))
    }
}

extension PicturePalette {
    /// Returns one of a few palettes, so that pictures can be shared.
    static func newsService(seed: String) -> PicturePalette {
        let colours = [
            ["#14213d", "#e07a3f", "#f3eee3"], ["#233329", "#d8a53c", "#eff0e4"], ["#2b1f36", "#cf5c6b", "#f4edf0"],
            ["#10323c", "#5fa8a0", "#eef3ef"], ["#33261b", "#b8763e", "#f5efe4"],
        ]
        let chosen = colours[Int(SeededRandom.seed(of: seed) % UInt64(colours.count))]
        return PicturePalette(ink: chosen[0], accent: chosen[1], paper: chosen[2])
    }
}
