public import Foundation

/// Saltmere's publications on 127.0.0.1, each at its own port, since limits apply per host and port.
///
/// Two sites besides ``Publication/roster`` have no stories: the Pell Courier sends Retry-After, The Lamplighter is
/// gone.
public struct SampleSites: Sendable {
    /// The publications with stories.
    public let publications: [Publication]
    /// The publication times of all stories.
    public let schedule: PublicationSchedule
    /// The origins: publications, Courier, Lamplighter, institute, student paper, sample web, community, news service,
    /// county guide.
    public let origins: [SampleOrigin]
    /// The community, which discusses other sites' stories.
    public let community: SampleCommunity
    /// The institute, which has no feed.
    public let mitNews: SampleMITNews
    /// The student paper, a WordPress site.
    public let studentPaper: SampleWordPress
    /// The pages that stories link to.
    public let web: SampleWeb
    /// The news service and its publishers, which need a key or a subscription.
    public let newsAPI: SampleNewsAPI
    /// The publisher of a county guide, as packs.
    public let guide: SampleGuideSite
    /// The end of the Courier's Retry-After window.
    public let busyUntil: Date
    private let unavailablePublications: [Publication]

    /// Runs all sites during `body`.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - busyUntil: The end of the Courier's Retry-After window; by default twenty past an hour, at least 40 minutes
    ///     away.
    ///   - usesHostnames: True for host names such as `loom.localhost`; not every program resolves them.
    ///   - now: The clock that decides which stories are published.
    ///   - memberNow: The clock for texts written by members of the community; nil for the same clock.
    public static func open<Result>(
        startAt: Date, busyUntil: Date? = nil, usesHostnames: Bool = false,
        now: @escaping @Sendable () -> Date, memberNow: (@Sendable () -> Date)? = nil,
        _ body: (SampleSites) async throws -> Result
    ) async throws -> Result {
        let sites = SampleSites(startAt: startAt, busyUntil: busyUntil, now: now, memberNow: memberNow ?? now)
        do {
            if usesHostnames { for origin in sites.origins { origin.useHostname() } }
            for origin in sites.origins { try await origin.listen() }
            sites.directory.sites = Dictionary(uniqueKeysWithValues: sites.origins.map { ($0.name, $0.site) })
            await sites.apply(.lively)
            let result = try await body(sites)
            await sites.close()
            return result
        } catch {
            await sites.close()
            throw error
        }
    }

    private let directory: SiteDirectory

    private init(
        startAt: Date, busyUntil: Date?, now: @escaping @Sendable () -> Date,
        memberNow: @escaping @Sendable () -> Date
    ) {
        publications = Publication.roster
        unavailablePublications = Publication.unavailable
        schedule = PublicationSchedule(publications, startAt: startAt)
        self.busyUntil = busyUntil ?? Self.twentyPast(after: startAt.addingTimeInterval(40 * 60))
        directory = SiteDirectory(startAt: startAt)
        let (schedule, directory) = (schedule, directory)
        mitNews = SampleMITNews(schedule: schedule, directory: directory, now: now)
        studentPaper = SampleWordPress(directory: directory, now: now)
        studentPaper.configure {
            $0.commenting.moderation = .newNamesWait
            $0.commenting.approvalDelay = 60
        }
        let publicationOrigins = (publications + unavailablePublications).map { publication in
            let handler = PublicationHandler(
                publication: publication, schedule: schedule, directory: directory, now: now)
            return SampleOrigin(name: publication.slug) { await handler.resource($0.path, $0.query, huge: $1) }
        }
        community = SampleCommunity(schedule: schedule, directory: directory, now: now, memberNow: memberNow)
        web = SampleWeb(directory: directory)
        newsAPI = SampleNewsAPI(directory: directory, now: now, isCalm: true)
        guide = SampleGuideSite(startAt: startAt, now: now)
        let others = [mitNews.origin, studentPaper.origin, web.origin, community.origin, newsAPI.origin, guide.origin]
        origins = publicationOrigins + others
    }

    private func close() async {
        for origin in origins { await origin.close() }
        await guide.close()
    }

