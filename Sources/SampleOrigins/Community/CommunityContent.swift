enum CommunityContent {
    static let userNames: [String] = [
        "tamsin_reed", "oakmoss", "quillfeather", "pelagic", "rookery", "nine_elms", "halyard", "bramblewick",
        "dovecote",
        "saltglaze", "evenkeel", "mossback", "lanternfly", "wrenhouse", "tidewrack", "ironbark", "coppice", "fennimore",
        "marlinspike", "hob_and_kettle", "larksong", "greywater", "cinderpath", "plumbline", "thistledown", "ostler",
        "sedgewarbler", "bellfounder", "millrace", "copperplate", "northlight", "ashlar", "kestrel9", "brinepool",
        "hedgelayer", "signalbox", "petrichor", "downpipe", "gorse", "treadle", "fathom5", "chandlery", "starling_b",
        "weathervane", "slipway", "linseed", "quoin", "turnstone", "breakwater", "candlewick", "pollard", "ropewalk",
        "skylight", "undertow", "wicket", "yarrow", "zephyrine", "anvil_road", "bookbinder", "crabapple", "drystone",
        "eiderdown", "foxglove", "gantry", "hawser", "inkstone", "jackdaw", "keystone_k", "lugsail", "mangle",
    ]

    static let linkPosts: [(title: String, topic: String, site: String, path: String)] = [
        ("A tide table that fits on a postcard", "tide tables", "brinepool.example", "/postcard-tides"),
        ("How we cut our build from forty minutes to three", "build times", "millrace.example", "/blog/build-times"),
        ("The lighthouse that kept its own time for sixty years", "lighthouse clocks", "fathom.example", "/own-time"),
        ("Reading B-trees without fear", "B-trees", "drystone.example", "/notes/b-trees"),
        ("Why our ferry timetable is a constraint solver", "timetables", "nightferry.example", "/solver"),
        ("The quiet death of the serial port", "serial ports", "plumbline.example", "/serial"),
        ("Sourdough as a distributed system", "sourdough", "hobkettle.example", "/starter"),
        ("A keyboard made from a harbour's old signal switches", "keyboards", "signalbox.example", "/keyboard"),
        ("What a year of logging every bug taught me", "bug logs", "quoin.example", "/bug-diary"),
        ("Hand-set type and the patience of compositors", "letterpress", "inkstone.example", "/hand-set"),
        ("Estimating the height of clouds with two phones", "cloud heights", "weathervane.example", "/clouds"),
        ("SQLite in the engine room", "embedded databases", "halyard.example", "/engine-room"),
        ("The map that left out the river", "old maps", "copperplate.example", "/no-river"),
        ("Our postmortem of the great clock outage", "clock outages", "evenkeel.example", "/postmortem-clock"),
        ("Repairing a radio from 1957 with parts from a kettle", "old radios", "treadle.example", "/radio-1957"),
        ("A gentle introduction to proof assistants", "proof assistants", "ashlar.example", "/gentle-proofs"),
        ("Bicycles, bearings and the limits of grease", "bearings", "gantry.example", "/bearings"),
        ("Small languages I would like to see again", "small languages", "larksong.example", "/small-languages"),
        ("The town library's catalogue is a text file", "plain-text catalogues", "bookbinder.example", "/text-file"),
        ("Measuring the saltiness of an estuary for under 30", "cheap sensors", "tidewrack.example", "/salinity"),
        ("Compilers are just very careful readers", "compilers", "wicket.example", "/careful-readers"),
        ("How long does a paper roof last?", "paper roofs", "coppice.example", "/paper-roof"),
        ("Undo is a data structure", "undo", "linseed.example", "/undo"),
        ("The case for boring deployment days", "deployments", "downpipe.example", "/boring-days"),
        ("A night with the bell ringers' spreadsheet", "change ringing", "bellfounder.example", "/spreadsheet"),
        ("Cheap e-paper signs for a bus stop that has none", "e-paper signs", "cinderpath.example", "/bus-stop"),
        ("Writing a terminal from scratch in a rainy month", "terminals", "greywater.example", "/terminal"),
        ("What tree rings say about the dry summer of 1921", "tree rings", "pollard.example", "/1921"),
        ("A font for reading on a moving train", "typefaces", "northlight.example", "/train-font"),
        ("Fuzzing our own calendar until it cried", "calendars", "yarrow.example", "/fuzzing"),
        ("Seven ways to tie a load to a roof, ranked by physics", "knots", "ropewalk.example", "/seven-ways"),
        ("The allotment society's forty-year data set", "garden records", "crabapple.example", "/forty-years"),
        ("Garbage collection for people who tidy their desk", "garbage collection", "dovecote.example", "/tidy"),
        ("Rebuilding a mill race by hand", "mill races", "hedgelayer.example", "/mill-race"),
        ("Notes on listening to users who do not write", "user interviews", "candlewick.example", "/listening"),
        ("The bug that only appeared at high tide", "timing bugs", "slipway.example", "/high-tide"),
        ("Paper prototypes still win", "paper prototypes", "eiderdown.example", "/paper-wins"),
        ("A museum puts its broken machines online", "broken machines", "mangle.example", "/broken"),
        ("How birds changed our wind turbine firmware", "turbine firmware", "turnstone.example", "/birds"),
        ("Text encodings, a field guide with photographs", "text encodings", "foxglove.example", "/field-guide"),
        ("Learning to solder at seventy-one", "soldering", "lanternfly.example", "/seventy-one"),
        ("The smallest web server I could still be proud of", "web servers", "gorse.example", "/smallest"),
        ("Designing a form that nobody abandons", "forms", "skylight.example", "/form"),
        ("Why the village telephone exchange was octagonal", "telephone exchanges", "anvilroad.example", "/octagon"),
        ("Property tests found a mistake in our tax tables", "property tests", "keystone.example", "/tax-tables"),
        ("A slow computer for slow thoughts", "slow computers", "petrichor.example", "/slow"),
        ("Weather balloons you can launch from a car park", "weather balloons", "starling.example", "/balloons"),
        ("Queues, from bakeries to brokers", "queues", "ostler.example", "/queues"),
    ]

    static let askPosts: [(title: String, topic: String, text: String)] = [
        (
            "Ask HN: What do you keep in a paper notebook that you tried to keep on a computer?", "paper notebooks",
            "I gave up on my fourth notes program this year and went back to paper.\n\nWhat went back to paper for you, and what stayed?"
        ),
        (
            "Ask HN: Which small habit made your code reviews kinder?", "code reviews",
            "Ours were getting curt. We now begin with what we learned from the change, and it helped more than any tool.\n\nWhat worked for you?"
        ),
        (
            "Ask HN: How do you keep twenty-year-old software alive?", "old software",
            "I look after a booking system for a ferry company, written in 2004. It runs on one machine that nobody dares to restart.\n\nHow do you plan the day when it has to be?"
        ),
        (
            "Ask HN: What did you build for a single user?", "software for one",
            "Mine prints my grandmother's crossword in letters she can read. It has one user and no bugs that she has told me of."
        ),
        (
            "Ask HN: Do you still run your own mail server?", "mail servers",
            "If so, since when, and what is the longest it has been down?"
        ),
        ("Ask HN: The best error message you have ever read?", "error messages", ""),
        (
            "Ask HN: How do you explain version control to people who write prose?", "version control",
            "My neighbour writes novels and has a folder called *final*, one called *final really* and one called *printed*."
        ),
        (
            "Ask HN: Hobbies that made you a better engineer?", "hobbies",
            "For me it was bell ringing. Counting under pressure, mostly."
        ),
        (
            "Ask HN: What is your oldest file?", "old files",
            "Mine is a recipe from 1991. It has survived eleven machines."
        ),
        ("Ask HN: Where do you read long documents?", "long documents", ""),
        (
            "Ask HN: What do you wish you had measured from the start?", "measurements",
            "We began to log latency in our second year. I would give a good deal for the first."
        ),
        ("Ask HN: Quiet keyboards for a shared office?", "quiet keyboards", ""),
        ("Ask HN: How does your team decide what not to do?", "saying no", ""),
        ("Ask HN: A book on databases for a patient beginner?", "database books", ""),
        (
            "Ask HN: What do you do while it compiles?", "compile times",
            "I have learned to juggle. Three balls, not yet four."
        ),
    ]

    static let showPosts: [(title: String, topic: String, site: String, text: String)] = [
        ("Show HN: A tide clock made of a stepper motor and a biscuit tin", "tide clocks", "biscuittin.example", ""),
        (
            "Show HN: Tern, a diff for tables that people can read", "table diffs", "tern.example",
            "I compare timetables for a living. Line diffs never told me what had moved, so this one looks at rows and columns.\n\nIt is one file and reads CSV."
        ),
        ("Show HN: I drew every post box in our county", "post boxes", "postboxes.example", ""),
        (
            "Show HN: A type checker for cooking recipes", "recipes", "larder.example",
            "It finds ingredients that are bought and never used, and steps that use what is still in the oven."
        ),
        ("Show HN: Murmur, speech notes that never leave the phone", "speech notes", "murmur.example", ""),
        ("Show HN: A bus timetable that works without a network", "offline timetables", "lastbus.example", ""),
        ("Show HN: Plot rainfall on a receipt printer", "receipt printers", "raintape.example", ""),
        ("Show HN: A regex explainer that draws railway lines", "regular expressions", "branchlines.example", ""),
        ("Show HN: Sextant, star positions in 300 lines", "star positions", "sextant.example", ""),
        ("Show HN: My father's chess puzzles, as a calendar", "chess puzzles", "mateintwo.example", ""),
        ("Show HN: A fold-out map generator for walking routes", "fold-out maps", "foldout.example", ""),
        (
            "Show HN: Hushed, a mechanical keyboard simulator for people who miss theirs", "keyboard sounds",
            "hushed.example", ""
        ),
    ]

    static let jobPosts: [(title: String, site: String?, text: String)] = [
        ("Saltmere Ferries is hiring an engineer who likes timetables", "ferries.example", ""),
        ("Brinepool (sensors for estuaries) is hiring its third engineer", "brinepool.example", ""),
        ("Orrery Press is looking for a typesetter who can program", "orrerypress.example", ""),
        (
            "Halyard (databases for boats) is hiring in Pell and remote", nil,
            "Halyard makes a small database for small boats. We are five people and a dog.\n\nYou would look after replication over very bad radio. Write to us with something you have mended."
        ),
        ("Northlight Type is hiring a font engineer", "northlight.example", ""),
        ("Millrace is hiring somebody who enjoys slow tests", "millrace.example", ""),
        ("Cinderpath (signs for bus stops) wants an embedded developer", "cinderpath.example", ""),
        (
            "The County Archive is hiring a digital archivist", nil,
            "Two million pages, one scanner, and a building with a good roof. The post is permanent."
        ),
    ]

    static let poll = (
        title: "Poll: When do you read the comments?", topic: "comments",
        text: "I was told that nobody reads the article first. I should like to know.",
        options: [
            "Before the article", "After the article", "Instead of the article", "Only when there are more than fifty",
        ]
    )

    static let longThreadStory = (
        title: "What did you learn too late? (a thread for the whole of the weekend)", topic: "learning things late"
    )
}
