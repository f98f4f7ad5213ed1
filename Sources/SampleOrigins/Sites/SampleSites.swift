public import Foundation

/// The town of Saltmere's publications as real HTTP servers on 127.0.0.1, each at a port of its own, as politeness is
/// owed to a host and port.
///
/// Besides those of ``Publication/roster()`` there are two that have nothing to read: the Pell Courier, which asks
/// everybody to wait, and The Lamplighter, which is gone for good.
public struct SampleSites: Sendable {
    /// The publications with stories, in order.
    public let publications: [Publication]
    /// When each story comes out.
    public let schedule: PublicationSchedule
    /// The origins in the order of the publications, then the Courier, the Lamplighter, the institute, the student paper,
    /// the outland and the community.
    public let origins: [SampleOrigin]
    /// The community, which talks about what others tell.
    public let community: SampleCommunity
    /// The institute, whose news stand in an interface instead of a feed.
    public let newsAPI: SampleNewsAPI
    /// The college's student paper, whose site is made with WordPress.
    public let studentPaper: SampleWordPress
    /// The wider web, to which some stories lead.
    public let web: SampleWeb
    /// Until when the Courier asks to wait.
    public let busyUntil: Date
    private let unavailablePublications: [Publication]

    /// Opens the town, and closes every server when `body` ends.
    /// - Parameters:
    ///   - startAt: the instant that "4 minutes ago" is counted from
    ///   - busyUntil: until when the Courier asks to wait; without it, the next twenty past an hour that is at least
    ///     40 minutes away
    ///   - hasNames: whether the origins are called by name, such as `loom.localhost`: nicer to read, but not every
    ///     program finds such a name
    ///   - now: the clock by which held-back notes come out
    public static func open<Result>(
        startAt: Date, busyUntil: Date? = nil, hasNames: Bool = false, now: @escaping @Sendable () -> Date,
        _ body: (SampleSites) async throws -> Result
    ) async throws -> Result {
        let town = SampleSites(startAt: startAt, busyUntil: busyUntil, now: now)
        do {
            if hasNames { for origin in town.origins { origin.useHostname() } }
            for origin in town.origins { try await origin.listen() }
            town.directory.sites = Dictionary(uniqueKeysWithValues: town.origins.map { ($0.name, $0.site) })
            await town.apply(.lively)
            let result = try await body(town)
            await town.close()
            return result
        } catch {
            await town.close()
            throw error
        }
    }

    private let directory: SiteDirectory

    private init(startAt: Date, busyUntil: Date?, now: @escaping @Sendable () -> Date) {
        publications = Publication.roster()
        unavailablePublications = Publication.unavailable
        schedule = PublicationSchedule(publications, startAt: startAt)
        self.busyUntil = busyUntil ?? Self.twentyPast(after: startAt.addingTimeInterval(40 * 60))
        directory = SiteDirectory(startAt: startAt)
        let renderer = ImageRenderer()
        let (schedule, directory) = (schedule, directory)
        newsAPI = SampleNewsAPI(town: schedule, directory: directory, renderer: renderer, now: now)
        studentPaper = SampleWordPress(directory: directory, renderer: renderer, now: now)
        let sites = (publications + unavailablePublications).map { publication in
            let handler = PublicationHandler(
                publication: publication, schedule: schedule, renderer: renderer, sites: directory, now: now)
            return SampleOrigin(name: publication.slug) { await handler.resource($0, $1, huge: $2) }
        }
        community = SampleCommunity(town: schedule, directory: directory, now: now)
        web = SampleWeb(renderer: renderer, directory: directory)
        origins = sites + [newsAPI.origin, studentPaper.origin, web.origin, community.origin]
    }

    private func close() async {
        for origin in origins { await origin.close() }
    }

    private static func twentyPast(after date: Date) -> Date {
        let hour = 3600.0
        let seconds = date.timeIntervalSince1970 - 20 * 60
        return Date(timeIntervalSince1970: (seconds / hour).rounded(.up) * hour + 20 * 60)
    }

    /// The origin of a publication by its slug.
    public func origin(_ slug: String) -> SampleOrigin? { origins.first { $0.name == slug } }

    /// The feeds to follow, the two that cannot be read included.
    public var feeds: [FeedListing] { (publications + unavailablePublications).compactMap(listing) }

    /// The feeds of the huge house: each publication's, and `parts` more on each site.
    public func hugeFeeds(parts: Int = 24) -> [FeedListing] {
        publications.compactMap(listing).flatMap { feed in
            [feed]
                + (1...max(1, parts)).map { part in
                    FeedListing(
                        title: "\(feed.title) \(part)", address: "\(feed.site)parts/\(part)", folder: feed.folder,
                        site: feed.site)
                }
        }
    }

