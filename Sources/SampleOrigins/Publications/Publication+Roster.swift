extension Publication {
    /// The publications that have stories, in the order in which the demo follows them.
    public static func roster() -> [Publication] {
        local + sciences + living + abroad
    }

    private static func named(
        _ slug: String, _ name: String, _ tagline: String, _ folder: String?, _ form: FeedForm, _ inks: [String],
        _ rhythm: Rhythm, language: String = "en-GB", sign: String? = nil
    ) -> Publication {
        Publication(
            slug: slug, name: name, tagline: tagline, folder: folder, form: form,
            palette: Palette(ink: inks[0], second: inks[1], paper: inks[2]), language: language,
            stories: EmbeddedContent.stories(of: slug), rhythm: rhythm, sign: sign ?? String(name.prefix(1)))
    }

    private static var local: [Publication] {
        [
            named(
                "harbour-post", "Harbour Post", "The daily paper of Saltmere and the Orrin estuary", "Local", .rss,
                ["#12263a", "#e2725b", "#f4eee2"], Rhythm(newest: 4, span: 150, crowding: 1.7)),
            named(
                "saltmere-notices", "Saltmere Notices", "What the town tells itself", "Local", .rdf,
                ["#1f3d36", "#d9a441", "#f3efe0"], Rhythm(newest: 17, span: 160, crowding: 1.3)),
            named(
                "press-box", "Press Box", "Northwold sport, from the cold end of the ground", "Sport", .atom,
                ["#16302a", "#c9d15a", "#f1efe0"], Rhythm(newest: 52, span: 156, crowding: 1.5)),
        ]
    }

    private static var sciences: [Publication] {
        [
            named(
                "orrery", "Orrery", "Science from the university at Ashby and elsewhere", "Science", .json,
                ["#131538", "#e8b04a", "#f3efe4"], Rhythm(newest: 26, span: 163, crowding: 1.4)),
            named(
                "field-and-hedgerow", "Field & Hedgerow", "A county's nature, walked weekly", "Science",
                .rdfBeginnings,
                ["#1f3a22", "#d98e32", "#f4f0df"], Rhythm(newest: 190, span: 166, crowding: 1.2)),
            named(
                "loom", "Loom", "Machines, code and the people who mend both", "Technology", .atom,
                ["#2a1a40", "#3fb0a8", "#f2eee8"], Rhythm(newest: 38, span: 158, crowding: 1.6)),
        ]
    }

    private static var living: [Publication] {
        [
            named(
                "tidewater-review", "The Tidewater Review", "Books, music and argument", "Culture", .atomXHTML,
                ["#3b1a2c", "#d98c8c", "#f6eee8"], Rhythm(newest: 130, span: 167, crowding: 1)),
            named(
                "night-ferry", "Night Ferry", "Listening to the coast after dark", "Culture", .podcast,
                ["#0b1c33", "#58a9a6", "#e9eee8"], Rhythm(newest: 610, span: 165, crowding: 1)),
            named(
                "long-table", "The Long Table", "Cooking for whoever turns up", "Living", .rssWithMedia,
                ["#4a1d1a", "#e9a23b", "#faf1e0"], Rhythm(newest: 95, span: 161, crowding: 1.3)),
            named(
                "branch-line", "Branch Line", "Slow travel by rail and water", "Living", .rss,
                ["#17333a", "#c8553d", "#efe9da"], Rhythm(newest: 240, span: 164, crowding: 1.1)),
        ]
    }

    private static var abroad: [Publication] {
        [
            named(
                "al-marsa", "المرسى", "صحيفة رأس النورس", "World", .atom, ["#0f3b3e", "#d7a86e", "#f7f0e3"],
                Rhythm(newest: 73, span: 140, crowding: 1), language: "ar", sign: "م"),
            named(
                "chaoxi", "潮汐", "海边小城的消息", "World", .json, ["#2a2c34", "#c8402f", "#f3efe6"],
                Rhythm(newest: 112, span: 136, crowding: 1), language: "zh-Hans", sign: "潮"),
        ]
    }

    /// The institute, whose news stand in its interface; its stories lie mixed as they came, the long one first.
    static var institute: Publication {
        var institute = named(
            "marram-institute", "Marram Institute News", "Invented research from an invented coast", nil, .rss,
            ["#2b1a1e", "#c8873f", "#f5efe6"], Rhythm(newest: 11, span: 400, crowding: 1.6))
        let mixed = institute.stories.dropFirst().sorted { Dice.seed(of: $0.slug) < Dice.seed(of: $1.slug) }
        institute.stories = institute.stories.prefix(1) + mixed
        return institute
    }

    /// The college's student paper, whose site is made with WordPress (`SampleWordPress`).
    static var mudlark: Publication {
        named(
            "mudlark", "The Mudlark", "Saltmere College's student paper, on Thursdays", nil, .rss,
            ["#0f3b4c", "#c98b2e", "#f5f1e6"], Rhythm(newest: 190, span: 300, crowding: 1))
    }

    /// Two that have nothing to read: one that asks to wait, one that is gone.
    static var extras: [Publication] {
        [
            named(
                "pell-courier", "Pell Courier", "Pell's weekly, when the server holds", nil, .rss,
                ["#26303a", "#a8b545", "#f0eee6"], Rhythm(newest: 300, span: 160, crowding: 1)),
            named(
                "lamplighter", "The Lamplighter", "Closed after its last issue", nil, .atom,
                ["#2b2b2b", "#c9a24b", "#f2efe8"], Rhythm(newest: 300, span: 160, crowding: 1)),
        ]
    }
}