    private static func twentyPast(after date: Date) -> Date {
        let hour = 3600.0
        let seconds = date.timeIntervalSince1970 - 20 * 60
        return Date(timeIntervalSince1970: (seconds / hour).rounded(.up) * hour + 20 * 60)
    }

    /// Returns the origin with this slug; nil if there is none.
    public func origin(_ slug: String) -> SampleOrigin? { origins.first { $0.name == slug } }

    /// The feeds of all publications, including the two unavailable ones.
    public var feeds: [FeedListing] { (publications + unavailablePublications).compactMap(listing) }

    /// Returns each publication's feed and `parts` more per site, for the scenario `huge`.
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

    /// The links opened before the demo starts, about a third of the stories.
    public var openedAtStart: Set<String> {
        var links: Set<String> = []
        for story in publishedAtStart where SeededRandom.seed(of: story.story.slug) % 3 == 0 && !isAmongNewest(story) {
            if let link = link(story) { links.insert(link) }
        }
        return links
    }

    /// The links of two stories saved before the demo starts.
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

    /// Returns true for the newest two stories of a publication, which stay unread for the front page.
    private func isAmongNewest(_ story: PublishedStory) -> Bool {
        schedule.stories(of: story.home, at: directory.startAt).prefix(2).contains { $0.story.slug == story.story.slug }
    }

    /// Returns the URL of a story's page; nil if its site is unknown.
    public func link(_ story: PublishedStory) -> String? { origin(story.home).map { $0.site + story.path } }

    /// The three groups of feeds offered at first run.
    public var starterFeedGroups: [SampleFeedGroup] {
        func feeds(_ slugs: [String]) -> [FeedListing] {
            publications.filter { slugs.contains($0.slug) }.compactMap(listing)
        }
        return [
            SampleFeedGroup(
                title: "The harbour", about: "Saltmere's daily, its notices and its sport.", cover: "harbour",
                feeds: feeds(["harbour-post", "saltmere-notices", "press-box"])),
            SampleFeedGroup(
                title: "How things work", about: "Science, machines and hedgerows.", cover: "workings",
                feeds: feeds(["orrery", "loom", "field-and-hedgerow"])),
            SampleFeedGroup(
                title: "A slow Sunday", about: "Books, cooking, trains and a podcast.", cover: "sunday",
                feeds: feeds(["tidewater-review", "long-table", "branch-line", "night-ferry"])),
        ]
    }

    /// Puts all sites into a scenario. `firstRun` equals `lively` here, since sites have no subscriptions.
    public func apply(_ state: DemoScenario) async {
        for origin in origins { await origin.resetBehaviour() }
        await origin("pell-courier")?.simulate(.status(503, retryAfter: .until(busyUntil)))
        await origin("lamplighter")?.simulate(.gone)
        mitNews.configure { $0.isEmpty = state == .empty }
        studentPaper.configure { $0.isEmpty = state == .empty }
        newsAPI.configure { $0.isEmpty = state == .empty }
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
        await mitNews.origin.simulate(behaviour(0))
        await studentPaper.origin.simulate(behaviour(0))
        await community.origin.simulate(behaviour(0))
        await newsAPI.origin.simulate(behaviour(0))
        await guide.origin.simulate(behaviour(0))
    }

    private static let failures: [OriginBehaviour] = [
        .status(500), .status(404), .garbage, .truncated, .offline, .status(429, retryAfter: .seconds(900)),
        .redirectLoop, .status(403), .contentType("text/html"), .endless, .delayed(.seconds(60)), .status(502),
    ]
}

/// A scenario of `tidings demo --state`.
public enum DemoScenario: String, Sendable, CaseIterable {
    /// Ordinary feeds, with one origin busy and one gone.
    case lively
    /// Empty feeds.
    case empty
    /// Unreachable origins.
    case offline
    /// Slow responses.
    case slow
    /// Various failures.
    case failing
    /// Hundreds of feeds with a hundred generated stories each.
    case huge
    /// Ordinary feeds without subscriptions.
    case firstRun = "first-run"
}
