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

    /// Returns the publisher's base URL, without a trailing slash: at a host of its own if hosts have names, since the
    /// feeds of one host are one publisher.
    func site(at service: String) -> String {
        service.replacing("://\(SampleNewsAPI.slug).", with: "://\(id).") + "/publishers/" + id
    }

    /// The domain in the service's data, which is not the address of the publisher's sample site.
    var domain: String { id + ".example" }

    /// Returns the address of the publisher's feed, or of its feed of a category.
    func feedAddress(_ category: String? = nil, at service: String) -> String {
        site(at: service) + (category.map { "/\($0).xml" } ?? format.path)
    }

    /// Returns the category of the feed with this file name; nil for other files.
    func category(ofFeed name: String) -> String? { SampleNewsRequest.categories.first { "\($0).xml" == name } }

    /// The publisher's site, without stories.
    var publication: Publication {
        Publication(
            slug: id, name: name, tagline: description, folder: nil, format: format, language: language,
            stories: [], cadence: PublishingRate(newest: 1, span: 1, skew: 1))
    }
}
