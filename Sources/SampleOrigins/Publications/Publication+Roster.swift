extension Publication {
    /// The publications with stories, in the demo's order. Their files are parsed once.
    public static let roster = local + sciences + living + abroad

    private static func make(
        _ slug: String, _ name: String, _ tagline: String, _ folder: String?, _ format: PublicationFeedFormat,
        _ colours: [String],
        _ cadence: PublishingRate, language: String = "en-GB"
    ) -> Publication {
        Publication(
            slug: slug, name: name, tagline: tagline, folder: folder, format: format,
            palette: PicturePalette(ink: colours[0], accent: colours[1], paper: colours[2]), language: language,
            stories: EmbeddedContent.stories(of: slug), cadence: cadence)
    }

    private static var local: [Publication] {
        [
            make(
                "harbour-post", "Harbour Post", "The daily paper of Saltmere and the Orrin estuary", "Local", .rss,
                ["#12263a", "#e2725b", "#f4eee2"], PublishingRate(newest: 4, span: 150, skew: 1.7)),
            make(
                "saltmere-notices", "Saltmere Notices", "What the town tells itself", "Local", .rdf,
                ["#1f3d36", "#d9a441", "#f3efe0"], PublishingRate(newest: 17, span: 160, skew: 1.3)),
            make(
                "press-box", "Press Box", "Northwold sport, from the cold end of the ground", "Sport", .atom,
                ["#16302a", "#c9d15a", "#f1efe0"], PublishingRate(newest: 52, span: 156, skew: 1.5)),
        ]
    }

    private static var sciences: [Publication] {
        [
            make(
                "orrery", "Orrery", "Science from the university at Ashby and elsewhere", "Science", .json,
                ["#131538", "#e8b04a", "#f3efe4"], PublishingRate(newest: 26, span: 163, skew: 1.4)),
            make(
                "field-and-hedgerow", "Field & Hedgerow", "A county's nature, walked weekly", "Science",
                .rdfExcerpts,
                ["#1f3a22", "#d98e32", "#f4f0df"], PublishingRate(newest: 190, span: 166, skew: 1.2)),
            make(
                "loom", "Loom", "Machines, code and the people who mend both", "Technology", .atom,
                ["#2a1a40", "#3fb0a8", "#f2eee8"], PublishingRate(newest: 38, span: 158, skew: 1.6)),
        ]
    }

    private static var living: [Publication] {
        [
            make(
                "tidewater-review", "The Tidewater Review", "Books, music and argument", "Culture", .atomXHTML,
                ["#3b1a2c", "#d98c8c", "#f6eee8"], PublishingRate(newest: 130, span: 167, skew: 1)),
            make(
                "night-ferry", "Night Ferry", "Listening to the coast after dark", "Culture", .podcast,
                ["#0b1c33", "#58a9a6", "#e9eee8"], PublishingRate(newest: 610, span: 165, skew: 1)),
            make(
                "long-table", "The Long Table", "Cooking for whoever turns up", "Living", .rssWithMedia,
                ["#4a1d1a", "#e9a23b", "#faf1e0"], PublishingRate(newest: 95, span: 161, skew: 1.3)),
            make(
                "branch-line", "Branch Line", "Slow travel by rail and water", "Living", .rss,
                ["#17333a", "#c8553d", "#efe9da"], PublishingRate(newest: 240, span: 164, skew: 1.1)),
        ]
    }

    private static var abroad: [Publication] {
        [
            make(
                "al-marsa", "المرسى", "صحيفة رأس النورس", "World", .atom, ["#0f3b3e", "#d7a86e", "#f7f0e3"],
                PublishingRate(newest: 73, span: 140, skew: 1), language: "ar"),
            make(
                "chaoxi", "潮汐", "海边小城的消息", "World", .json, ["#2a2c34", "#c8402f", "#f3efe6"],
                PublishingRate(newest: 112, span: 136, skew: 1), language: "zh-Hans"),
        ]
    }

    /// The Marram Institute, served by the MIT News API. The stories have no order, except that the long one is first.
    static var marramInstitute: Publication {
        var institute = make(
            "marram-institute", "Marram Institute News", "Invented research from an invented coast", nil, .rss,
            ["#2b1a1e", "#c8873f", "#f5efe6"], PublishingRate(newest: 11, span: 400, skew: 1.6))
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
            ["#0f3b4c", "#c98b2e", "#f5f1e6"], PublishingRate(newest: 190, span: 300, skew: 1))
    }

    /// The publications without stories: one sends Retry-After, one is gone.
    static var unavailable: [Publication] {
        [
            make(
                "pell-courier", "Pell Courier", "Pell's weekly, when the server holds", nil, .rss,
                ["#26303a", "#a8b545", "#f0eee6"], PublishingRate(newest: 300, span: 160, skew: 1)),
            make(
                "lamplighter", "The Lamplighter", "Closed after its last issue", nil, .atom,
                ["#2b2b2b", "#c9a24b", "#f2efe8"], PublishingRate(newest: 300, span: 160, skew: 1)),
        ]
    }
}
