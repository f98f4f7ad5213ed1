public import Foundation

/// The town of Saltmere's publications as real HTTP servers on 127.0.0.1, each at a port of its own, as politeness is
/// owed to a host and port.
///
/// Besides those of ``Publication/roster()`` there are two that have nothing to read: the Pell Courier, which asks
/// everybody to wait, and The Lamplighter, which is gone for good.
public struct SampleTown: Sendable {
    /// The publications with stories, in order.
    public let publications: [Publication]
    /// When each story comes out.
    public let almanac: Almanac
    /// The origins in the order of the publications, then the Courier, the Lamplighter, the institute, the student paper,
    /// the outland and the community.
    public let origins: [SampleOrigin]
    /// The community, which talks about what others tell.
    public let community: SampleCommunity
    /// The institute, whose news stand in an interface instead of a feed.
    public let institute: SampleInstitute
    /// The college's student paper, whose site is made with WordPress.
    public let studentPaper: SampleWordPress
    /// The wider web, to which some stories lead.
    public let outland: SampleOutland
    /// Until when the Courier asks to wait.
    public let busyUntil: Date
    private let extras: [Publication]

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
        _ body: (SampleTown) async throws -> Result
    ) async throws -> Result {
        let town = SampleTown(startAt: startAt, busyUntil: busyUntil, now: now)
        do {
            if hasNames { for origin in town.origins { origin.takeName() } }
            for origin in town.origins { try await origin.listen() }
            town.directory.sites = Dictionary(uniqueKeysWithValues: town.origins.map { ($0.name, $0.site) })
            await town.set(.lively)
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
        extras = Publication.extras
        almanac = Almanac(publications, startAt: startAt)
        self.busyUntil = busyUntil ?? Self.twentyPast(after: startAt.addingTimeInterval(40 * 60))
        directory = SiteDirectory(startAt: startAt)
        let darkroom = Darkroom()
        let (almanac, directory) = (almanac, directory)
        institute = SampleInstitute(town: almanac, directory: directory, darkroom: darkroom, now: now)
        studentPaper = SampleWordPress(directory: directory, darkroom: darkroom, now: now)
        let sites = (publications + extras).map { publication in
            let desk = PublicationDesk(
                publication: publication, almanac: almanac, darkroom: darkroom, sites: directory, now: now)
            return SampleOrigin(name: publication.slug) { await desk.page($0, $1, huge: $2) }
        }
        community = SampleCommunity(town: almanac, directory: directory, now: now)
        outland = SampleOutland(darkroom: darkroom, directory: directory)
        origins = sites + [institute.origin, studentPaper.origin, outland.origin, community.origin]
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
    public var feeds: [FeedListing] { (publications + extras).compactMap(listing) }

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
            title: publication.name, address: site + publication.form.path, folder: publication.folder,
            site: site + "/")
    }

    /// The links of the stories that stand as opened when the demo starts: about a third of what is out.
    public var openedAtStart: Set<String> {
        var links: Set<String> = []
        for story in shown where Dice.seed(of: story.story.slug) % 3 == 0 && !isAmongNewest(story) {
            if let link = link(story) { links.insert(link) }
        }
        return links
    }

    /// The links of the two stories that stand as saved when the demo starts.
    public var savedAtStart: [String] {
        let wanted = ["orrery", "long-table"].compactMap { slug in
            almanac.stories(of: slug, at: directory.startAt).first { $0.story.kind == .long && $0.story.picture != nil }
        }
        return wanted.compactMap(link)
    }

    private var shown: [PublishedStory] {
        publications.flatMap { almanac.stories(of: $0.slug, at: directory.startAt) }
    }

    /// The newest two of each publication stay unread, so that the front page opens with news.
    private func isAmongNewest(_ story: PublishedStory) -> Bool {
        almanac.stories(of: story.home, at: directory.startAt).prefix(2).contains { $0.story.slug == story.story.slug }
    }

    /// The address of a story's page.
    public func link(_ story: PublishedStory) -> String? { origin(story.home).map { $0.site + story.path } }

    /// Three shelves to begin with.
    public var starterShelves: [StarterShelf] {
        func feeds(_ slugs: [String]) -> [FeedListing] {
            publications.filter { slugs.contains($0.slug) }.compactMap(listing)
        }
        return [
            StarterShelf(
                title: "The harbour", about: "Saltmere's daily, its notices and its sport.",
                feeds: feeds(["harbour-post", "saltmere-notices", "press-box"])),
            StarterShelf(
                title: "How things work", about: "Science, machines and hedgerows.",
                feeds: feeds(["orrery", "loom", "field-and-hedgerow"])),
            StarterShelf(
                title: "A slow Sunday", about: "Books, cooking, trains and a podcast.",
                feeds: feeds(["tidewater-review", "long-table", "branch-line", "night-ferry"])),
        ]
    }

    /// Puts the whole town into a state. It may be called again at any time; first-run is the same as lively here, as
    /// what is followed is not the town's affair.
    public func set(_ state: TownState) async {
        for origin in origins { await origin.behaveWell() }
        await origin("pell-courier")?.behave(.status(503, retryAfter: .until(busyUntil)))
        await origin("lamplighter")?.behave(.gone)
        institute.change { $0.isEmpty = state == .empty }
        studentPaper.change { $0.isEmpty = state == .empty }
        switch state {
        case .lively, .firstRun: return
        case .empty: await everywhere { _ in .huge(stories: 0) }
        case .offline: await everywhere { _ in .offline }
        case .slow: await everywhere { _ in .delayed(.seconds(8)) }
        case .failing: await everywhere { Self.failures[$0 % Self.failures.count] }
        case .huge: await everywhere { _ in .huge(stories: 100) }
        }
    }

    private func everywhere(_ behaviour: (Int) -> Behaviour) async {
        for (place, origin) in origins.prefix(publications.count).enumerated() {
            await origin.behave(behaviour(place))
        }
        await institute.origin.behave(behaviour(0))
        await studentPaper.origin.behave(behaviour(0))
        await community.origin.behave(behaviour(0))
    }

    private static let failures: [Behaviour] = [
        .status(500), .status(404), .garbage, .truncated, .offline, .status(429, retryAfter: .seconds(900)),
        .redirectLoop, .status(403), .contentType("text/html"), .endless, .delayed(.seconds(60)), .status(502),
    ]
}
