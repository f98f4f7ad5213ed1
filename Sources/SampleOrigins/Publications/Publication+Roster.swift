extension Publication {
    /// The publications with stories, in the demo's order. Their files are parsed once.
    public static let roster = local + sciences + living + abroad

    private static func make(
        _ slug: String, _ name: String, _ tagline: String, _ folder: String?, _ format: PublicationFeedFormat,
        _ cadence: PublishingRate, language: String = "en-GB"
    ) -> Publication {
        Publication(
            slug: slug, name: name, tagline: tagline, folder: folder, format: format,
            language: language, stories: EmbeddedContent.stories(of: slug), cadence: cadence)
    }

    private static var local: [Publication] {
        [
            make(
                "harbour-post", "Harbour Post", "The daily paper of Saltmere and the Orrin estuary", "Local", .rss,
                PublishingRate(newest: 4, span: 150, skew: 1.7)),
            make(
                "saltmere-notices", "Saltmere Notices", "What the town tells itself", "Local", .rdf,
                PublishingRate(newest: 17, span: 160, skew: 1.3)),
            make(
                "press-box", "Press Box", "Northwold sport, from the cold end of the ground", "Sport", .atom,
                PublishingRate(newest: 52, span: 156, skew: 1.5)),
        ]
    }

    private static var sciences: [Publication] {
        [
            make(
                "orrery", "Orrery", "Science from the university at Ashby and elsewhere", "Science", .json,
                PublishingRate(newest: 26, span: 163, skew: 1.4)),
            make(
                "field-and-hedgerow", "Field & Hedgerow", "A county's nature, walked weekly", "Science",
                .rdfExcerpts,
                PublishingRate(newest: 190, span: 166, skew: 1.2)),
            make(
                "loom", "Loom", "Machines, code and the people who mend both", "Technology", .atom,
                PublishingRate(newest: 38, span: 158, skew: 1.6)),
        ]
    }

    private static var living: [Publication] {
        [
            make(
                "tidewater-review", "The Tidewater Review", "Books, music and argument", "Culture", .atomXHTML,
                PublishingRate(newest: 130, span: 167, skew: 1)),
            make(
                "night-ferry", "Night Ferry", "Listening to the coast after dark", "Culture", .podcast,
                PublishingRate(newest: 610, span: 165, skew: 1)),
            make(
                "long-table", "The Long Table", "Cooking for whoever turns up", "Living", .rssWithMedia,
                PublishingRate(newest: 95, span: 161, skew: 1.3)),
            make(
                "branch-line", "Branch Line", "Slow travel by rail and water", "Living", .rss,
                PublishingRate(newest: 240, span: 164, skew: 1.1)),
        ]
    }

    private static var abroad: [Publication] {
        [
            make(
                "al-marsa", "المرسى", "صحيفة رأس النورس", "World", .atom,
                PublishingRate(newest: 73, span: 140, skew: 1), language: "ar"),
            make(
                "chaoxi", "潮汐", "海边小城的消息", "World", .json, PublishingRate(newest: 112, span: 136, skew: 1),
                language: "zh-Hans"),
        ]
    }

    /// The Marram Institute, served by the MIT News API. The stories have no order, except that the long one is first.
    static var marramInstitute: Publication {
        var institute = make(
            "marram-institute", "Marram Institute News", "Invented research from an invented coast", nil, .rss,
            PublishingRate(newest: 11, span: 400, skew: 1.6))
        let mixed = institute.stories.dropFirst().sorted {
            SeededRandom.seed(of: $0.slug) < SeededRandom.seed(of: $1.slug)
        }
        institute.stories = institute.stories.prefix(1) + mixed
        return institute
    }

    /// The student paper, a WordPress site.
    static var mudlark: Publication {
        make(
            "mudlark", "The Mudlark", "Saltmere College's student paper, on Thursdays", nil, .rss,
            PublishingRate(newest: 190, span: 300, skew: 1))
    }

    /// The publications without stories: one sends Retry-After, one is gone.
    static var unavailable: [Publication] {
        [
            make(
                "pell-courier", "Pell Courier", "Pell's weekly, when the server holds", nil, .rss,
                PublishingRate(newest: 300, span: 160, skew: 1)),
            make(
                "lamplighter", "The Lamplighter", "Closed after its last issue", nil, .atom,
                PublishingRate(newest: 300, span: 160, skew: 1)),
        ]
    }
}