    private func listing(_ publication: Publication) -> FeedListing? {
        guard let site = origin(publication.slug)?.site else { return nil }
        return FeedListing(
            title: publication.name, address: site + publication.format.path, folder: publication.folder,
            site: site + "/")
    }

    /// The links of the stories that stand as opened when the demo starts: about a third of what is out.
    public var openedAtStart: Set<String> {
        var links: Set<String> = []
        for story in publishedAtStart where SeededRandom.seed(of: story.story.slug) % 3 == 0 && !isAmongNewest(story) {
            if let link = link(story) { links.insert(link) }
        }
        return links
    }

    /// The links of the two stories that stand as saved when the demo starts.
    public var savedAtStart: [String] {
        let wanted = ["orrery", "long-table"].compactMap { slug in
            schedule.stories(of: slug, at: directory.startAt).first {
                $0.story.kind == .long && $0.story.picture != nil
            }
        }
        return wanted.compactMap(link)
    }

    private var publishedAtStart: [PublishedStory] {
        publications.flatMap { schedule.stories(of: $0.slug, at: directory.startAt) }
    }

    /// The newest two of each publication stay unread, so that the front page opens with news.
    private func isAmongNewest(_ story: PublishedStory) -> Bool {
        schedule.stories(of: story.home, at: directory.startAt).prefix(2).contains { $0.story.slug == story.story.slug }
    }

    /// The address of a story's page.
    public func link(_ story: PublishedStory) -> String? { origin(story.home).map { $0.site + story.path } }

    /// Three shelves to begin with.
    public var starterFeedGroups: [SampleFeedGroup] {
        func feeds(_ slugs: [String]) -> [FeedListing] {
            publications.filter { slugs.contains($0.slug) }.compactMap(listing)
        }
        return [
            SampleFeedGroup(
                title: "The harbour", about: "Saltmere's daily, its notices and its sport.",
                feeds: feeds(["harbour-post", "saltmere-notices", "press-box"])),
            SampleFeedGroup(
                title: "How things work", about: "Science, machines and hedgerows.",
                feeds: feeds(["orrery", "loom", "field-and-hedgerow"])),
            SampleFeedGroup(
                title: "A slow Sunday", about: "Books, cooking, trains and a podcast.",
                feeds: feeds(["tidewater-review", "long-table", "branch-line", "night-ferry"])),
        ]
    }

    /// Puts the whole town into a state. It may be called again at any time; first-run is the same as lively here, as
    /// what is followed is not the town's affair.
    public func apply(_ state: DemoScenario) async {
        for origin in origins { await origin.resetBehaviour() }
        await origin("pell-courier")?.simulate(.status(503, retryAfter: .until(busyUntil)))
        await origin("lamplighter")?.simulate(.gone)
        newsAPI.configure { $0.isEmpty = state == .empty }
        studentPaper.configure { $0.isEmpty = state == .empty }
        switch state {
        case .lively, .firstRun: return
        case .empty: await simulateEverywhere { _ in .huge(stories: 0) }
        case .offline: await simulateEverywhere { _ in .offline }
        case .slow: await simulateEverywhere { _ in .delayed(.seconds(8)) }
        case .failing: await simulateEverywhere { Self.failures[$0 % Self.failures.count] }
        case .huge: await simulateEverywhere { _ in .huge(stories: 100) }
        }
    }

    private func simulateEverywhere(_ behaviour: (Int) -> OriginBehaviour) async {
        for (index, origin) in origins.prefix(publications.count).enumerated() {
            await origin.simulate(behaviour(index))
        }
        await newsAPI.origin.simulate(behaviour(0))
        await studentPaper.origin.simulate(behaviour(0))
        await community.origin.simulate(behaviour(0))
    }

    private static let failures: [OriginBehaviour] = [
        .status(500), .status(404), .garbage, .truncated, .offline, .status(429, retryAfter: .seconds(900)),
        .redirectLoop, .status(403), .contentType("text/html"), .endless, .delayed(.seconds(60)), .status(502),
    ]
}

/// The states of the house that `tidings demo --state` shows.
public enum DemoScenario: String, Sendable, CaseIterable {
    /// Everything as it should be, with one origin busy and one gone.
    case lively
    /// Every feed is there and has no story.
    case empty
    /// No origin can be reached.
    case offline
    /// Every answer takes long.
    case slow
    /// Most origins fail, each in its own way.
    case failing
    /// Hundreds of feeds with a hundred generated stories each.
    case huge
    /// The origins are well, and nothing is followed yet.
    case firstRun = "first-run"
}
