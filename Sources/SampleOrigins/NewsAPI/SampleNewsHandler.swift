internal import Caching
internal import Foundation

/// A handler of the news service's API and its publishers' sites.
struct SampleNewsHandler: Sendable {
    let directory: SiteDirectory
    let state: SampleNewsAPIState
    let validKey: String
    let now: @Sendable () -> Date
    let isCalm: Bool
    /// The archive, made at the first request, since most runs of the sample sites never send one.
    private let archives = BoundedCache<Date, SampleNewsArchive>(maxCount: 1)

    init(
        directory: SiteDirectory, state: SampleNewsAPIState, validKey: String,
        now: @escaping @Sendable () -> Date, isCalm: Bool
    ) {
        self.isCalm = isCalm
        self.directory = directory
        self.state = state
        self.validKey = validKey
        self.now = now
    }

    func resource(_ request: RequestRecord, huge: Int?) async -> SampleResource? {
        if let endpoint = SampleNewsEndpoint(path: request.path) { return answer(endpoint, request) }
        return await SampleNewsSites(
            archive: archive, site: site, directory: directory, now: now
        ).resource(request.path, huge: huge)
    }

    private var archive: SampleNewsArchive {
        archives.value(for: directory.startAt) {
            SampleNewsArchive(.shared, startAt: directory.startAt, isCalm: isCalm)
        }
    }

    private var site: String { directory.sites[SampleNewsAPI.slug] ?? "" }

    // MARK: Interface

    private func answer(_ endpoint: SampleNewsEndpoint, _ request: RequestRecord) -> SampleResource {
        let behaviour = state.behaviour.current(at: now())
        let writer = SampleNewsWriter(behaviour: behaviour, site: site)
        do {
            return try resource(content(endpoint, request, writer), status: 200, request, behaviour)
        } catch {
            let status = behaviour.failureStatus ?? error.failure.status
            var answer = resource(writer.error(error), status: status, request, behaviour)
            if status == 429, let retryAfter = behaviour.retryAfter {
                answer.headers.append(("Retry-After", retryAfter.value))
            }
            return answer
        }
    }

    private func resource(
        _ content: OrderedJSON, status: Int, _ request: RequestRecord, _ behaviour: SampleNewsAPIBehaviour
    ) -> SampleResource {
        let text = content.serialized
        let body =
            switch behaviour.bodyFault {
            case .cut: String(text.prefix(text.count / 2))
            case .markup: "<!doctype html><title>Service</title><p>One moment, please."
            case .empty: ""
            case .otherObject: "{\"status\":\"ok\",\"totalResults\":\"many\",\"articles\":{}}"
            case nil: text
            }
        var resource = SampleResource(
            body, contentType: "application/json; charset=utf-8", cacheControl: "no-cache", status: status)
        resource.hasEntityTag = false
        let isCached = request.header("x-no-cache") == nil && state.isRepeated(request.target, at: now())
        resource.headers = [
            ("Pragma", "no-cache"), ("Expires", "-1"), ("X-Cached-Result", isCached ? "true" : "false"),
        ]
        return resource
    }

    private func content(
        _ endpoint: SampleNewsEndpoint, _ request: RequestRecord, _ writer: SampleNewsWriter
    ) throws(SampleNewsError) -> OrderedJSON {
        let behaviour = writer.behaviour
        if let failure = behaviour.failure { throw SampleNewsError(failure) }
        try authorise(request, behaviour)
        let publishers = SampleNewsContent.shared.publishers
        let parameters = try SampleNewsRequest(endpoint, request.query, publishers: publishers)
        let selection = SampleNewsSelection(parameters: parameters, behaviour: behaviour, now: now())
        guard endpoint != .sources else { return writer.publishers(selection.publishers(of: publishers)) }
        try selection.checkPlan()
        let found = behaviour.isEmpty ? [] : selection.articles(of: archive.articles)
        return writer.articles(selection.page(of: found), totalCount: found.count)
    }

    private func authorise(_ request: RequestRecord, _ behaviour: SampleNewsAPIBehaviour) throws(SampleNewsError) {
        guard let key = Self.key(of: request) else { throw SampleNewsError(.apiKeyMissing) }
        guard key == validKey else { throw SampleNewsError(.apiKeyInvalid) }
        guard state.claimRequest(of: key, at: now()) else { throw SampleNewsError(.rateLimited) }
        if behaviour.isDeveloperPlan, let origin = request.header("origin"), !Self.isLocal(origin) {
            throw SampleNewsError(.corsNotAllowed)
        }
    }

    private static func key(of request: RequestRecord) -> String? {
        var key = request.header("x-api-key") ?? request.header("authorization") ?? ""
        if key.hasPrefix("Bearer ") { key = String(key.dropFirst(7)) }
        if key.isEmpty { key = QueryFields.read(request.query).first { $0.name == "apiKey" }?.value ?? "" }
        return key.isEmpty ? nil : key
    }

    private static func isLocal(_ origin: String) -> Bool {
        let host = origin.split(separator: "/").dropFirst().first?.split(separator: ":").first
        return host == "localhost" || host == "127.0.0.1"
    }
}

/// The publishers' own sites, which share the service's origin.
struct SampleNewsSites {
    let archive: SampleNewsArchive
    /// The service's base URL, without a trailing slash.
    let site: String
    let directory: SiteDirectory
    let now: @Sendable () -> Date

    /// The maximum number of stories in a feed.
    private static let feedLength = 40

    func resource(_ path: String, huge: Int?) async -> SampleResource? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count >= 2, parts[0] == "publishers",
            let publisher = SampleNewsContent.shared.publishers.first(where: { $0.id == parts[1] })
        else { return nil }
        if parts.count == 4, parts[2] == "pictures" { return await picture(parts[3], publisher) }
        var handler = PublicationHandler(
            publication: publisher.publication, schedule: archive.schedule, directory: ownDirectory(publisher),
            now: now)
        handler.feedLength = Self.feedLength
        if parts.count == 3, let category = publisher.category(ofFeed: parts[2]) {
            return handler.topicFeed(category, at: "/" + parts[2], huge: huge)
        }
        return await handler.resource(ownPath(parts.dropFirst(2), publisher), nil, huge: huge)
    }

    private func ownDirectory(_ publisher: SampleNewsPublisher) -> SiteDirectory {
        let own = SiteDirectory(startAt: directory.startAt)
        own.sites = [publisher.id: publisher.site(at: site)]
        return own
    }

    /// Returns the path on the publisher's site: the second page of a story is the first, and every feed is also at
    /// `/feed.xml`.
    private func ownPath(_ parts: ArraySlice<String>, _ publisher: SampleNewsPublisher) -> String {
        if parts.first == "amp" { return "/stories/" + parts.dropFirst().joined(separator: "/") }
        return parts.elementsEqual(["feed.xml"]) ? publisher.format.path : "/" + parts.joined(separator: "/")
    }

    private func picture(_ file: String, _ publisher: SampleNewsPublisher) async -> SampleResource? {
        guard
            let article = archive.articles.first(where: {
                $0.publisher.id == publisher.id && $0.published.picturePath(0) == "/pictures/\(file)"
            }), article.publishedAt <= now(), let illustration = article.published.story.picture
        else { return nil }
        // Publishers that tell an event take turns with the pictures of its kind.
        let pictures = SamplePicture.fitting(illustration, seed: article.published.story.slug, isLandscape: true)
        return await pictures[article.teller % pictures.count].resource(modifiedAt: directory.startAt)
    }
}
